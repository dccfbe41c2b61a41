import { type Asked, all, named, times } from './attacks.js'

const bodyOf = (query: object, more: object = {}) => ({ query, size: 0, ...more })
const buckets = (aggs: object, more: object = {}) =>
  bodyOf(all, { aggs: { x: { terms: { field: 'name.keyword', size: 1000, ...more }, aggs } } })

const wildcards = (of: (name: string) => object) => ({
  bool: {
    should: times(3, (i) => ({
      wildcard: { 'name.keyword': { value: `*${'aei'[i]}*${i}*`, ...of(`w${i}`) } },
    })),
  },
})
const hitsOfBuckets = {
  x: { terms: { field: 'zip', size: 500 }, aggs: { h: { top_hits: { size: 1 } } } },
}

const glued = 'a1'.repeat(1000)
const analyzer = 'simple'

const star = (points: number, depth: number, of: (ring: number[][]) => unknown): unknown => {
  const ring = times(points, (i) => {
    const [angle, radius] = [(2 * Math.PI * i) / points, i % 2 ? 40 : 40 / depth]
    return [-72 + radius * Math.cos(angle), 43 + radius * Math.sin(angle)]
  })
  return of([...ring, ring[0]!])
}
const wkt = (ring: number[][]) =>
  `POLYGON((${ring.map((point) => point.map((n) => n.toFixed(4)).join(' ')).join(',')}))`
const shapes = (count: number, shape: unknown, more: object = {}) =>
  bodyOf({
    bool: { filter: times(count, () => ({ geo_shape: { location: { shape, ...more } } })) },
  })

const asked = (name: string, body: object, index = 'organization-entity*'): Asked => ({
  name,
  index,
  body,
})

/** Searches whose cost was once computed far too low, and variants of each. */
export const expensive: readonly Asked[] = [
  asked(
    'named wildcards under top_hits',
    bodyOf(
      wildcards((_name) => ({ _name })),
      { aggs: hitsOfBuckets },
    ),
  ),
  asked(
    'the bool around them named',
    bodyOf(
      { bool: { must: wildcards((_name) => ({ _name })), _name: 'b' } },
      { aggs: hitsOfBuckets },
    ),
  ),
  asked('named wildcards in inner_hits of groups', {
    query: wildcards((_name) => ({ _name })),
    size: 100,
    collapse: { field: 'zip', inner_hits: { name: 'h', size: 100 } },
  }),
  asked('named fuzzy words in a post_filter', {
    query: all,
    size: 1000,
    post_filter: {
      bool: {
        should: times(40, (i) => ({
          fuzzy: { name: { value: `cente${i % 10}`, _name: `f${i}` } },
        })),
      },
    },
  }),
  asked(
    'a phrase of glued words',
    bodyOf({ match_phrase: { 'name.prefix': { query: glued, analyzer, slop: 2e9 } } }),
  ),
  asked(
    'many matches of glued words',
    bodyOf({
      bool: { filter: times(100, () => ({ match: { name: { query: glued, analyzer } } })) },
    }),
  ),
  asked(
    'a quote_analyzer',
    bodyOf({
      query_string: { query: `"${glued}"`, fields: ['name'], quote_analyzer: analyzer },
    }),
  ),
  asked(
    'beginnings of words, by an analyzer of our own',
    bodyOf({
      bool: {
        should: times(60, () => ({
          multi_match: {
            query: 'foundation association '.repeat(30),
            fields: ['name'],
            analyzer: 'folded_prefixes',
          },
        })),
      },
    }),
  ),
  asked(
    'query_string of type phrase',
    bodyOf({
      query_string: {
        query: 'of the and in '.repeat(100),
        type: 'phrase',
        fields: ['description', 'name'],
      },
    }),
    'organization-serp*',
  ),
  asked(
    'query_string with a rewrite',
    bodyOf({
      bool: {
        should: times(100, (i) => ({
          query_string: {
            query: `${'aeior'[i % 5]}* t*`,
            fields: ['name*'],
            rewrite: 'scoring_boolean',
          },
        })),
      },
    }),
  ),
  ...[10, 90].map((count) => ({
    name: `${count} stars`,
    index: 'map-serp*',
    body: shapes(count, star(990, 8, wkt)),
  })),
  {
    name: 'stars within',
    index: 'map-serp*',
    body: shapes(18, star(990, 2, wkt), { relation: 'within' }),
  },
  { name: 'small stars', index: 'map-serp*', body: shapes(180, star(60, 8, wkt)) },
  {
    name: 'stars as GeoJSON, disjoint',
    index: 'map-serp*',
    body: shapes(
      18,
      star(990, 8, (ring) => ({ type: 'polygon', coordinates: [ring] })),
      { relation: 'disjoint' },
    ),
  },
  ...[
    ['name.keyword', 'city.keyword'],
    ['tax_code', 'city.keyword'],
    ['name.keyword', 'revenue'],
    ['zip', 'tax_code'],
  ].map(([of, field]) => ({
    name: `terms of ${of} ordered by cardinality of ${field}`,
    body: buckets({ n: { cardinality: { field } } }, { field: of, order: { n: 'desc' } }),
  })),
  ...(['percentile_ranks', 'percentiles'] as const).flatMap((type) =>
    [30, 8].map((count) => ({
      name: `${count} ${type} of 100 values`,
      body: buckets(
        named(count, () => ({
          [type]: {
            field: 'revenue',
            [type === 'percentiles' ? 'percents' : 'values']: times(100, (i) => i),
          },
        })),
      ),
    })),
  ),
  asked(
    'meta in buckets',
    buckets({ m: { max: { field: 'revenue' }, meta: { note: 'x'.repeat(90_000) } } }),
  ),
  asked('names in buckets', buckets({ ['n'.repeat(50_000)]: { max: { field: 'revenue' } } })),
]
