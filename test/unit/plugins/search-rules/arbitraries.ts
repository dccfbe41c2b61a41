import fc from 'fast-check'

/**
 * Random bodies as a caller of a directory might write them. `queryNodes` and `aggregationNodes`
 * remember which objects of a generated body are clauses and aggregations, so that a test can put
 * something else instead.
 */
export const queryNodes = new WeakSet<object>()
export const aggregationNodes = new WeakSet<object>()

const keyword = fc.constantFrom(
  'region',
  'city',
  'tax_code',
  'name.keyword',
  'legal_status.keyword',
)
const fullText = fc.constantFrom('name', 'description')
const numeric = fc.constantFrom('founded_year', 'revenue')
const word = fc.oneof(
  fc.constantFrom('Lazio', 'croce', 'red cross', 'ODV', 'script', '__proto__', 'a"b\\c', '赤十字'),
  fc.string({ maxLength: 20, unit: 'grapheme' }),
)
const value = fc.oneof(word, fc.integer({ min: -5000, max: 5000 }), fc.boolean())
const year = fc.integer({ min: 1800, max: 2030 })
const boost = fc.double({ min: 0, max: 10, noNaN: true })
const point = fc.oneof(
  fc.record({ lat: fc.integer({ min: -89, max: 89 }), lon: fc.integer({ min: -179, max: 179 }) }),
  fc.tuple(fc.integer({ min: -179, max: 179 }), fc.integer({ min: -89, max: 89 })),
)
const some = <T>(of: fc.Arbitrary<T>, maxLength = 2) => fc.array(of, { minLength: 1, maxLength })
const under = (key: fc.Arbitrary<string>, of: fc.Arbitrary<unknown>) =>
  fc.tuple(key, of).map(([name, inner]) => ({ [name]: inner }))
const clause = (name: string, of: fc.Arbitrary<unknown>) =>
  of.map((params) => marked(queryNodes, { [name]: params }))
const aggregation = (name: string, of: fc.Arbitrary<unknown>) =>
  of.map((params) => ({ [name]: params }))
const optional = (
  required: Record<string, fc.Arbitrary<unknown>>,
  others: Record<string, fc.Arbitrary<unknown>>,
) => fc.record({ ...required, ...others }, { requiredKeys: Object.keys(required) })

function marked<T extends object>(nodes: WeakSet<object>, node: T): T {
  nodes.add(node)
  return node
}

const leafQueries = fc.oneof(
  clause('match_all', optional({}, { boost })),
  clause(
    'match',
    under(
      fullText,
      fc.oneof(
        word,
        optional(
          { query: word },
          {
            operator: fc.constantFrom('and', 'or', 'AND'),
            fuzziness: fc.constantFrom('AUTO', 1, '2'),
            boost,
            minimum_should_match: fc.constantFrom(1, '75%', '2<-25%'),
          },
        ),
      ),
    ),
  ),
  clause(
    'match_phrase',
    under(fullText, fc.oneof(word, optional({ query: word }, { slop: fc.nat(5) }))),
  ),
  clause('match_phrase_prefix', under(fullText, word)),
  clause(
    'multi_match',
    optional(
      { query: word },
      {
        fields: some(fc.constantFrom('name^2', 'description', 'legal_status')),
        type: fc.constantFrom('best_fields', 'most_fields'),
        tie_breaker: fc.constantFrom(0, 0.5, 1),
      },
    ),
  ),
  clause(
    'term',
    under(
      keyword,
      fc.oneof(value, optional({ value: word }, { boost, case_insensitive: fc.boolean() })),
    ),
  ),
  clause('terms', under(keyword, fc.array(word, { maxLength: 5 }))),
  clause(
    'range',
    under(
      numeric,
      optional(
        {},
        { gte: fc.oneof(year, year.map(String)), lt: fc.oneof(year, fc.constant(null)), boost },
      ),
    ),
  ),
  clause('exists', fc.record({ field: keyword })),
  clause('ids', fc.record({ values: fc.array(fc.nat(100).map(String), { maxLength: 5 }) })),
  clause('prefix', under(keyword, fc.constantFrom('Cro', 'L', 'ro'))),
  clause('wildcard', under(keyword, fc.constantFrom('C*', '*a?', 'Lazio'))),
  clause('fuzzy', under(keyword, fc.constantFrom('Lazo', 'croe'))),
  clause(
    'simple_query_string',
    optional(
      { query: word },
      { fields: some(fullText), default_operator: fc.constantFrom('and', 'or') },
    ),
  ),
  clause(
    'geo_distance',
    fc.record({ distance: fc.constantFrom('10km', '5mi', 1000), location: point }),
  ),
  clause(
    'distance_feature',
    fc.record({
      field: fc.constant('created'),
      origin: fc.constant('now'),
      pivot: fc.constant('7d'),
    }),
  ),
)

const { query } = fc.letrec<{ query: object }>((tie) => {
  const inner = tie('query')
  const oneOrMore = fc.oneof(inner, some(inner))
  return {
    query: fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      leafQueries,
      clause(
        'bool',
        optional(
          {},
          { must: oneOrMore, filter: oneOrMore, should: oneOrMore, must_not: oneOrMore, boost },
        ),
      ),
      clause('constant_score', optional({ filter: inner }, { boost })),
      clause(
        'dis_max',
        fc.record({ queries: some(inner), tie_breaker: fc.constantFrom(0, 0.3, 1) }),
      ),
      clause(
        'boosting',
        fc.record({ positive: inner, negative: inner, negative_boost: fc.constantFrom(0.1, 0.5) }),
      ),
      clause(
        'nested',
        optional(
          { path: fc.constant('contacts'), query: inner },
          { score_mode: fc.constantFrom('avg', 'max', 'none') },
        ),
      ),
      clause(
        'function_score',
        optional(
          { query: inner },
          {
            functions: some(optional({ weight: fc.nat(5) }, { filter: inner })),
            boost_mode: fc.constantFrom('sum', 'replace'),
          },
        ),
      ),
    ),
  }
})

const sortKey = fc.oneof(
  fc.constantFrom('_score', 'founded_year', 'region'),
  under(
    fc.constantFrom('founded_year', 'region', 'revenue'),
    fc.oneof(
      fc.constantFrom('asc', 'desc'),
      optional(
        { order: fc.constantFrom('asc', 'desc') },
        { missing: fc.constantFrom('_last', '_first'), mode: fc.constantFrom('min', 'max') },
      ),
    ),
  ),
  fc.record({
    _geo_distance: fc.record({
      location: point,
      order: fc.constantFrom('asc', 'desc'),
      unit: fc.constantFrom('km', 'm'),
    }),
  }),
  query.map((filter) => ({
    'contacts.age': { order: 'asc', nested: { path: 'contacts', filter } },
  })),
)
const sort = fc.array(sortKey, { maxLength: 4 })
const source = fc.oneof(
  fc.boolean(),
  keyword,
  fc.array(keyword, { maxLength: 3 }),
  fc.record({ includes: some(keyword), excludes: fc.array(keyword, { maxLength: 2 }) }),
)
const highlight = optional(
  {
    fields: under(
      fullText,
      optional({}, { number_of_fragments: fc.nat(5), highlight_query: query }),
    ),
  },
  { highlight_query: query, tags_schema: fc.constant('styled') },
)

const size = fc.integer({ min: 1, max: 20 })
const metric = fc.oneof(
  aggregation('max', fc.record({ field: numeric })),
  aggregation('stats', optional({ field: numeric }, { missing: fc.nat(10) })),
  aggregation('cardinality', fc.record({ field: keyword })),
  aggregation('percentiles', optional({ field: numeric }, { percents: some(fc.nat(100)) })),
  aggregation(
    'top_hits',
    optional({}, { size: fc.integer({ min: 1, max: 5 }), sort, _source: source, highlight }),
  ),
)
const bucket = fc.oneof(
  aggregation(
    'terms',
    optional(
      { field: keyword },
      {
        size,
        order: fc.constantFrom({ _count: 'desc' }, [{ _key: 'asc' }]),
        min_doc_count: fc.integer({ min: 1, max: 3 }),
      },
    ),
  ),
  aggregation(
    'range',
    fc.record({ field: numeric, ranges: some(fc.record({ from: year, to: fc.constant(3000) })) }),
  ),
  aggregation(
    'histogram',
    fc.record({
      field: fc.constant('founded_year'),
      interval: fc.constantFrom(1, 10, '25'),
      min_doc_count: fc.constant(1),
    }),
  ),
  aggregation(
    'date_histogram',
    fc.record({
      field: fc.constant('created'),
      calendar_interval: fc.constantFrom('month', '1y', 'quarter'),
    }),
  ),
  aggregation('filter', query),
  aggregation(
    'filters',
    fc.record({
      filters: fc.oneof(
        some(query),
        fc.dictionary(fc.constantFrom('a', 'b', 'script'), query, { minKeys: 1 }),
      ),
    }),
  ),
  aggregation('missing', fc.record({ field: keyword })),
  aggregation(
    'geotile_grid',
    fc.record({ field: fc.constant('location'), precision: fc.nat(10), size }),
  ),
  aggregation(
    'composite',
    optional(
      {
        sources: fc
          .record({ r: fc.record({ terms: fc.record({ field: keyword }) }) })
          .map((one) => [one]),
      },
      { size },
    ),
  ),
)
const names = fc.constantFrom('a', 'b', 'by_region', 'script', 'constructor', 'query', 'Größe')
const { aggs } = fc.letrec<{ aggs: object }>((tie) => ({
  aggs: fc.dictionary(
    names,
    fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      metric.map((one) => marked(aggregationNodes, one)),
      fc
        .tuple(
          bucket,
          fc.option(tie('aggs'), { nil: undefined }),
          fc.constantFrom('aggs', 'aggregations'),
        )
        // Elasticsearch takes composite at the top only
        .map(([one, inner, key]) => {
          const isNestable = inner && !Object.values(inner).some((below) => 'composite' in below)
          return marked(aggregationNodes, isNestable ? { ...one, [key]: inner } : one)
        }),
    ),
    { minKeys: 1, maxKeys: 2 },
  ),
}))

/** A legitimate search body. */
export const legitimateBody = optional(
  { query },
  {
    size: fc.oneof(fc.nat(100), fc.nat(100).map(String)),
    from: fc.nat(1000),
    sort,
    aggs,
    post_filter: query,
    _source: source,
    highlight,
    track_total_hits: fc.oneof(fc.boolean(), fc.nat(1000)),
    min_score: fc.constantFrom(0, 0.5),
    collapse: optional(
      { field: fc.constant('region') },
      { inner_hits: optional({ name: fc.constant('x') }, { size: fc.nat(5), sort, highlight }) },
    ),
  },
) as fc.Arbitrary<Record<string, unknown>>

/** A clause, and named aggregations, unchanged in such a body. */
export const legitimateQuery = query as fc.Arbitrary<object>
export const legitimateAggregations = aggs as fc.Arbitrary<Record<string, object>>
