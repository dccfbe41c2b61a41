import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { words } from '../support/cases.js'

const root = join(__dirname, '../..')

/** Folders whose folders are modules of their own. */
const withModules = [
  ...words('packages directory directory/loader plugins auth-service kit gateway'),
  'packages/query-guard/src',
]

/** What a source file imports: the files of ours and the packages, Node's own left out. */
interface Imports {
  file: string
  /** Folder or plugin that the file belongs to, e.g. `gateway`, `plugins/search`. */
  part: string
  ours: string[]
  packages: string[]
}

const statement = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\.resolve\()\s*'([\w@./-]+)'/g

const files: Imports[] = words(`
  packages/query-guard/src packages/client/src packages/embedded-engine/src directory kit edge routes
  gateway plugins auth-service web/src dev bench`).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:c?ts|tsx)$/.test(name))
    .filter((name) => !name.startsWith('test/'))
    .map((name) => importsOf(join(folder, name))),
)

function importsOf(file: string): Imports {
  const names = [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(
    ([, name]) => name!,
  )
  return {
    file,
    part: partOf(file),
    ours: names
      .filter((name) => name.startsWith('.'))
      .map((name) => normalize(join(dirname(file), name))),
    packages: names
      .filter((name) => !/^(\.|node:)/.test(name))
      .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]),
  }
}

/**
 * `gateway`, `plugins/search`, `auth-service/store`, `packages/embedded-engine`, …; a file next to
 * the modules belongs to the outer one.
 */
function partOf(file: string): string {
  const folders = dirname(file).split('/')
  const depth = [3, 2, 1].find((length) => withModules.includes(folders.slice(0, length).join('/')))
  return folders.slice(0, (depth ?? 0) + 1).join('/')
}

/**
 * Who may import what, besides itself: the arrows run one way. A name stands for the modules inside
 * it too, ~ for `packages/query-guard/src/`, @ for `auth-service/`. Only a plugin may have no row.
 */
const mayImport: Readonly<Record<string, string>> = {
  'kit/config': 'packages/query-guard',
  'kit/metrics': '',
  'kit/log': 'kit/config',
  'kit/api': 'packages/query-guard kit/config kit/log',
  'kit/elasticsearch': 'kit/config',
  'directory/places': 'kit/config kit/process',
  'kit/files': '',
  'kit/process': 'kit/config kit/log',
  'kit/telemetry': 'kit/config kit/log',
  'kit/credentials': 'kit/api kit/process',
  'kit/http': 'kit/api kit/config kit/log kit/metrics',
  'kit/usage': 'kit/api kit/config kit/elasticsearch kit/log kit/process',
  'kit/rate-limit': 'kit/config kit/log kit/process',
  edge: 'kit',
  routes: 'kit',
  'plugins/kit': 'edge packages/query-guard routes kit',
  plugins: 'plugins/kit routes packages/query-guard kit',
  'packages/query-guard/src/rule': '',
  'packages/query-guard/src/json': '',
  'packages/query-guard/src/cost': '~rule',
  'packages/query-guard/src/grammar': '~cost ~rule',
  'packages/query-guard/src/suggestions': '~grammar ~rule',
  'packages/query-guard/src': 'packages/query-guard/src',
  'packages/query-guard/src/validate': '~suggestions ~grammar ~cost ~rule ~json',
  'directory/fields': '',
  'directory/finding': 'directory/places kit',
  'directory/plugins': `
    directory/loader/record directory/finding directory/fields directory/places plugins/kit routes
    packages/query-guard kit`,
  'gateway/config': 'edge plugins/kit routes kit',
  'gateway/host': 'gateway/config plugins/kit routes kit',
  'gateway/lab': `
    gateway/host gateway/config auth-service packages/query-guard plugins/kit routes kit`,
  'gateway/admin': `
    packages/query-guard gateway/lab gateway/host gateway/config edge plugins/kit routes kit`,
  'gateway/worker': 'gateway/lab gateway/admin gateway/host gateway/config edge plugins/kit kit',
  'gateway/primary': 'gateway/worker gateway/lab gateway/admin gateway/config edge kit',
  gateway: 'gateway kit',
  'auth-service/kit': 'kit',
  'auth-service/config': '@kit kit',
  'auth-service/store': 'kit',
  'auth-service/users': '@store @config @kit kit',
  'auth-service/sessions': '@users @store @config @kit kit',
  'auth-service/api-keys': '@users @store @config @kit kit',
  'auth-service/passwords': '@sessions @users @store @config @kit kit',
  'auth-service/accounts': '@passwords @users @store @config @kit kit',
  'auth-service/administration': '@passwords @sessions @api-keys @users @store @kit kit',
  'auth-service/service': `
    @administration @accounts @passwords @api-keys @sessions @users @store @config @kit kit`,
  'auth-service/http': '@sessions @users @store @kit edge kit',
  'auth-service/routes': `
    @http @service @administration @accounts @api-keys @sessions @users @store @config @kit
    kit`,
  'auth-service/cli': '@store @kit kit',
  'auth-service': 'auth-service edge kit',
  'gateway/check': `
    packages/query-guard gateway auth-service edge plugins/kit routes kit`,
  'directory/loader/record': 'directory/finding directory/fields directory/places kit',
  'directory/loader/read': 'directory/loader/record directory/fields directory/places kit',
  'directory/loader/write': 'directory/loader/record directory/fields kit',
  'directory/loader/replace': 'directory/loader/write directory/loader/record directory/fields kit',
  'directory/loader': 'directory/loader directory/fields kit',
  'packages/client': '',
  web: 'packages/client',
  'directory/web': 'web packages/client directory/fields directory/places kit/files',
  'packages/embedded-engine': '',
  dev: 'packages directory gateway/lab plugins routes edge kit',
  bench: 'packages directory dev plugins auth-service gateway edge kit test',
}

/** The few files that may know a package; every other one of ours asks them. */
const knownOnlyBy: Readonly<Record<string, readonly string[]>> = {
  'express-gateway': ['gateway/config/parameters.ts', 'gateway/host/express-gateway.ts'],
  pino: ['kit/log/log.ts'],
  'prom-client': ['kit/metrics/prometheus.ts'],
  yaml: ['numbers', 'places', 'shown', 'source', 'syntax', 'variables'].map(
    (name) => `kit/config/yaml/${name}.ts`,
  ),
  'http-proxy': ['plugins/upstream/send-to-target.ts'],
  '@modelcontextprotocol/server': ['plugins/mcp/protocol.ts'],
  'content-type': ['kit/http/media.ts'],
  'proxy-addr': ['kit/http/client-ip.ts'],
  negotiator: ['kit/http/media.ts'],
  '@redis/client': ['kit/rate-limit/redis/connection.ts'],
  marked: ['dev/guides.ts'],
  'preact-render-to-string': ['directory/web/server.tsx'],
  '@opentelemetry/api': ['kit/telemetry/request-span.ts', 'kit/telemetry/tracing.ts'],
  '@opentelemetry/sdk-trace-base': ['kit/telemetry/tracing.ts'],
  '@opentelemetry/resources': ['kit/telemetry/tracing.ts'],
  '@opentelemetry/exporter-trace-otlp-proto': ['kit/telemetry/tracing.ts'],
  nodemailer: ['auth-service/accounts/mailer.ts'],
  lowdb: ['auth-service/store/lowdb/file.ts', 'auth-service/store/lowdb/lowdb.ts'],
}

const parts = [...new Set(files.map(({ part }) => part))].sort()
const inPart = (part: string) => files.filter((file) => file.part === part)
const isIn = (part: string, module: string) => part === module || part.startsWith(`${module}/`)
const ruleOf = (part: string) =>
  words(
    (mayImport[part] ?? (isIn(part, 'plugins') ? mayImport.plugins! : ''))
      .replaceAll('~', 'packages/query-guard/src/')
      .replaceAll('@', 'auth-service/'),
  )
const packagesOf = (from: Imports[]) =>
  [...new Set(from.flatMap(({ packages }) => packages))].sort()

test('the reading of imports finds them', () => {
  expect(importsOf('gateway/host/express-gateway.ts')).toMatchObject({
    ours: expect.arrayContaining(['kit/log/log.js']),
    packages: ['express-gateway'],
  })
  expect(files.length).toBeGreaterThan(50)
  expect(parts).toEqual(
    expect.arrayContaining(Object.keys(mayImport).filter((module) => module !== 'plugins')),
  )
})

test.each(parts)('%s imports only what it may', (part) => {
  const refused = inPart(part).flatMap(({ file, ours }) =>
    ours
      .filter(
        (target) =>
          partOf(target) !== part && !ruleOf(part).some((module) => isIn(partOf(target), module)),
      )
      .map((target) => `${file} → ${target}`),
  )
  expect(refused).toEqual([])
})

test.each(Object.entries(knownOnlyBy))('only %s is known by %j', (name, known) => {
  expect(
    files
      // others' programs
      .filter(({ file, packages }) => packages.includes(name) && !file.startsWith('bench/peers/'))
      .map(({ file }) => file)
      .sort(),
  ).toEqual(known)
})

test('only kit/elasticsearch/client.ts loads the official client, others know its types', () => {
  const loading = files.filter(
    ({ file, part, packages }) =>
      packages.includes('@elastic/elasticsearch') &&
      !/^(dev|bench)/.test(part) &&
      !/^import type .*'@elastic\/elasticsearch'$/m.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(loading.map(({ file }) => file)).toEqual(['kit/elasticsearch/client.ts'])
})

test('the query guard knows no package, and the product only its doors', () => {
  const doors = ['index.js', 'grammar.js', 'json/index.js', 'rule/closest.js']
  const guard = 'packages/query-guard/src'
  expect(packagesOf(files.filter(({ part }) => isIn(part, guard)))).toEqual([])
  const used = files
    .filter(({ part }) => !isIn(part, guard))
    .flatMap(({ ours }) => ours.filter((target) => target.startsWith(guard)))
  expect([...new Set(used)].sort()).toEqual(doors.map((name) => `${guard}/${name}`).sort())
})

test('the embedded engine is a package of its own: it knows no package, and its tests nothing of ours but it', () => {
  expect(packagesOf(inPart('packages/embedded-engine'))).toEqual([])
  const tests = readdirSync(join(root, 'packages/embedded-engine/test'), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => importsOf(join('packages/embedded-engine/test', name)).ours)
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((target) => !target.startsWith('packages/embedded-engine/'))).toEqual([])
})

test('the client is a package of its own: fetch is all that it needs, of one package it knows types', () => {
  expect(packagesOf(inPart('packages/client'))).toEqual(['@elastic/elasticsearch'])
  const texts = inPart('packages/client').map(({ file }) => readFileSync(join(root, file), 'utf8'))
  for (const text of texts) {
    expect(text).not.toMatch(
      /^import (?!type ).*elasticsearch|node:|\brequire\(|\bprocess\.|\bBuffer\b/m,
    )
  }
})

test('the pages use the client, few packages, and nothing of Node', () => {
  const pages = [...inPart('web'), ...inPart('directory/web')]
  const used = packagesOf(pages).filter((name) => !/^@(codemirror|lezer)\//.test(name))
  expect(used).toEqual([
    'leaflet',
    'nonprofit-directory-client', // named in a program that the directory shows
    'preact',
    'preact-render-to-string', // in pages that the gateway makes
    'protomaps-leaflet',
    'swagger-ui-dist',
    'topojson-client',
    'topojson-specification',
  ])
  for (const { file } of pages) expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/'node:/)
})

test('what runs in production needs no package of development', () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const installed = { ...dependencies, ...optionalDependencies }
  const product = files.filter(({ part }) => !/^(dev|bench|web|directory\/web)/.test(part)) // pages are bundled
  expect(packagesOf(product).filter((name) => !Object.hasOwn(installed, name))).toEqual([])
})

test.each([
  ['kit/rate-limit/redis/link.ts', './connection.js', './connection.js'],
  ['kit/metrics/prometheus.ts', 'prom-client', 'prom-client'],
  ['kit/telemetry/tracing.ts', '@opentelemetry/', '@opentelemetry/sdk-trace-base'],
])('%s loads %s only where the operator asks for it', (file, name, loaded) => {
  const text = readFileSync(join(root, file), 'utf8')
  expect(text).not.toMatch(RegExp(`^(?:import|export) (?!type ).*'${name}`, 'm'))
  expect(text).toContain(`import('${loaded}')`)
})

/** The circles of a graph, as texts. */
function circlesIn(targetsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (from: string, way: readonly string[]): void => {
    if (way.includes(from)) circles.push([...way.slice(way.indexOf(from)), from].join(' → '))
    else if (!done.has(from)) {
      for (const target of targetsOf.get(from) ?? []) visit(target, [...way, from])
      done.add(from)
    }
  }
  for (const from of targetsOf.keys()) visit(from, [])
  return circles
}

test('no import runs in a circle, of files or of modules', () => {
  const known = new Set(files.map(({ file }) => file))
  const sourceOf = (target: string) =>
    ['.ts', '.tsx'].map((end) => target.replace(/\.js$/, end)).find((file) => known.has(file)) ??
    target
  const ofFiles = new Map(files.map(({ file, ours }) => [file, ours.map(sourceOf)]))
  const ofRooms = new Map(
    parts.map((part) => [
      part,
      inPart(part)
        .flatMap(({ ours }) => ours.map(partOf))
        .filter((target) => target !== part),
    ]),
  )
  expect([...circlesIn(ofFiles), ...circlesIn(ofRooms)]).toEqual([])
})
