import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const root = join(__dirname, '../..')

/** What a source file imports: the files of ours and the packages, Node's own left out. */
interface Imports {
  file: string
  /** Folder or plugin that the file belongs to, e.g. `gateway`, `plugins/search`. */
  part: string
  ours: string[]
  packages: string[]
}

const statement = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\.resolve\()\s*'([^']+)'/g

const files: Imports[] = ['gateway', 'plugins', 'auth-service', 'dev', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => importsOf(join(folder, name))),
)

function importsOf(file: string): Imports {
  const names = [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map(([, name]) => name!)
  return {
    file,
    part: partOf(file),
    ours: names.filter((name) => name.startsWith('.')).map((name) => normalize(join(dirname(file), name))),
    packages: names.filter((name) => !/^(\.|node:)/.test(name)).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]),
  }
}

function partOf(file: string): string {
  const [folder = '', sub = ''] = file.split('/')
  return folder === 'plugins' ? `plugins/${sub}` : folder
}

const inPart = (part: string) => files.filter((file) => file.part === part)
const isPlugin = (part: string) => part.startsWith('plugins/') && part !== 'plugins/kit'
/** `file → import` for every import that a rule refuses. */
const refused = (from: Imports[], rule: (target: string, file: string) => boolean) =>
  from.flatMap(({ file, ours }) => ours.filter((target) => !rule(target, file)).map((target) => `${file} → ${target}`))
const packagesOf = (from: Imports[]) => [...new Set(from.flatMap(({ packages }) => packages))].sort()

test('the reading of imports finds them', () => {
  expect(importsOf('gateway/express-gateway.ts')).toMatchObject({
    ours: expect.arrayContaining(['plugins/kit/log.js']),
    packages: ['express-gateway'],
  })
  expect(files.length).toBeGreaterThan(50)
})

test('plugins/kit imports only itself, and pino in log.ts', () => {
  expect(refused(inPart('plugins/kit'), (target) => partOf(target) === 'plugins/kit')).toEqual([])
  expect(packagesOf(inPart('plugins/kit').filter(({ file }) => file !== 'plugins/kit/log.ts'))).toEqual([])
  expect(packagesOf(inPart('plugins/kit'))).toEqual(['pino'])
})

const plugins = [...new Set(files.map(({ part }) => part))].filter(isPlugin)

test.each(plugins)('%s imports its own folder, the kit and three packages at most', (plugin) => {
  const rule = (target: string) => [plugin, 'plugins/kit'].includes(partOf(target))
  expect(refused(inPart(plugin), rule)).toEqual([])
  expect(packagesOf(inPart(plugin)).length).toBeLessThanOrEqual(3)
})

test('gateway/ imports no plugin: they come by name from the YAML', () => {
  expect(refused(inPart('gateway'), (target) => ['gateway', 'plugins/kit'].includes(partOf(target)))).toEqual([])
  expect(packagesOf(inPart('gateway'))).toEqual(['express-gateway', 'yaml'])
  const knowing = inPart('gateway').filter(({ packages }) => packages.includes('express-gateway'))
  expect(knowing.map(({ file }) => file).sort()).toEqual(['gateway/express-gateway.ts', 'gateway/parameters.ts'])
})

test('auth-service/ imports itself and the kit, but not what belongs to the gateway', () => {
  const foreign = ['plugins/kit/plugin.js', 'plugins/kit/context.js']
  const rule = (target: string) => ['auth-service', 'plugins/kit'].includes(partOf(target)) && !foreign.includes(target)
  expect(refused(inPart('auth-service'), rule)).toEqual([])
})

test('nothing but dev/ imports dev/', () => {
  const others = files.filter(({ part }) => part !== 'dev')
  expect(refused(others, (target) => partOf(target) !== 'dev')).toEqual([])
})

test('no import leaves the project', () => {
  expect(refused(files, (target) => !relative('.', target).startsWith('..'))).toEqual([])
})
