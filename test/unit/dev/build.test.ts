import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Stands for the compiler: it copies, and like the real one writes what its notes do not hold,
 * whatever lies in dist/.
 */
const compiler = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs')
appendFileSync('runs', '.')
const source = readFileSync('kit/a.ts', 'utf8')
const notes = existsSync('dist/.tsbuildinfo') ? readFileSync('dist/.tsbuildinfo', 'utf8') : undefined
mkdirSync('dist/kit', { recursive: true })
if (notes !== source) writeFileSync('dist/kit/a.js', source)
writeFileSync('dist/.tsbuildinfo', source)
if (source.includes('EDITED')) writeFileSync('kit/a.ts', 'edited while it was compiled')
process.exit(source.includes('WRONG') ? 2 : 0)
`

let root: string
const at = (name: string) => join(root, name)
const write = (name: string, text: string) => writeFileSync(at(name), text)
const runs = () => (existsSync(at('runs')) ? readFileSync(at('runs'), 'utf8').length : 0)
const built = () => readFileSync(at('dist/kit/a.js'), 'utf8')
const build = () =>
  spawnSync(process.execPath, [at('dev/build.js')], { cwd: tmpdir(), encoding: 'utf8' }).status

/** What each test begins with, built once. */
let first: string
beforeAll(() => {
  root = first = mkdtempSync(join(tmpdir(), 'build-'))
  for (const folder of ['dev', 'kit', 'node_modules/typescript/bin'])
    mkdirSync(at(folder), { recursive: true })
  copyFileSync(join(__dirname, '../../../dev/build.js'), at('dev/build.js'))
  write('package.json', '{ "type": "module" }')
  write('node_modules/typescript/package.json', '{ "type": "commonjs" }')
  write('node_modules/typescript/bin/tsc', compiler)
  write('node_modules/.package-lock.json', '{}')
  write('tsconfig.json', '{ "include": ["kit"], "exclude": ["kit/test"] }')
  write('kit/a.ts', 'one')
  expect(build()).toBe(0)
  expect([runs(), built()]).toEqual([1, 'one'])
})
afterAll(() => rmSync(first, { recursive: true }))
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(first, root, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

test('what is current is not built again', () => {
  const now = new Date()
  utimesSync(at('kit/a.ts'), now, now) // a checkout of the same content
  expect(build()).toBe(0)
  expect(runs()).toBe(1)
})

test('it is built again after a change of what it is built of, or of what was built', () => {
  const changes: Record<string, () => void> = {
    'a source, even one of the same length and time': () => write('kit/a.ts', 'two'),
    'the options of the compiler': () =>
      write('tsconfig.json', '{ "include": ["kit"], "exclude": [] }'),
    'the packages': () => write('node_modules/.package-lock.json', '{ "lockfileVersion": 3 }'),
    'what was built, which is gone': () => rmSync(at('dist/kit/a.js')),
    'the record': () => rmSync(at('dist/.built')),
  }
  for (const [i, [name, change]] of Object.entries(changes).entries()) {
    change()
    expect([name, build(), runs(), built()]).toEqual([name, 0, i + 2, 'two'])
  }
})

describe('the pages in web/', () => {
  /** In place of Vite: it copies. */
  const bundler = `
import { appendFileSync, cpSync } from 'node:fs'
export function build({ configFile }) {
  appendFileSync('bundled', configFile + ' ')
  cpSync('web/a.css', 'dist/web/a.css')
}`
  /** How often the pages were bundled; with them goes their renderer. */
  const bundled = () => readFileSync(at('bundled'), 'utf8').match(/vite\.config\.js /g)!.length

  beforeEach(() => {
    for (const folder of ['web', 'packages/client/src', 'docs/decisions', 'node_modules/vite'])
      mkdirSync(at(folder), { recursive: true })
    write('node_modules/vite/package.json', '{ "type": "module", "exports": "./index.js" }')
    write('node_modules/vite/index.js', bundler)
    write('web/a.css', 'a')
    write('web/vite.config.js', '')
    write('packages/client/src/a.ts', 'a')
    expect(build()).toBe(0)
    expect([runs(), bundled()]).toEqual([1, 1])
  })

  test('are bundled again after a change of what they are made of, and nothing else is compiled', () => {
    const changes: [string, () => void, isBundled: boolean][] = [
      ['the client', () => write('packages/client/src/a.ts', 'b'), true],
      ['a guide', () => write(join('docs', 'a.md'), 'b'), true],
      ['a decision', () => write(join('docs', 'decisions', 'a.md'), 'b'), false],
      ['what was built, which is gone', () => rmSync(at('dist/web/a.css')), true],
    ]
    let times = 1
    for (const [name, change, isBundled] of changes) {
      change()
      if (isBundled) times++
      expect([name, build(), runs(), bundled()]).toEqual([name, 0, 1, times])
    }
  })
})

test('what was built of a source that is gone goes too, and what somebody else has put there', () => {
  write('dist/kit/gone.js', 'of a source that was deleted')
  mkdirSync(at('dist/kit/test'))
  write('dist/kit/test/kept.js', 'of a folder that is not compiled')
  expect(build()).toBe(0)
  expect(readdirSync(at('dist/kit'))).toEqual(['a.js', 'test'])
  expect(build()).toBe(0)
  expect(runs()).toBe(2)
})

test('a build that failed is not current, and the one before it neither', () => {
  write('kit/a.ts', 'WRONG')
  expect(build()).toBe(2)
  write('kit/a.ts', 'one')
  expect(build()).toBe(0)
  expect([runs(), built()]).toEqual([3, 'one'])
})

test('what is changed while it is compiled is compiled again', () => {
  write('kit/a.ts', 'EDITED')
  expect(build()).toBe(0)
  expect(build()).toBe(0)
  expect([runs(), built()]).toEqual([3, 'edited while it was compiled'])
})

test('without the compiler, as in the image, what was built is taken as it is', () => {
  for (const name of ['node_modules', 'kit', 'tsconfig.json']) rmSync(at(name), { recursive: true })
  expect(build()).toBe(0)
  expect(built()).toBe('one')
  rmSync(at('dist'), { recursive: true })
  expect(build()).not.toBe(0)
})
