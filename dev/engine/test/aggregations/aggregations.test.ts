import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { aggregate } from '../../aggregations/index.js'
import { EngineError, Unsupported } from '../../errors.js'
import { documents, mappings } from './documents.js'
import { everyDoc, memoryIndex } from './memory-index.js'

const targets = Object.entries(documents).map(([name, docs]) => {
  const view = memoryIndex(name, mappings, docs)
  return { view, docs: everyDoc(view) }
})

function result(agg: unknown): unknown {
  return aggregate(targets, { r: agg }).r
}

/** Numbers may differ in their last digits only. */
function expectAlike(ours: unknown, theirs: unknown): void {
  if (typeof theirs === 'number')
    expect(ours).toBeCloseTo(theirs, 9 - Math.ceil(Math.log10(Math.abs(theirs) + 1)))
  else if (typeof theirs !== 'object' || theirs === null) expect(ours).toBe(theirs)
  else {
    expect(Object.keys(ours as object).sort()).toEqual(Object.keys(theirs).sort())
    for (const [key, value] of Object.entries(theirs))
      expectAlike((ours as Record<string, unknown>)[key], value)
  }
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

test('no index at all gives empty results', () => {
  expect(aggregate([], { a: { avg: { field: 'n' } }, t: { terms: { field: 'k' } } })).toEqual({
    a: { value: null },
    t: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: [] },
  })
})

describe('top_hits', () => {
  test('shows the best of each bucket, over all indices', () => {
    const hits = { top_hits: { size: 1, from: 1, sort: [{ n: 'desc' }] } }
    const { buckets } = result({
      terms: { field: 'n', order: { _key: 'asc' } },
      aggs: { hits },
    }) as never
    const shown = (
      buckets as {
        key: number
        hits: { hits: { total: { value: number }; hits: { _id: string }[] } }
      }[]
    ).map((bucket) => [
      bucket.key,
      bucket.hits.hits.total.value,
      bucket.hits.hits.hits.map(({ _id }) => _id),
    ])
    expect(shown).toEqual([
      [-4, 1, []],
      [3, 1, []],
      [5, 2, ['4']],
      [7, 1, []],
    ])
  })

  test('of no document', () => {
    expect(result({ filter: { match_none: {} }, aggs: { hits: { top_hits: {} } } })).toEqual({
      doc_count: 0,
      hits: { hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] } },
    })
  })
})

describe('what Elasticsearch refuses is refused', () => {
  const parsing = 'parsing_exception'
  const content = 'x_content_parse_exception'
  const illegal = 'illegal_argument_exception'
  const inTerms = (params: object, aggs?: object) => ({
    terms: { field: 'k', ...params },
    ...(aggs && { aggs }),
  })
  test.each([
    [{}, parsing],
    [[], parsing],
    [{ nope: {} }, parsing],
    [{ constructor: {} }, parsing],
    [{ avg: { field: 'n' }, max: { field: 'n' } }, parsing],
    [{ avg: [] }, parsing],
    [{ avg: { field: 'n' }, aggs: {}, aggregations: {} }, parsing],
    [{ avg: { field: 'n' }, aggs: { x: { avg: { field: 'n' } } } }, illegal],
    [{ avg: {} }, illegal],
    [{ avg: { field: 'n', scripts: '1' } }, content],
    [{ avg: { field: 'k' } }, illegal],
    [{ avg: { field: 't' } }, illegal],
    [{ terms: { field: 't' } }, illegal],
    [{ terms: { field: 'g' } }, illegal],
    [{ missing: { field: 't' } }, illegal],
    [{ cardinality: { field: 't' } }, illegal],
    [{ geo_bounds: { field: 'n' } }, illegal],
    [{ avg: { field: 'b', format: '0' } }, illegal],
    [inTerms({ size: 0 }), content],
    [inTerms({ size: 'x' }), content],
    [inTerms({ size: null }), content],
    [inTerms({ order: {} }), parsing],
    [inTerms({ order: { _key: 'up' } }), parsing],
    [inTerms({ order: { nope: 'asc' } }), illegal],
    [inTerms({ order: { s: 'asc' } }, { s: { stats: { field: 'n' } } }), illegal],
    [inTerms({ order: { 's.nope': 'asc' } }, { s: { stats: { field: 'n' } } }), illegal],
    [inTerms({ order: { 's.constructor': 'asc' } }, { s: { stats: { field: 'n' } } }), illegal],
    [inTerms({ order: { t: 'asc' } }, { t: { terms: { field: 'n' } } }), illegal],
    [inTerms({ format: '0' }), illegal],
    [inTerms({}, { g: { global: {} } }), illegal],
    [{ terms: { field: 'n', include: 'a.*' } }, illegal],
    [{ terms: { field: 'k', include: 'a(b' } }, content],
    [{ terms: { field: 'n', missing: 'x' } }, 'number_format_exception'],
    [{ range: { field: 'n' } }, illegal],
    [{ range: { field: 'n', ranges: [{ form: 1 }] } }, content],
    [{ range: { field: 'k', ranges: [{ from: 1 }] } }, illegal],
    [{ date_range: { field: 'dt', ranges: [{ from: 'soon' }] } }, 'parse_exception'],
    [{ histogram: { field: 'n' } }, illegal],
    [{ histogram: { field: 'n', interval: -1 } }, content],
    [{ histogram: { field: 'n', interval: 1, extended_bounds: { min: 3, max: 1 } } }, content],
    [
      {
        histogram: {
          field: 'n',
          interval: 1,
          extended_bounds: { min: 0 },
          hard_bounds: { min: 1 },
        },
      },
      illegal,
    ],
    [{ histogram: { field: 'n', interval: 1e-9 } }, 'too_many_buckets_exception'],
    [
      { histogram: { field: 'n', interval: 1e-300, extended_bounds: { max: 1e300 } } },
      'too_many_buckets_exception',
    ],
    [{ date_histogram: { field: 'dt' } }, illegal],
    [{ date_histogram: { field: 'dt', calendar_interval: '2d' } }, content],
    [{ date_histogram: { field: 'dt', calendar_interval: 'constructor' } }, content],
    [{ date_histogram: { field: 'dt', fixed_interval: '1M' } }, content],
    [{ date_histogram: { field: 'dt', fixed_interval: '1d', calendar_interval: '1d' } }, content],
    [{ date_histogram: { field: 'dt', fixed_interval: '1ms' } }, 'too_many_buckets_exception'],
    [{ date_histogram: { field: 'b', fixed_interval: '1d' } }, illegal],
    [{ filter: { nope: {} } }, parsing],
    [{ filters: {} }, illegal],
    [{ filters: { filters: {} } }, illegal],
    [{ geohash_grid: { field: 'g', precision: 13 } }, content],
    [{ top_hits: { size: 101 } }, illegal],
  ])('%j', (agg, type) => {
    expect(() => result(agg)).toThrow(expect.objectContaining({ status: 400, type }))
  })

  test.each(['', 'a>b', 'a[b', 'a]b'])('the name %j', (name) => {
    expect(() => aggregate(targets, { [name]: { avg: { field: 'n' } } })).toThrow(EngineError)
  })

  test('a histogram with a bucket for each of many gaps in many buckets', () => {
    const nested = { histogram: { field: 'n', interval: 1e-3 } }
    expect(() =>
      result({ terms: { field: 'k' }, aggs: { a: nested, b: nested, c: nested, d: nested } }),
    ).not.toThrow()
    const finer = { histogram: { field: 'n', interval: 2e-4 } }
    expect(() =>
      result({ terms: { field: 'k' }, aggs: { a: finer, b: finer, c: finer, d: finer } }),
    ).toThrow(expect.objectContaining({ type: 'too_many_buckets_exception' }))
  })
})

test('whatever is asked, the answer is a result or a 400', () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('n', 'k', 'dt', 'g', 'b', 't', 1, 0, -1, '1d', 'year', '[', { _key: 'asc' }, [
      { from: 1 },
    ]),
    fc.constantFrom({ x: { terms: { field: 'k' } } }, { x: 'a' }, { x: null }),
  )
  const names =
    'avg terms range date_range histogram date_histogram filters geohash_grid geo_bounds ' +
    'top_hits stats composite'
  const params =
    'field missing size order interval calendar_interval offset ranges filters format include ' +
    'precision sources after'
  const body = fc.dictionary(fc.constantFrom(...params.split(' ')), value, { maxKeys: 4 })
  fc.assert(
    fc.property(fc.constantFrom(...names.split(' ')), body, (name, parameters) => {
      try {
        result({ [name]: { field: 'n', ...parameters } })
      } catch (error) {
        expect([EngineError, Unsupported]).toContain((error as EngineError).constructor)
        expect((error as EngineError).status).toBe(400)
      }
    }),
    { numRuns: 2000 },
  )
})
