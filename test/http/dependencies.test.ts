import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { words } from '../support/cases.js'
import { root, startStack } from '../support/stack.js'

/** What is installed for production is what its processes load: V8 says which scripts these are. */

const folder = mkdtempSync(join(tmpdir(), 'dependencies-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * Packages that a start with the shipped configuration does not load, by their folders in
 * node_modules, with the reason.
 */
const loadedElsewhere: Readonly<Record<string, string>> = {
  '@redis/client': 'loaded where RATE_LIMIT_STORE=redis asks for it',
  '@modelcontextprotocol/server': 'loaded by the first call of an MCP client',
  '@modelcontextprotocol/core': 'the same',
  zod: 'the same',
  nodemailer: 'loaded where SMTP_URL asks for it',
  '@standard-schema/spec': 'types of joi',
  steno: 'required by lowdb, whose file adapter the store does not use',
  ...Object.fromEntries(
    words(`api-logs exporter-trace-otlp-proto otlp-exporter-base otlp-transformer resources sdk-logs
      sdk-metrics sdk-trace sdk-trace-base`).map((name) => [
      `@opentelemetry/${name}`,
      'loaded where OTEL_EXPORTER_OTLP_ENDPOINT asks for it',
    ]),
  ),
  punycode: 'required by uri-js for hosts that are not ASCII',
  'process-warning': 'required by pino when it warns',
  'real-require': 'required by pino in threads of its own transports',
  'pino-abstract-transport': 'the same',
  split2: 'the same',
}

/** Native parts, which V8 does not see. */
const isNative = (name: string) => /^@node-rs\/argon2-/.test(name)

interface Locked {
  dev?: boolean
  /** A package of this repository. */
  link?: boolean
  hasInstallScript?: boolean
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const nameOf = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const isEmpty = (path: string) =>
  JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).name === 'empty-npm-package'
/** Those of other platforms are in the lock file, and not installed. */
const installed = Object.entries(packages)
  .filter(
    ([path, { dev, link }]) =>
      path.startsWith('node_modules/') && !dev && !link && existsSync(join(root, path)),
  )
  .map(([path]) => path)

/**
 * Folders of packages of which a script was loaded, by the reports that V8 writes when processes
 * end.
 */
function loadedPackages(): Set<string> {
  const urls = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      result: { url: string }[]
    }
    return result.map(({ url }) => url)
  })
  const folders = urls.map(
    (url) => /\/(node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+)/.exec(url)?.[1],
  )
  return new Set(folders.filter((path) => path !== undefined))
}

test('what is installed for production is loaded, is empty, or has a reason', async () => {
  const stack = await startStack({
    env: { NODE_V8_COVERAGE: folder, ELASTICSEARCH_URL: 'http://127.0.0.1:9' },
  })
  for (const path of ['/docs', '/try', '/api/v1/openapi.json'])
    await stack.request.get(path).expect(200)
  await stack.login()
  await stack.stop()
  const loaded = loadedPackages()
  const idle = installed.filter((path) => !loaded.has(path) && !isEmpty(path)).map(nameOf)
  expect(idle.filter((name) => !isNative(name)).sort()).toEqual(Object.keys(loadedElsewhere).sort())
  const real = installed.filter((path) => !isEmpty(path))
  console.log(
    `${installed.length} packages, ${real.length} not empty, ${real.length - idle.length} ` +
      'loaded by npm start',
  )
})

test('nothing that production needs has an install script', () => {
  const scripted = Object.entries(packages).filter(
    ([, { dev, hasInstallScript }]) => hasInstallScript && !dev,
  )
  expect(scripted.map(([path]) => path)).toEqual([])
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
