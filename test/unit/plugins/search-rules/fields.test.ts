import fc from 'fast-check'
import { fieldRules } from '../../../../plugins/kit/field-rules.js'
import type { Choice } from '../../../../plugins/search-rules/grammar/settings.js'
import { features } from '../../../../plugins/search-rules/rule/rule.js'
import { validatorOf } from '../../../../plugins/search-rules/validate/request.js'
import { samples } from '../../../support/samples.js'
import { deniedField, metaFieldReferences, namelessLists } from './cases/reopened-fields.js'

const all = { match_all: {} }
const query = (clause: object) => ({ query: clause })
const body = (keys: object) => ({ query: all, ...keys })
const agg = (type: object) => body({ aggs: { x: type } })

/** Every place of a body that names a field. */
const references: [string, (field: string) => object][] = [
  ...[
    'term',
    'match',
    'match_phrase',
    'match_phrase_prefix',
    'match_bool_prefix',
    'prefix',
    'wildcard',
    'fuzzy',
    'regexp',
    'span_term',
  ].map((clause): [string, (field: string) => object] => [
    clause,
    (field) => query({ [clause]: { [field]: 'x' } }),
  ]),
  ['terms', (field) => query({ terms: { [field]: ['x'] } })],
  [
    'terms_set',
    (field) => query({ terms_set: { [field]: { terms: ['x'], minimum_should_match: 1 } } }),
  ],
  [
    'terms_set minimum',
    (field) => query({ terms_set: { name: { terms: ['x'], minimum_should_match_field: field } } }),
  ],
  ['range', (field) => query({ range: { [field]: { gte: 1 } } })],
  ['exists', (field) => query({ exists: { field } })],
  ['multi_match', (field) => query({ multi_match: { query: 'x', fields: ['name', field] } })],
  [
    'multi_match with a boost',
    (field) => query({ multi_match: { query: 'x', fields: [`${field}^3`] } }),
  ],
  ['multi_match on one', (field) => query({ multi_match: { query: 'x', fields: field } })],
  ['combined_fields', (field) => query({ combined_fields: { query: 'x', fields: [field] } })],
  ['query_string fields', (field) => query({ query_string: { query: 'x', fields: [field] } })],
  [
    'query_string default_field',
    (field) => query({ query_string: { query: 'x', default_field: field } }),
  ],
  [
    'query_string prefix',
    (field) => query({ query_string: { query: `name:a AND ${field}:x`, default_field: 'name' } }),
  ],
  [
    'query_string prefix in parentheses',
    (field) => query({ query_string: { query: `a (${field}:x)`, default_field: 'name' } }),
  ],
  [
    'query_string prefix behind a sign',
    (field) => query({ query_string: { query: `+name:a -${field}:x`, default_field: 'name' } }),
  ],
  [
    'query_string prefix before a space',
    (field) => query({ query_string: { query: `${field} : x`, default_field: 'name' } }),
  ],
  [
    'query_string prefix of a group',
    (field) => query({ query_string: { query: `${field}:(a OR b)`, default_field: 'name' } }),
  ],
  [
    'query_string prefix of a range',
    (field) => query({ query_string: { query: `${field}:[a TO b]`, default_field: 'name' } }),
  ],
  [
    'query_string prefix of a comparison',
    (field) => query({ query_string: { query: `${field}:>=5`, default_field: 'name' } }),
  ],
  [
    'simple_query_string',
    (field) => query({ simple_query_string: { query: 'x', fields: [field] } }),
  ],
  ['more_like_this', (field) => query({ more_like_this: { fields: [field], like: 'x' } })],
  ['nested path', (path) => query({ nested: { path, query: all } })],
  [
    'nested query',
    (field) => query({ nested: { path: 'name', query: { term: { [field]: 'x' } } } }),
  ],
  ['geo_distance', (field) => query({ geo_distance: { distance: '1km', [field]: [1, 2] } })],
  [
    'geo_bounding_box',
    (field) => query({ geo_bounding_box: { [field]: { wkt: 'BBOX (1,2,4,3)' } } }),
  ],
  ['geo_shape', (field) => query({ geo_shape: { [field]: { shape: 'POINT (1 2)' } } })],
  ['geo_grid', (field) => query({ geo_grid: { [field]: { geohash: 'u' } } })],
  [
    'distance_feature',
    (field) => query({ distance_feature: { field, origin: 'now', pivot: '1d' } }),
  ],
  ['rank_feature', (field) => query({ rank_feature: { field } })],
  ['field_value_factor', (field) => query({ function_score: { field_value_factor: { field } } })],
  [
    'random_score',
    (field) => query({ function_score: { functions: [{ random_score: { field } }] } }),
  ],
  ['decay', (field) => query({ function_score: { gauss: { [field]: { origin: 1, scale: 1 } } } })],
  [
    'span_field_masking',
    (field) => query({ span_field_masking: { query: { span_term: { name: 'x' } }, field } }),
  ],
  ['intervals', (field) => query({ intervals: { [field]: { match: { query: 'x' } } } })],
  [
    'intervals use_field',
    (field) => query({ intervals: { name: { match: { query: 'x', use_field: field } } } }),
  ],
  ['knn', (field) => body({ knn: { field, query_vector: [1], k: 1, num_candidates: 1 } })],
  ['post_filter', (field) => body({ post_filter: { term: { [field]: 'x' } } })],
  ['sort', (field) => body({ sort: [{ [field]: 'asc' }] })],
  ['sort by name', (field) => body({ sort: field })],
  ['sort in a list', (field) => body({ sort: ['_score', field] })],
  [
    'sort filter',
    (field) =>
      body({ sort: { name: { nested: { path: 'name', filter: { exists: { field } } } } } }),
  ],
  ['sort by distance', (field) => body({ sort: [{ _geo_distance: { [field]: [1, 2] } }] })],
  ['collapse', (field) => body({ collapse: { field } })],
  [
    'collapse on a second level',
    (field) =>
      body({ collapse: { field: 'name', inner_hits: { name: 'x', collapse: { field } } } }),
  ],
  ['highlight', (field) => body({ highlight: { fields: { [field]: {} } } })],
  ['highlight in a list', (field) => body({ highlight: { fields: [{ [field]: {} }] } })],
  [
    'highlight matched_fields',
    (field) => body({ highlight: { fields: { name: { matched_fields: [field] } } } }),
  ],
  [
    'highlight_query',
    (field) =>
      body({ highlight: { fields: { name: {} }, highlight_query: { term: { [field]: 'x' } } } }),
  ],
  ['_source', (field) => body({ _source: field })],
  ['_source in a list', (field) => body({ _source: ['name', field] })],
  ['_source includes', (field) => body({ _source: { includes: [field] } })],
  ['fields', (field) => body({ fields: [field] })],
  ['fields with a format', (field) => body({ fields: [{ field, format: 'x' }] })],
  ['docvalue_fields', (field) => body({ docvalue_fields: [field] })],
  ['stored_fields', (field) => body({ stored_fields: [field] })],
  ['suggest', (field) => body({ suggest: { x: { text: 'a', term: { field } } } })],
  [
    'suggest completion',
    (field) => body({ suggest: { x: { prefix: 'a', completion: { field } } } }),
  ],
  [
    'inner_hits sort',
    (field) => query({ nested: { path: 'name', query: all, inner_hits: { sort: field } } }),
  ],
  [
    'inner_hits _source',
    (field) => query({ nested: { path: 'name', query: all, inner_hits: { _source: [field] } } }),
  ],
  ...[
    'terms',
    'rare_terms',
    'significant_terms',
    'missing',
    'max',
    'cardinality',
    'percentiles',
    'geotile_grid',
    'geo_bounds',
    'string_stats',
    'date_range',
  ].map((type): [string, (field: string) => object] => [
    `aggregation ${type}`,
    (field) => agg({ [type]: type === 'date_range' ? { field, ranges: [{ to: 1 }] } : { field } }),
  ]),
  ['aggregation histogram', (field) => agg({ histogram: { field, interval: 1 } })],
  [
    'aggregation date_histogram',
    (field) => agg({ date_histogram: { field, calendar_interval: '1d' } }),
  ],
  ['aggregation filter', (field) => agg({ filter: { term: { [field]: 'x' } } })],
  ['aggregation nested', (path) => agg({ nested: { path } })],
  [
    'aggregation multi_terms',
    (field) => agg({ multi_terms: { terms: [{ field: 'name' }, { field }] } }),
  ],
  [
    'aggregation composite',
    (field) => agg({ composite: { sources: [{ a: { terms: { field } } }] } }),
  ],
  [
    'aggregation weighted_avg',
    (field) => agg({ weighted_avg: { value: { field: 'name' }, weight: { field } } }),
  ],
  ['aggregation matrix_stats', (field) => agg({ matrix_stats: { fields: ['name', field] } })],
  [
    'aggregation top_metrics',
    (field) => agg({ top_metrics: { metrics: [{ field }], sort: 'name' } }),
  ],
  [
    'aggregation top_metrics sort',
    (field) => agg({ top_metrics: { metrics: { field: 'name' }, sort: { [field]: 'asc' } } }),
  ],
  ['aggregation top_hits', (field) => agg({ top_hits: { sort: [{ [field]: 'asc' }] } })],
  ['aggregation top_hits _source', (field) => agg({ top_hits: { _source: { includes: field } } })],
  [
    'a sub-aggregation',
    (field) => agg({ terms: { field: 'name' }, aggs: { y: { min: { field } } } }),
  ],
]

const judgeOfFields = (fields: Choice) => {
  const judge = validatorOf({ indexPrefixes: ['map-serp'], features: [...features], fields })
  return (value: object) => judge(JSON.stringify({ index: 'map-serp', body: value }))
}

describe('every reference to a field', () => {
  const free = judgeOfFields({})
  const denying = judgeOfFields({ deny: ['secret', 'private.*', '*_hash'] })
  const allowing = judgeOfFields({ allow: ['name', 'public.*', 'open_*'] })

  test.each(references)('%s', (_, at) => {
    expect(free(at('secret'))).toHaveProperty('search')
    expect(denying(at('name'))).toHaveProperty('search')
    expect(allowing(at('name'))).toHaveProperty('search')
    expect(allowing(at('open_door'))).toHaveProperty('search')
    for (const field of [
      'secret',
      'secret.keyword',
      'private.a',
      'private.a.b',
      'x_hash',
      'x_hash.raw',
      'private',
    ]) {
      expect([field, denying(at(field))]).toMatchObject([
        field,
        { problems: { body: expect.anything() } },
      ])
    }
    for (const field of ['secret', 'names', 'nam', 'open', 'description', 'x.name']) {
      expect([field, allowing(at(field))]).toMatchObject([
        field,
        { problems: { body: expect.anything() } },
      ])
    }
  })

  const patterned = references.filter(([name]) => !name.includes('query_string prefix'))
  test.each(patterned)('%s by a pattern', (_, at) => {
    for (const field of [
      '*',
      's*',
      'se*t',
      'secret*',
      '*ret',
      'private.*',
      'priv*',
      '*hash',
      '**',
    ]) {
      expect([field, denying(at(field))]).toMatchObject([
        field,
        { problems: { body: expect.anything() } },
      ])
    }
    for (const field of ['*', 'n*', 'name*', '*.keyword', 'public*', 'op*']) {
      expect([field, allowing(at(field))]).toMatchObject([
        field,
        { problems: { body: expect.anything() } },
      ])
    }
    for (const field of ['name.*', 'public.a*', 'open_*', 'open_*.x'])
      expect(allowing(at(field))).toHaveProperty('search')
  })

  test.each<[string, object]>([
    ['multi_match', query({ multi_match: { query: 'x' } })],
    ['query_string', query({ query_string: { query: 'x' } })],
    ['simple_query_string', query({ simple_query_string: { query: 'x' } })],
    ['more_like_this', query({ more_like_this: { like: 'x' } })],
    [
      'quote_field_suffix',
      query({
        query_string: { query: '"x"', default_field: 'name', quote_field_suffix: '.secret' },
      }),
    ],
    ['_exists_', query({ query_string: { query: '_exists_:secret', default_field: 'name' } })],
    ['an escaped prefix', query({ query_string: { query: 'se\\cret:x', default_field: 'name' } })],
    [
      'a prefix in unicode',
      query({ query_string: { query: '\\u0073ecret:x', default_field: 'name' } }),
    ],
    [
      'a prefix with a wildcard',
      query({ query_string: { query: 'se\\*:x', default_field: 'name' } }),
    ],
    ['any field', query({ query_string: { query: '*:x', default_field: 'name' } })],
    [
      'an escaped backslash before the colon',
      query({ query_string: { query: 'secret\\\\:x', default_field: 'name' } }),
    ],
  ])('%s cannot get around them', (_, value) => {
    expect(free(value)).toHaveProperty('search')
    expect(denying(value)).toHaveProperty('problems')
    expect(allowing(value)).toHaveProperty('problems')
  })

  test('what is no field stays free', () => {
    const texts = query({ query_string: { query: 'name:croce 12\\:30', default_field: 'name' } })
    const sorted = body({
      sort: ['_score', '_doc', { _id: 'asc' }, '_shard_doc', { _seq_no: 'asc' }],
      aggs: { secret: { terms: { field: 'name', order: { _count: 'desc' } } } },
    })
    const filtered = query({ term: { _index: 'map-serp-1' } })
    for (const value of [texts, sorted, filtered, query({ ids: { values: ['1'] } })]) {
      expect(denying(value)).toHaveProperty('search')
      expect(allowing(value)).toHaveProperty('search')
    }
  })
})

describe('a denied field is not reached without its name', () => {
  const rules: Choice[] = [{}, { deny: [deniedField] }, { allow: ['name', '*_names', '*source'] }]
  const [free, denying, allowing] = rules.map(judgeOfFields)

  test.each(namelessLists)('a list of fields names at least one: $name', ({ body }) => {
    for (const judge of [free!, denying!, allowing!]) expect(judge(body)).toHaveProperty('problems')
  })
  test.each(metaFieldReferences)('meta-fields are closed: $name', ({ body }) => {
    expect(free!(body)).toHaveProperty('search')
    for (const judge of [denying!, allowing!]) expect(judge(body)).toHaveProperty('problems')
  })
  test('an empty list costs as much as all fields', () => {
    const costOf = (fields: string[] | undefined) => {
      const judgement = validatorOf(
        { indexPrefixes: ['map-serp'], mode: 'report' },
        undefined,
        true,
      )(
        JSON.stringify({
          index: 'map-serp',
          body: query({ multi_match: { query: 'red cross', fields } }),
        }),
      )
      return judgement.cost!.total
    }
    expect(costOf([])).toBe(costOf(undefined))
    expect(costOf([])).toBe(costOf(['*']))
  })
})

describe('_source', () => {
  const rules = { deny: fieldRules([], ['secret'])!, allow: fieldRules(['name', 'public.*'])! }
  const hidden = ['secret', 'secret.*']
  test.each<[string, unknown, unknown, unknown]>([
    [
      'nothing asked',
      undefined,
      { includes: [], excludes: hidden },
      { includes: ['name', 'public.*'], excludes: [] },
    ],
    [
      'everything',
      true,
      { includes: [], excludes: hidden },
      { includes: ['name', 'public.*'], excludes: [] },
    ],
    [
      'everything as a text',
      'true',
      { includes: [], excludes: hidden },
      { includes: ['name', 'public.*'], excludes: [] },
    ],
    ['nothing', false, false, false],
    ['one', 'name', { includes: ['name'], excludes: hidden }, { includes: ['name'], excludes: [] }],
    [
      'a list',
      ['name'],
      { includes: ['name'], excludes: hidden },
      { includes: ['name'], excludes: [] },
    ],
    [
      'an object',
      { includes: 'name', excludes: ['a'] },
      { includes: ['name'], excludes: ['a', ...hidden] },
      { includes: ['name'], excludes: ['a'] },
    ],
    [
      'only excludes',
      { exclude: 'a' },
      { includes: [], excludes: ['a', ...hidden] },
      { includes: ['name', 'public.*'], excludes: ['a'] },
    ],
    [
      'an empty list',
      [],
      { includes: [], excludes: hidden },
      { includes: ['name', 'public.*'], excludes: [] },
    ],
  ])('%s', (_, asked, denied, allowed) => {
    expect(rules.deny.source(asked)).toEqual(denied)
    expect(rules.allow.source(asked)).toEqual(allowed)
  })

  test('is written wherever documents are asked for', () => {
    const judge = judgeOfFields({ deny: ['secret'] })
    const judgement = judge({
      query: { bool: { must: [{ nested: { path: 'a', query: all, inner_hits: {} } }] } },
      collapse: {
        field: 'name',
        inner_hits: [{ name: 'x' }, { name: 'y', collapse: { field: 'name' } }],
      },
      aggs: { x: { terms: { field: 'name' }, aggs: { y: { top_hits: { _source: ['name'] } } } } },
    })
    const { search } = judgement as Extract<typeof judgement, { search: unknown }>
    expect(search.body.match(/"excludes":\["secret","secret\.\*"\]/g)).toHaveLength(5)
  })
})

test('a pattern covers a name as it covers one of its ancestors, letter by letter', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', '.', '*'),
    minLength: 1,
    maxLength: 8,
  })
  /**
   * What it means, said plainly: the pattern is a name that begins the reference and ends at a dot
   * or with it.
   */
  const isMeant = (pattern: string, name: string) => {
    const form = pattern
      .split('*')
      .map((piece) => piece.replaceAll('.', '\\.'))
      .join('.*')
    const ends = [...name].flatMap((letter, i) => (letter === '.' ? [i] : []))
    return [...ends, name.length].some((end) => new RegExp(`^${form}$`).test(name.slice(0, end)))
  }
  fc.assert(
    fc.property(letters, letters, (pattern, name) => {
      expect(fieldRules([pattern])!.allows(name)).toBe(
        !name.startsWith('*') && isMeant(pattern, name),
      )
    }),
    { numRuns: samples(2000) },
  )
})
