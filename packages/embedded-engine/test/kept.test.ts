import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Engine } from '../src/engine.js'
import { Kept } from '../src/kept/kept.js'

/** What an engine keeps in a folder, and what the next one finds there. */

let folder: string
let open: Kept[]
let told: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
  open = []
  told = []
})
afterEach(() => {
  for (const kept of open) kept.close()
  rmSync(folder, { recursive: true })
})

function start(): Engine {
  const engine = new Engine()
  open.push(new Kept(folder, engine.indices, (sentence) => told.push(sentence)))
  return engine
}

/** One call, as the server makes it. */
function call(engine: Engine, run: () => unknown): void {
  try {
    run()
  } finally {
    engine.commit()
  }
}

const line = (value: object) => `${JSON.stringify(value)}\n`
const batch = (...ids: string[]) =>
  ids.map((id) => line({ index: { _id: id } }) + line({ name: `number ${id}` })).join('')
const logs = () => readdirSync(folder).filter((name) => name.endsWith('.log'))
const allOf = (engine: Engine, index = 'a') =>
  engine.search(index, {
    query: { match_all: {} },
    version: true,
    seq_no_primary_term: true,
    size: 100,
  }).hits

test('documents with their versions, mappings, settings, aliases and templates come back', () => {
  const engine = start()
  call(engine, () =>
    engine.putTemplate('t', { index_patterns: ['a*'], template: { aliases: { everything: {} } } }),
  )
  call(engine, () =>
    engine.createIndex('a', { mappings: { properties: { name: { type: 'text' } } } }),
  )
  call(engine, () => engine.createIndex('ab', { settings: { 'index.hidden': true } }))
  call(engine, () => engine.bulk(batch('1', '2', '3'), 'a'))
  call(engine, () => engine.index('a', '2', '{\n  "name": "second",\n  "learned": 5 }'))
  call(engine, () => engine.index('a', '4', '{"learned":"6"}'))
  call(engine, () => engine.delete('a', '1'))
  call(engine, () => engine.index('made-by-writing', 'x', '{"name":"y"}'))
  call(engine, () => engine.putSettings('made-by-writing', { index: { hidden: true } }))

  const again = start()
  for (const index of ['a', 'made-by-writing'])
    expect(allOf(again, index)).toEqual(allOf(engine, index))
  expect(again.mappings('*')).toEqual(engine.mappings('*'))
  expect(again.aliases('_all', everything)).toEqual(engine.aliases('_all', everything))
  expect(again.catIndices()).toEqual(engine.catIndices())
  call(again, () => again.createIndex('abc'))
  expect(again.aliases('abc')).toEqual({ abc: { aliases: { everything: {} } } })
  expect(told).toEqual([])
})

const everything = {
  ignoreUnavailable: false,
  allowNone: true,
  expandWildcards: true,
  expandHidden: true,
}

test('what was refused is not kept, what was accepted in the same call is', () => {
  const engine = start()
  call(engine, () =>
    engine.createIndex('a', { mappings: { properties: { n: { type: 'integer' } } } }),
  )
  const mixed =
    line({ index: { _id: '1' } }) +
    line({ n: 1 }) +
    line({ index: { _id: '2' } }) +
    line({ n: 'no number' })
  call(engine, () => engine.bulk(mixed, 'a'))
  expect(() => call(engine, () => engine.bulk(batch('3') + line({ move: {} }), 'a'))).toThrow(
    'Malformed action',
  )
  expect(allOf(start())).toEqual(allOf(engine))
  expect(engine.count('a')).toMatchObject({ count: 2 })
})

test('an index that was deleted leaves no file, one that is not to be kept gets none', () => {
  const engine = start()
  call(engine, () => engine.createIndex('sample', {}, false))
  call(engine, () => engine.index('sample', '1', '{}'))
  expect(logs()).toEqual([])
  call(engine, () => engine.bulk(batch('1'), 'a'))
  call(engine, () => engine.bulk(batch('1'), 'b'))
  expect(logs().length).toBe(2)
  call(engine, () =>
    engine.updateAliases({
      actions: [{ remove_index: { index: 'a' } }, { add: { index: 'b', alias: 'a' } }],
    }),
  )
  expect(logs().length).toBe(1)
  const again = start()
  expect(again.indices.names).toEqual(['b'])
  expect(again.count('a')).toMatchObject({ count: 1 })
})

test('wherever the last write was cut off, the batches before it are there, and the next ones stay', () => {
  const engine = start()
  call(engine, () => engine.bulk(batch('1', '2'), 'a'))
  const file = join(folder, logs()[0]!)
  const whole = readFileSync(file)
  call(engine, () => engine.bulk(batch('3', '4'), 'a'))
  const longer = readFileSync(file)
  for (let length = whole.length; length < longer.length; length++) {
    writeFileSync(file, longer.subarray(0, length))
    told = []
    const cut = start()
    const bytes = length - whole.length
    expect(told).toEqual(
      bytes === 0 ? [] : [`${file}: the last ${bytes} bytes were no whole batch and are cut off`],
    )
    expect(cut.count('a')).toMatchObject({ count: 2 })
    call(cut, () => cut.bulk(batch('5'), 'a'))
    expect(start().count('a')).toMatchObject({ count: 3 })
  }
})

test('a damaged batch is reported, and cut off with what follows', () => {
  const engine = start()
  for (const id of ['1', '2', '3']) call(engine, () => engine.bulk(batch(id), 'a'))
  const file = join(folder, logs()[0]!)
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  writeFileSync(file, bytes)
  expect(start().count('a')).toMatchObject({ count: 1 })
  expect(told).toEqual([expect.stringContaining(`${file}: the last `)])
})

test('a file of definitions that cannot be read is an error that names it', () => {
  const engine = start()
  call(engine, () => engine.bulk(batch('1'), 'a'))
  const file = join(folder, 'indices.json')
  truncateSync(file, 20)
  expect(start).toThrow(`${file} is damaged; remove its folder, and load again`)
})

test('files are for their owner only', () => {
  const engine = start()
  call(engine, () => engine.bulk(batch('1'), 'a'))

  for (const name of readdirSync(folder))
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600])
})
