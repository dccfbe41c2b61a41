const all = { match_all: {} }
const times = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const letter = (n: number) => 'abcdefghijklmnopqrstuvwxyz'[n % 26]!
const words = (count: number, of: (i: number) => string) => times(count, of).join(' ')
const should = (count: number, of: (i: number) => object) => ({
  query: { bool: { should: times(count, of) } },
})
const under = (...levels: object[]): object => ({
  query: all,
  size: 0,
  aggs: { x: levels.reduceRight((inner, level) => ({ ...level, aggs: { y: inner } })) },
})
const terms = (field: string, size = 100, more: object = {}) => ({
  terms: { field, size, ...more },
})
const everything = (count: number) => ({ filters: { filters: times(count, () => all) } })
const text = (params: object) => ({ query: { query_string: { lenient: true, ...params } } })
const star = (points: number, depth: number) => {
  const ring = times(points, (i) => {
    const [angle, radius] = [(2 * Math.PI * i) / points, i % 2 ? 40 : 40 / depth]
    return [-72 + radius * Math.cos(angle), 43 + radius * Math.sin(angle)]
  })
  return { type: 'polygon', coordinates: [[...ring, ring[0]]] }
}
const shapes = (count: number, shape: object, relation: string) => ({
  query: {
    bool: { filter: times(count, () => ({ geo_shape: { location: { shape, relation } } })) },
  },
  size: 0,
})
const hdr = (digits: number) => ({ hdr: { number_of_significant_value_digits: digits } })

/**
 * Bodies that would harm a node, by name: further ones than those that were seen to
 * (expensive.ts). Each pulls a lever of its own.
 */
export const costAttacks: Readonly<Record<string, object>> = {
  'hdr of 3 digits in 1000 terms': under(terms('zip', 1000), {
    percentiles: { field: 'assets', ...hdr(3) },
  }),
  'words of 64 fields': {
    query: {
      multi_match: {
        query: words(500, (i) => `w${letter(i)}${i}`),
        fields: times(64, () => '*'),
        ...{ lenient: true, type: 'cross_fields' },
      },
    },
  },
  'ranges in all fields': text({ query: words(100, (i) => `[${i} TO ${9 * i}]`) }),
  'patterns with a rewrite': should(100, (i) => ({
    query_string: {
      query: `${'aeior'[i % 5]}* t*`,
      ...{ fields: ['name*'], rewrite: 'scoring_boolean' },
    },
  })),
  'a phrase with slop of equal words': {
    query: { match_phrase: { name: { query: words(500, () => 'inc'), slop: 1_000_000 } } },
  },
  'stars within': shapes(18, star(990, 2), 'within'),
  'wide buffers in filters': under(everything(100), {
    variable_width_histogram: {
      ...{ field: 'revenue', buckets: 1000, shard_size: 50_000, initial_buffer: 50_000 },
    },
  }),
}
