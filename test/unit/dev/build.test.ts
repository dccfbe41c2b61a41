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

/** In place of rolldown: it copies. */
const bundler = `
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
export async function rolldown({ input: { 'gateway/main': file } }) {
  appendFileSync('runs', '.')
  const source = readFileSync(file, 'utf8')
  if (source === 'WRONG') throw new Error('wrong')
  return {
    async write({ dir }) {
      cpSync(file, dir + '/gateway/main.js')
      if (source === 'EDITED') writeFileSync(file, 'edited while it was built')
    },
  }
}
`

let root: string
const at = (name: string) => join(root, name)
const write = (name: string, text: string) => writeFileSync(at(name), text)
const runs = () => (existsSync(at('runs')) ? readFileSync(at('runs'), 'utf8').length : 0)
const built = () => readFileSync(at('dist/gateway/main.js'), 'utf8')
const build = () =>
  spawnSync(process.execPath, [at('dev/build.js')], { cwd: tmpdir(), encoding: 'utf8' }).status

/** What each test begins with, built once. */
let first: string
beforeAll(() => {
  root = first = mkdtempSync(join(tmpdir(), 'build-'))
  for (const folder of ['dev', 'gateway', 'node_modules/rolldown'])
    mkdirSync(at(folder), { recursive: true })
  for (const name of ['dev/build.js', 'dev/programs.js'])
    copyFileSync(join(__dirname, '../../..', name), at(name))
  write('package.json', '{ "type": "module" }')
  write('node_modules/rolldown/package.json', '{ "type": "module", "exports": "./index.js" }')
  write('node_modules/rolldown/index.js', bundler)
  write('node_modules/.package-lock.json', '{}')
  write('tsconfig.json', '{ "include": ["gateway"], "exclude": ["gateway/test"] }')
  write('gateway/main.ts', 'one')
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
  utimesSync(at('gateway/main.ts'), now, now) // a checkout of the same content
  expect(build()).toBe(0)
  expect(runs()).toBe(1)
})

test('it is built again after a change of what it is built of, or of what was built', () => {
  const changes: Record<string, () => void> = {
    'a source, even one of the same length and time': () => write('gateway/main.ts', 'two'),
    'the options of TypeScript': () =>
      write('tsconfig.json', '{ "include": ["gateway"], "exclude": [] }'),
    'the packages': () => write('node_modules/.package-lock.json', '{ "lockfileVersion": 3 }'),
    'what was built, which is gone': () => rmSync(at('dist/gateway/main.js')),
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

  test('are bundled again after a change of what they are made of, and nothing else is built', () => {
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
  write('dist/gateway/gone.js', 'of a source that was deleted')
  expect(build()).toBe(0)
  expect(readdirSync(at('dist/gateway'))).toEqual(['main.js'])
  expect(build()).toBe(0)
  expect(runs()).toBe(2)
})

test('a build that failed is not current, and the one before it neither', () => {
  write('gateway/main.ts', 'WRONG')
  expect(build()).toBe(1)
  write('gateway/main.ts', 'one')
  expect(build()).toBe(0)
  expect([runs(), built()]).toEqual([3, 'one'])
})

test('what is changed while it is built is built again', () => {
  write('gateway/main.ts', 'EDITED')
  expect(build()).toBe(0)
  expect(build()).toBe(0)
  expect([runs(), built()]).toEqual([3, 'edited while it was built'])
})

test('without the bundler, as in the image, what was built is taken as it is', () => {
  for (const name of ['node_modules', 'gateway', 'tsconfig.json'])
    rmSync(at(name), { recursive: true })
  expect(build()).toBe(0)
  expect(built()).toBe('one')
  rmSync(at('dist'), { recursive: true })
  expect(build()).not.toBe(0)
})
