import fc from 'fast-check'
import { defaultSearchOptions, Engine } from '../src/engine.js'

const put = (engine: Engine, id: string, source: unknown, index = 'x') =>
  engine.index(index, id, JSON.stringify(source))
const hits = (engine: Engine, body: Record<string, unknown>) =>
  engine.search('x', body).hits as { hits: Record<string, unknown>[] }

test('new fields are mapped by their first value', () => {
  const engine = new Engine()
  const values = { t: 'a', n: 1, f: 1.5, b: true, d: '2020-01-01', e: '2020/01/01', y: '2020' }
  put(engine, '1', { ...values, o: { x: ['a'] }, z: null, v: [] })
  const text = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } }
  const format = 'yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis'
  const properties = {
    ...{ t: text, n: { type: 'long' }, f: { type: 'float' }, b: { type: 'boolean' } },
    ...{ d: { type: 'date' }, e: { type: 'date', format }, y: text },
    o: { properties: { x: text } },
  }
  expect(engine.mappings('x')).toEqual({ x: { mappings: { properties } } })
})

const typed = {
  properties: {
    n: { type: 'integer' },
    d: { type: 'date' },
    b: { type: 'boolean' },
    p: { type: 'geo_point' },
    t: { type: 'text' },
    o: { properties: { x: { type: 'keyword' } } },
  },
}

test.each([
  [{ n: 'abc' }, 'document_parsing_exception'],
  [{ n: 3e9 }, 'document_parsing_exception'],
  [{ d: 'soon' }, 'document_parsing_exception'],
  [{ b: 'maybe' }, 'document_parsing_exception'],
  [{ p: [1, 200] }, 'document_parsing_exception'],
  [{ t: { a: 1 } }, 'document_parsing_exception'],
  [{ o: 'text' }, 'document_parsing_exception'],
])('%j is refused whole', (source, type) => {
  const engine = new Engine()
  engine.createIndex('x', { mappings: typed })
  expect(() => put(engine, '1', { fresh: 'field', ...source })).toThrow(
    expect.objectContaining({ type, status: 400 }),
  )
  expect(engine.count('x')).toMatchObject({ count: 0 })
  expect(JSON.stringify(engine.mappings('x'))).not.toContain('fresh')
})

test.each([
  [{ properties: { a: { type: 'nest' } } }],
  [{ properties: { a: { type: 'text', doc_values: true } } }],
  [{ properties: { a: { type: 'text', analyzer: 'of my own' } } }],
  [{ runtimes: {} }],
  [{ properties: { a: { type: 'object', store: true } } }],
])('the mapping %j is refused', (mappings) => {
  const engine = new Engine()
  expect(() => engine.createIndex('x', { mappings })).toThrow(
    expect.objectContaining({ type: 'mapper_parsing_exception' }),
  )
  expect(engine.indices.names).toEqual([])
})

test('dynamic: strict refuses and false forgets what is not mapped', () => {
  const engine = new Engine()
  engine.createIndex('x', {
    mappings: { dynamic: 'strict', properties: { a: { type: 'keyword' } } },
  })
  expect(() => put(engine, '1', { b: 1 })).toThrow(
    expect.objectContaining({ type: 'strict_dynamic_mapping_exception' }),
  )
  engine.createIndex('y', { mappings: { dynamic: false, properties: { a: { type: 'keyword' } } } })
  put(engine, '1', { a: 'k', b: 1 }, 'y')
  expect(engine.count('y', { query: { exists: { field: 'b' } } })).toMatchObject({ count: 0 })
})

describe('dynamic templates', () => {
  const text = { type: 'text', fields: { number: { type: 'double', ignore_malformed: true } } }
  const scalars = { match_mapping_type: ['string', 'long', 'double', 'boolean'], mapping: text }

  test.each(['a', '2020-01-01', 1, 1.5, true])(
    '%j is mapped by the template of its type',
    (value) => {
      const engine = new Engine()
      const mappings = { date_detection: false, dynamic_templates: [{ scalars }] }
      engine.createIndex('x', { mappings })
      put(engine, '1', { own: value, inner: { own: [value] } })
      const properties = { own: text, inner: { properties: { own: text } } }
      expect(engine.mappings('x')).toEqual({ x: { mappings: { ...mappings, properties } } })
      put(engine, '2', { own: 'no number' })
      expect(engine.count('x')).toMatchObject({ count: 2 })
    },
  )

  test('the first one that fits holds, and what fits none is mapped by its value', () => {
    const engine = new Engine()
    const of = (type: string, mapping: object) => ({
      [type]: { match_mapping_type: type, mapping },
    })
    const templates = [
      of('long', { type: 'integer' }),
      of('long', { type: 'double' }),
      of('date', { type: 'keyword' }),
    ]
    engine.createIndex('x', { mappings: { dynamic_templates: templates } })
    put(engine, '1', { n: 1, d: '2020-01-01', b: true })
    const properties = { n: { type: 'integer' }, d: { type: 'keyword' }, b: { type: 'boolean' } }
    expect(engine.mappings('x')).toMatchObject({ x: { mappings: { properties } } })
  })

  test.each([
    [[{ x: { match_mapping_type: 'long' } }], 'mapping set'],
    [[{ x: { mapping: { type: 'long' } } }], 'match conditions'],
    [[{ x: { ...scalars, surplus: 1 } }], 'Illegal dynamic template parameter: [surplus]'],
    [{}, 'defined with a name'],
  ])('%j is refused', (templates, reason) => {
    expect(() =>
      new Engine().createIndex('x', { mappings: { dynamic_templates: templates } }),
    ).toThrow(reason)
  })
})

test('a first value of 1.0 maps a field as float, numbers of many digits are found as their text', () => {
  const engine = new Engine()
  engine.createIndex('x', {
    mappings: { properties: { k: { type: 'keyword' }, p: { type: 'geo_point' } } },
  })
  engine.index('x', '1', '{"f":1.0,"k":9007199254740993,"p":{"lat":1.50,"lon":-0},"l":[1e3]}')
  expect(engine.mappings('x')).toMatchObject({
    x: { mappings: { properties: { f: { type: 'float' }, l: { type: 'float' } } } },
  })
  for (const query of [
    { term: { k: '9007199254740993' } },
    { term: { f: 1 } },
    { range: { l: { gte: 1000 } } },
    { geo_distance: { p: { lat: 1.5, lon: 0 }, distance: '1m' } },
  ]) {
    expect([query, hits(engine, { query }).hits.length]).toEqual([query, 1])
  }
})

const source = fc.record(
  {
    t: fc.oneof(
      fc.constantFrom('red fox', 'red', 'fox fox dog', ''),
      fc.array(fc.constantFrom('red', 'dog red'), { maxLength: 3 }),
    ),
    k: fc.oneof(
      fc.constantFrom('a', 'b'),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
    ),
    n: fc.oneof(
      fc.integer({ min: 0, max: 5 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
    ),
    b: fc.boolean(),
  },
  { requiredKeys: [] },
)
const writes = fc.array(fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.option(source)), {
  maxLength: 25,
})
const bodies = [
  { query: { match: { t: 'red fox' } } },
  { query: { match_phrase: { t: 'dog red' } } },
  { query: { term: { k: 'b' } } },
  { query: { bool: { must_not: [{ term: { n: 3 } }] } } },
  { query: { exists: { field: 't' } } },
  { query: { term: { b: true } } },
  { sort: [{ n: 'asc' }, { k: 'desc' }] },
]

test('after any updates and deletions the answers are those of an index that never held the rest', () => {
  fc.assert(
    fc.property(writes, (steps) => {
      const mappings = {
        properties: {
          t: { type: 'text' },
          k: { type: 'keyword' },
          n: { type: 'integer' },
          b: { type: 'boolean' },
        },
      }
      const [worn, fresh] = [new Engine(), new Engine()]
      for (const engine of [worn, fresh]) engine.createIndex('x', { mappings })
      const left = new Map<string, unknown>()
      for (const [id, document] of steps) {
        left.delete(id)
        if (document === null) worn.delete('x', id)
        else {
          put(worn, id, document)
          left.set(id, document)
        }
      }
      for (const [id, document] of left) put(fresh, id, document)
      for (const body of bodies) expect(hits(worn, body)).toEqual(hits(fresh, body))
    }),
    { numRuns: 150 },
  )
})

test('pages by score: what a hit shows as its sort value leads to the next one', () => {
  const engine = new Engine()
  for (let i = 0; i < 30; i++) put(engine, `${i}`, { t: 'fox '.repeat(1 + (i % 7)), n: i })
  const body = { query: { match: { t: 'fox' } }, sort: ['_score', 'n'] }
  const all = hits(engine, { ...body, size: 30 }).hits.map(({ _id }) => _id)
  const paged: unknown[] = []
  for (let after: unknown; ; ) {
    const page = hits(engine, {
      ...body,
      size: 4,
      ...(after === undefined ? {} : { search_after: after }),
    }).hits
    if (page.length === 0) break
    paged.push(...page.map(({ _id }) => _id))
    after = page.at(-1)!.sort
  }
  expect(paged).toEqual(all)
})

describe('a point in time', () => {
  const byId = { sort: [{ 'id.keyword': 'asc' }] }
  const found = (engine: Engine, pit: Record<string, unknown>) =>
    (engine.search('', { ...byId, pit }).hits as { hits: { _source: unknown }[] }).hits.map(
      ({ _source }) => _source,
    )
  const opened = (keepAlive: string) => {
    const engine = new Engine()
    for (const id of ['a', 'b']) put(engine, id, { id })
    return { engine, ...engine.openPointInTime('x', keepAlive, defaultSearchOptions) } as {
      engine: Engine
      id: string
    }
  }

  test('shows no later write', () => {
    const { engine, id } = opened('1m')
    put(engine, 'c', { id: 'c' })
    put(engine, 'a', { id: 'a', changed: true })
    engine.delete('x', 'b')
    expect(found(engine, { id, keep_alive: '1m' })).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(hits(engine, byId).hits).toMatchObject([
      { _source: { id: 'a', changed: true } },
      { _source: { id: 'c' } },
    ])
  })

  test.each<[string, (engine: Engine, id: string) => void, string]>([
    ['it was closed', (engine, id) => engine.closePointInTime({ id }), '1m'],
    ['its time is over', () => {}, '0ms'],
    ['an index of its is gone', (engine) => engine.deleteIndex('x'), '1m'],
  ])('ends when %s', (_, end, keepAlive) => {
    const { engine, id } = opened(keepAlive)
    end(engine, id)
    expect(() => found(engine, { id })).toThrow(expect.objectContaining({ status: 404 }))
  })
})
