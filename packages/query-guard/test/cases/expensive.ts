/**
 * Queries of few bytes that keep a real node busy or fill its heap (Elasticsearch 9.5.3, 1 GB of
 * heap, 22,000 organizations an index), and what they did there. All of them are of an allowed
 * form; only their cost is too high.
 */
export interface ExpensiveCase {
  name: string
  /** Its field is one of this family; `organization-entity` has the others. */
  index?: string
  body: object
  /** The most expensive part up to the one that is too much, as the refusal names it. */
  part: string
  /** What it did. */
  seen: string
}

const all = { match_all: {} }
const many = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const named = (count: number, of: (i: number) => object) =>
  Object.fromEntries(many(count, (i) => [`n${i}`, of(i)]))
const aggs = (x: object) => ({ query: all, size: 0, aggs: { x } })
/** One aggregation inside the other. */
const under = (...levels: object[]): object =>
  levels.reduceRight<object>(
    (inner, level) => (Object.keys(inner).length > 0 ? { ...level, aggs: { x: inner } } : level),
    {},
  )
const overlapping = (count: number) => ({
  range: { field: 'founded_year', ranges: many(count, (i) => ({ from: i })) },
})
const everything = (count: number) => ({ filters: { filters: many(count, () => all) } })

/** A star as WKT: ring points far out and near the middle by turns. */
const star = (points: number): string => {
  const ring = many(points, (i) => {
    const [angle, radius] = [(2 * Math.PI * i) / points, i % 2 ? 40 : 5]
    return (
      `${(radius * Math.cos(angle) - 72).toFixed(4)} ` +
      `${(radius * Math.sin(angle) + 43).toFixed(4)}`
    )
  })
  return `POLYGON((${[...ring, ring[0]].join(',')}))`
}

export const expensiveCases: readonly ExpensiveCase[] = [
  {
    name: 'values without a document within terms',
    body: aggs(
      under({ terms: { field: 'activity.keyword' } }, { terms: { field: 'id', min_doc_count: 0 } }),
    ),
    part: 'aggs.x.aggs.x.terms',
    seen: '26 s, uncancellable',
  },
  {
    name: '40 stars, most edges of which lie between most places',
    index: 'map-serp',
    body: {
      query: {
        bool: { filter: many(40, () => ({ geo_shape: { location: { shape: star(990) } } })) },
      },
      size: 0,
    },
    part: 'query.bool.filter[0].geo_shape',
    seen: '4.3 s',
  },
  {
    name: 'terms ordered by how many values they have in another field',
    body: aggs({
      terms: { field: 'name.keyword', size: 1000, order: { n: 'desc' } },
      aggs: { n: { cardinality: { field: 'city.keyword' } } },
    }),
    part: 'aggs.x.aggs.n.cardinality',
    seen: '389 MB: 16 KiB for each of all names',
  },
  {
    name: 'meta of 200 KB in 1,000 buckets',
    body: aggs({
      terms: { field: 'name.keyword', size: 1000 },
      aggs: { n: { max: { field: 'revenue' }, meta: { note: 'x'.repeat(200_000) } } },
    }),
    part: 'aggs.x.aggs.n.meta',
    seen: 'an answer of 200 MB',
  },
  {
    name: 'three levels of 100 overlapping ranges',
    body: aggs(under(overlapping(100), overlapping(100), overlapping(100))),
    part: 'aggs.x.aggs.x.range',
    seen: '60 s and more, uncancellable',
  },
  {
    name: '100 × 100 filters over top_hits of 100',
    body: aggs(under(everything(100), everything(100), { top_hits: { size: 100 } })),
    part: 'aggs.x.aggs.x.filters',
    seen: '17 s',
  },
  {
    name: 'collapse of 10,000 groups with 10 inner_hits',
    body: {
      query: all,
      size: 10_000,
      collapse: { field: 'tax_code', inner_hits: many(10, (i) => ({ name: `h${i}`, size: 1 })) },
    },
    part: 'query.match_all',
    seen: '18 s',
  },
  {
    name: '64 cardinalities of the finest precision in 1,000 buckets',
    body: aggs({
      terms: { field: 'zip', size: 1000 },
      aggs: named(60, () => ({ cardinality: { field: 'tax_code', precision_threshold: 40_000 } })),
    }),
    part: 'aggs.x.aggs.n0.cardinality',
    seen: '251 MB, the breaker',
  },
  {
    name: '1,000 decays',
    body: {
      query: {
        bool: {
          should: many(10, () => ({
            function_score: {
              query: all,
              functions: many(100, (i) => ({
                gauss: { founded_year: { origin: 1900 + i, scale: 10 } },
              })),
            },
          })),
        },
      },
    },
    part: 'query.bool.should[0].function_score',
    seen: '2 s',
  },
  {
    name: 'sorted by the distance to 1,000 points',
    body: {
      query: all,
      sort: [{ _geo_distance: { location: many(1000, (i) => ({ lat: i % 80, lon: i % 170 })) } }],
    },
    part: 'body',
    seen: '3.4 s',
  },
  {
    name: 'fuzzy words highlighted in 1,000 hits',
    body: {
      query: { match: { name: { query: 'society church trust school', fuzziness: 2 } } },
      size: 1000,
      highlight: { fields: { name: {}, description: {} } },
    },
    part: 'highlight',
    seen: '2 ms a hit and word',
  },
  {
    name: '10,000 hits sorted by 16 keys of words',
    body: { query: all, size: 10_000, sort: many(16, () => ({ 'name.keyword': 'asc' })) },
    part: 'body',
    seen: '3 s',
  },
  {
    name: 'patterns in filters in terms of 800 values',
    body: aggs(
      under(
        { terms: { field: 'city.keyword' } },
        {
          filters: {
            filters: [{ prefix: { id: 'us-' } }, { range: { 'city.keyword': { gte: 'S' } } }],
          },
        },
      ),
    ),
    part: 'aggs.x.aggs.x.filters.filters[0].prefix',
    seen: '4.4 s with two more',
  },
]
