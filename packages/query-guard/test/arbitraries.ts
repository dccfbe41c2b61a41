import fc from 'fast-check'

const { array, constant: only, constantFrom: pick, oneof: oneOf, record } = fc

/**
 * Random bodies as a caller of a directory might write them. `queryNodes` and `aggregationNodes`
 * remember which objects of a generated body are clauses and aggregations, so that a test can put
 * something else instead.
 */
export const queryNodes = new WeakSet<object>()
export const aggregationNodes = new WeakSet<object>()

const keyword = pick('region', 'city', 'tax_code', 'name.keyword', 'legal_status.keyword')
const fullText = pick('name', 'description')
const numeric = pick('founded_year', 'revenue')
const word = oneOf(
  pick('Lazio', 'croce', 'red cross', 'ODV', 'script', '__proto__', 'a"b\\c', '赤十字'),
  fc.string({ maxLength: 20, unit: 'grapheme' }),
)
const value = oneOf(word, fc.integer({ min: -5000, max: 5000 }), fc.boolean())
const year = fc.integer({ min: 1800, max: 2030 })
const boost = fc.double({ min: 0, max: 10, noNaN: true })
const point = oneOf(
  record({ lat: fc.integer({ min: -89, max: 89 }), lon: fc.integer({ min: -179, max: 179 }) }),
  fc.tuple(fc.integer({ min: -179, max: 179 }), fc.integer({ min: -89, max: 89 })),
)
const some = <T>(of: fc.Arbitrary<T>, maxLength = 2) => array(of, { minLength: 1, maxLength })
const under = (key: fc.Arbitrary<string>, of: fc.Arbitrary<unknown>) =>
  fc.tuple(key, of).map(([name, inner]) => ({ [name]: inner }))
const clause = (name: string, of: fc.Arbitrary<unknown>) =>
  of.map((params) => marked(queryNodes, { [name]: params }))
const aggregation = (name: string, of: fc.Arbitrary<unknown>) =>
  of.map((params) => ({ [name]: params }))
const optional = (
  required: Record<string, fc.Arbitrary<unknown>>,
  others: Record<string, fc.Arbitrary<unknown>>,
) => record({ ...required, ...others }, { requiredKeys: Object.keys(required) })

function marked<T extends object>(nodes: WeakSet<object>, node: T): T {
  nodes.add(node)
  return node
}

const leafQueries = oneOf(
  clause('match_all', optional({}, { boost })),
  clause(
    'match',
    under(
      fullText,
      oneOf(
        word,
        optional(
          { query: word },
          {
            operator: pick('and', 'or', 'AND'),
            fuzziness: pick('AUTO', 1, '2'),
            boost,
            minimum_should_match: pick(1, '75%', '2<-25%'),
          },
        ),
      ),
    ),
  ),
  clause(
    'match_phrase',
    under(fullText, oneOf(word, optional({ query: word }, { slop: fc.nat(5) }))),
  ),
  clause('match_phrase_prefix', under(fullText, word)),
  clause(
    'multi_match',
    optional(
      { query: word },
      {
        fields: some(pick('name^2', 'description', 'legal_status')),
        type: pick('best_fields', 'most_fields'),
        tie_breaker: pick(0, 0.5, 1),
      },
    ),
  ),
  clause(
    'term',
    under(
      keyword,
      oneOf(value, optional({ value: word }, { boost, case_insensitive: fc.boolean() })),
    ),
  ),
  clause('terms', under(keyword, array(word, { maxLength: 5 }))),
  clause(
    'range',
    under(
      numeric,
      optional({}, { gte: oneOf(year, year.map(String)), lt: oneOf(year, only(null)), boost }),
    ),
  ),
  clause('exists', record({ field: keyword })),
  clause('ids', record({ values: array(fc.nat(100).map(String), { maxLength: 5 }) })),
  clause('prefix', under(keyword, pick('Cro', 'L', 'ro'))),
  clause('wildcard', under(keyword, pick('C*', '*a?', 'Lazio'))),
  clause('fuzzy', under(keyword, pick('Lazo', 'croe'))),
  clause(
    'simple_query_string',
    optional({ query: word }, { fields: some(fullText), default_operator: pick('and', 'or') }),
  ),
  clause('geo_distance', record({ distance: pick('10km', '5mi', 1000), location: point })),
  clause(
    'distance_feature',
    record({ field: only('created'), origin: only('now'), pivot: only('7d') }),
  ),
)

const { query } = fc.letrec<{ query: object }>((tie) => {
  const inner = tie('query')
  const oneOrMore = oneOf(inner, some(inner))
  return {
    query: oneOf(
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
      clause('dis_max', record({ queries: some(inner), tie_breaker: pick(0, 0.3, 1) })),
      clause(
        'boosting',
        record({ positive: inner, negative: inner, negative_boost: pick(0.1, 0.5) }),
      ),
      clause(
        'nested',
        optional(
          { path: only('contacts'), query: inner },
          { score_mode: pick('avg', 'max', 'none') },
        ),
      ),
      clause(
        'function_score',
        optional(
          { query: inner },
          {
            functions: some(optional({ weight: fc.nat(5) }, { filter: inner })),
            boost_mode: pick('sum', 'replace'),
          },
        ),
      ),
    ),
  }
})

const sortKey = oneOf(
  pick('_score', 'founded_year', 'region'),
  under(
    pick('founded_year', 'region', 'revenue'),
    oneOf(
      pick('asc', 'desc'),
      optional(
        { order: pick('asc', 'desc') },
        { missing: pick('_last', '_first'), mode: pick('min', 'max') },
      ),
    ),
  ),
  record({
    _geo_distance: record({ location: point, order: pick('asc', 'desc'), unit: pick('km', 'm') }),
  }),
  query.map((filter) => ({
    'contacts.age': { order: 'asc', nested: { path: 'contacts', filter } },
  })),
)
const sort = array(sortKey, { maxLength: 4 })
const source = oneOf(
  fc.boolean(),
  keyword,
  array(keyword, { maxLength: 3 }),
  record({ includes: some(keyword), excludes: array(keyword, { maxLength: 2 }) }),
)
const highlight = optional(
  {
    fields: under(
      fullText,
      optional({}, { number_of_fragments: fc.nat(5), highlight_query: query }),
    ),
  },
  { highlight_query: query, tags_schema: only('styled') },
)

const size = fc.integer({ min: 1, max: 20 })
const metric = oneOf(
  aggregation('max', record({ field: numeric })),
  aggregation('stats', optional({ field: numeric }, { missing: fc.nat(10) })),
  aggregation('cardinality', record({ field: keyword })),
  aggregation('percentiles', optional({ field: numeric }, { percents: some(fc.nat(100)) })),
  aggregation(
    'top_hits',
    optional({}, { size: fc.integer({ min: 1, max: 5 }), sort, _source: source, highlight }),
  ),
)
const bucket = oneOf(
  aggregation(
    'terms',
    optional(
      { field: keyword },
      {
        size,
        order: pick({ _count: 'desc' }, [{ _key: 'asc' }]),
        min_doc_count: fc.integer({ min: 1, max: 3 }),
      },
    ),
  ),
  aggregation(
    'range',
    record({ field: numeric, ranges: some(record({ from: year, to: only(3000) })) }),
  ),
  aggregation(
    'histogram',
    record({ field: only('founded_year'), interval: pick(1, 10, '25'), min_doc_count: only(1) }),
  ),
  aggregation(
    'date_histogram',
    record({ field: only('created'), calendar_interval: pick('month', '1y', 'quarter') }),
  ),
  aggregation('filter', query),
  aggregation(
    'filters',
    record({
      filters: oneOf(some(query), fc.dictionary(pick('a', 'b', 'script'), query, { minKeys: 1 })),
    }),
  ),
  aggregation('missing', record({ field: keyword })),
  aggregation('geotile_grid', record({ field: only('location'), precision: fc.nat(10), size })),
  aggregation(
    'composite',
    optional(
      {
        sources: fc
          .record({ r: record({ terms: record({ field: keyword }) }) })
          .map((one) => [one]),
      },
      { size },
    ),
  ),
)
const names = pick('a', 'b', 'by_region', 'script', 'constructor', 'query', 'Größe')
const { aggs } = fc.letrec<{ aggs: object }>((tie) => ({
  aggs: fc.dictionary(
    names,
    oneOf(
      { depthSize: 'xsmall', withCrossShrink: true },
      metric.map((one) => marked(aggregationNodes, one)),
      fc
        .tuple(bucket, fc.option(tie('aggs'), { nil: undefined }), pick('aggs', 'aggregations'))
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
    size: oneOf(fc.nat(100), fc.nat(100).map(String)),
    from: fc.nat(1000),
    sort,
    aggs,
    post_filter: query,
    _source: source,
    highlight,
    track_total_hits: oneOf(fc.boolean(), fc.nat(1000)),
    min_score: pick(0, 0.5),
    collapse: optional(
      { field: only('region') },
      { inner_hits: optional({ name: only('x') }, { size: fc.nat(5), sort, highlight }) },
    ),
  },
) as fc.Arbitrary<Record<string, unknown>>

/** A clause, and named aggregations, unchanged in such a body. */
export const legitimateQuery = query as fc.Arbitrary<object>
export const legitimateAggregations = aggs as fc.Arbitrary<Record<string, object>>
