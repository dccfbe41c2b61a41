import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '../../src/engine.js'
import { errorBody } from '../../src/error-body.js'
import { EngineError } from '../../src/errors.js'
import { documents, mappings } from './documents.js'

const engine = new Engine()
for (const [index, sources] of Object.entries(documents)) {
  engine.createIndex(index, { mappings: { properties: mappings } })
  for (const source of sources) engine.index(index, source.id, JSON.stringify(source))
}

const aggregated = (aggs: object, indices = 'one,two') =>
  engine.search(indices, { size: 0, aggs }).aggregations as Record<string, unknown>
const result = (agg: unknown) => aggregated({ r: agg }).r

/** Numbers may differ in their last digits only. */
function expectAlike(ours: unknown, theirs: unknown): void {
  if (typeof theirs === 'number')
    expect(Number(ours)).toBeCloseTo(theirs, 9 - Math.ceil(Math.log10(Math.abs(theirs) + 1)))
  else if (typeof theirs !== 'object' || theirs === null) expect(ours).toBe(theirs)
  else {
    expect(Object.keys(ours as object).sort()).toEqual(Object.keys(theirs).sort())
    for (const [key, value] of Object.entries(theirs))
      expectAlike((ours as Record<string, unknown>)[key], value)
  }
}

/** The type of the error at the root, of what is found out while results are merged its cause. */
function typeOfRefusal(run: () => unknown): string | undefined {
  try {
    run()
  } catch (error) {
    const { error: told } = errorBody(error as EngineError) as {
      error: { type: string; root_cause: { type: string }[]; caused_by?: { type: string } }
    }
    return told.root_cause[0]?.type ?? told.caused_by?.type ?? told.type
  }
  return undefined
}

describe('answers as Elasticsearch 9.5.3 gave them to the same documents', () => {
  const recorded = JSON.parse(readFileSync(join(__dirname, 'answers.json'), 'utf8')) as {
    agg: object
    answer: unknown
  }[]
  test.each(
    recorded.map(({ agg, answer }) => [JSON.stringify(agg).slice(0, 150), agg, answer] as const),
  )('%s', (_, agg, answer) => {
    expectAlike(result(agg), answer)
  })
})

test('an empty index gives empty results', () => {
  engine.createIndex('empty')
  const aggs = { a: { avg: { field: 'n' } }, t: { terms: { field: 'k' } } }
  expect(aggregated(aggs, 'empty')).toEqual({
    a: { value: null },
    t: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] },
  })
})

test('top_hits shows the best of each bucket, over all indices', () => {
  const hits = { top_hits: { size: 1, from: 1, sort: [{ n: 'desc' }] } }
  const { buckets } = result({
    terms: { field: 'n', order: { _key: 'asc' } },
    aggs: { hits },
  }) as { buckets: { hits: { hits: { total: { value: number }; hits: { _id: string }[] } } }[] }
  const shown = buckets.map(({ hits: { hits } }) => [
    hits.total.value,
    ...hits.hits.map(({ _id }) => _id),
  ])
  expect(shown).toEqual([[1], [1], [2, '4'], [1]])
})

describe('what Elasticsearch refuses is refused', () => {
  const ofKeyword = (params: object, aggs?: object) => ({
    terms: { field: 'k', ...params },
    ...(aggs && { aggs }),
  })
  const ofNumber = (params: object) => ({ histogram: { field: 'n', ...params } })
  const stats = { s: { stats: { field: 'n' } } }
  test.each([
    [{}, 'parsing_exception'],
    [[], 'parsing_exception'],
    [{ nope: {} }, 'parsing_exception'],
    [{ constructor: {} }, 'parsing_exception'],
    [{ avg: { field: 'n' }, max: { field: 'n' } }, 'parsing_exception'],
    [{ avg: { field: 'n', scripts: '1' } }, 'x_content_parse_exception'],
    [{ avg: { field: 'k' } }, 'illegal_argument_exception'],
    [{ terms: { field: 't' } }, 'illegal_argument_exception'],
    [ofKeyword({ size: 'x' }), 'x_content_parse_exception'],
    [ofKeyword({ order: { 's.constructor': 'asc' } }, stats), 'illegal_argument_exception'],
    [ofKeyword({ include: 'a(b' }), 'x_content_parse_exception'],
    [{ date_range: { field: 'dt', ranges: [{ from: 'soon' }] } }, 'parse_exception'],
    [ofNumber({ interval: -1 }), 'x_content_parse_exception'],
    [ofNumber({ interval: 1e-9 }), 'too_many_buckets_exception'],
    [ofNumber({ interval: 1e-300, extended_bounds: { max: 1e300 } }), 'too_many_buckets_exception'],
    [{ date_histogram: { field: 'dt', fixed_interval: '1ms' } }, 'too_many_buckets_exception'],
    [{ geohash_grid: { field: 'g', precision: 13 } }, 'x_content_parse_exception'],
    [{ top_hits: { size: 101 } }, 'illegal_argument_exception'],
  ])('%j', (agg, type) => {
    expect(typeOfRefusal(() => result(agg))).toBe(type)
  })

  test.each(['', 'a>b', 'a[b', 'a]b'])('the name %j', (name) => {
    expect(() => aggregated({ [name]: { avg: { field: 'n' } } })).toThrow(EngineError)
  })

  test('a histogram with a bucket for each of many gaps in many buckets', () => {
    const nested = { histogram: { field: 'n', interval: 1e-3 } }
    expect(() =>
      result({ terms: { field: 'k' }, aggs: { a: nested, b: nested, c: nested, d: nested } }),
    ).not.toThrow()
    const finer = { histogram: { field: 'n', interval: 2e-4 } }
    const many = { terms: { field: 'k' }, aggs: { a: finer, b: finer, c: finer, d: finer } }
    expect(typeOfRefusal(() => result(many))).toBe('too_many_buckets_exception')
  })
})
