/** A search that may harm a node. */
export interface Asked {
  name: string
  /** Index pattern; `organization-entity*` when absent. */
  index?: string
  body: object
}

export const all = { match_all: {} }
export const times = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
export const named = (count: number, of: (i: number) => object) =>
  Object.fromEntries(times(count, (i) => [`n${i}`, of(i)]))
const inBuckets = (aggs: object, query: object = all) => ({ query, size: 0, aggs })
const under = (...levels: object[]): object =>
  inBuckets({ x: levels.reduceRight((inner, level) => ({ ...level, aggs: { y: inner } })) })
const should = (count: number, of: (i: number) => object) => ({
  query: { bool: { should: times(count, of) } },
})

/** Ranges that each hold nearly every document. */
const overlapping = (count: number) => ({
  range: { field: 'founded_year', ranges: times(count, (i) => ({ from: i })) },
})
const rings = (count: number) => ({
  geo_distance: {
    ...{ field: 'location', origin: '40,0' },
    ranges: times(count, (i) => ({ from: i })),
  },
})
const everything = (count: number) => ({ filters: { filters: times(count, () => all) } })
const terms = (field: string, size = 100) => ({ terms: { field, size } })
const grouped = (inner_hits: object, more: object = {}) => ({
  ...{ query: all, size: 10_000 },
  collapse: { field: 'tax_code', ...more, inner_hits },
})
const words = (count: number, of: (i: number) => string) => times(count, of).join(' ')
const letter = (n: number) => 'abcdefghijklmnopqrstuvwxyz'[n % 26]!
const star = (i: number) => `*${letter(i)}${i}*`
const cardinality = { cardinality: { field: 'tax_code', precision_threshold: 40_000 } }
const histogram = { histogram: { field: 'revenue', interval: 1 } }
const deep = (levels: number, functions: object[]) => ({
  query: times(levels, () => 0).reduce<object>(
    (query) => ({ function_score: { query, functions } }),
    all,
  ),
})
const hdr = (digits: number) => ({ hdr: { number_of_significant_value_digits: digits } })
const polygon = (n: number) => [
  ...times(900, (i) => [
    10 + n + 100 * Math.cos((i / 450) * Math.PI),
    10 + 60 * Math.sin((i / 450) * Math.PI),
  ]),
  [110 + n, 10],
]

/** Searches that would harm a node without the bounds of the search rules, and why. */
export const attacks: readonly Asked[] = [
  // AbstractHDRPercentilesAggregator makes a DoubleHistogram for each bucket; its counts are
  // 2^(ceil(log2(2*10^digits))-1) longs for each power of two of the range, which no breaker counts
  {
    name: '64 percentiles by hdr of 5 digits with missing 1e12',
    body: inBuckets(
      named(64, () => ({ percentiles: { field: 'revenue', missing: 1e12, ...hdr(5) } })),
    ),
  },
  {
    name: 'hdr of 3 digits in 1000 terms',
    body: under(terms('zip', 1000), { percentiles: { field: 'assets', ...hdr(3) } }),
  },
  // StringTermsAggregatorFromFilters builds a bucket of every value of the outer field, each of
  // which gets every value of the inner one; LongKeyedBucketOrds walks through the table of all
  // these pairs once for each outer bucket
  {
    name: 'values without a document within terms',
    index: 'map-serp*',
    body: under(
      { terms: { field: 'activity.keyword' } },
      { terms: { field: 'id', min_doc_count: 0 } },
    ),
  },
  // RangeAggregator.collect hands a document on to each range that holds it, so collections
  // multiply along the branch; max_buckets is only looked at in the reduce
  {
    name: 'three levels of 100 overlapping ranges',
    body: under(overlapping(100), overlapping(100), overlapping(100)),
  },
  {
    name: '100 × 100 × 30 overlapping ranges',
    body: under(overlapping(100), overlapping(100), overlapping(30)),
  },
  {
    name: 'geo_distance rings of 100 × 100, all around',
    index: 'map-serp*',
    body: under(rings(100), rings(100)),
  },
  // FiltersAggregator collects a document into each filter; TopHitsAggregator keeps a queue for
  // each bucket
  {
    name: '100 × 100 filters over top_hits of 100',
    body: under(everything(100), everything(100), { top_hits: { size: 100 } }),
  },
  // ExpandSearchPhase sends one multi search of groups × inner_hits searches, each a whole query
  // phase
  {
    name: 'collapse of 10,000 groups with 10 inner_hits',
    body: grouped(
      times(10, (i) => ({ name: `h${i}`, size: 1 })),
      { max_concurrent_group_searches: 100 },
    ),
  },
  {
    name: 'collapse of 10,000 groups with 1 inner_hits',
    body: grouped({ name: 'h', size: 1 }),
  },
  // AbstractRareTermsAggregator keeps every term of each bucket until the build, and a
  // SetBackedScalingCuckooFilter for each
  {
    name: 'rare_terms under filters of 100 under filters of 10',
    body: under(everything(10), everything(100), { rare_terms: { field: 'tax_code' } }),
  },
  // AutomatonQuery runs over every term of the dictionary, once a clause and segment
  {
    name: '1,000 wildcards with a leading asterisk',
    body: should(1000, (i) => ({ wildcard: { 'name.keyword': star(i) } })),
  },
  {
    name: '1,000 wildcards with a leading asterisk, without case',
    body: should(1000, (i) => ({
      wildcard: { 'name.keyword': { value: star(i), case_insensitive: true } },
    })),
  },
  // and every match is collected into a bit set
  {
    name: '1,000 wildcards of three asterisks that match all',
    body: should(1000, (i) => ({ wildcard: { tax_code: `*${i % 10}*${i % 7}*` } })),
  },
  // a FuzzyQuery for each word (Levenshtein automata), each up to max_expansions terms
  {
    name: 'match of 512 fuzzy words',
    body: {
      query: {
        match: {
          name: {
            query: words(512, (i) => `assoc${letter(i)}${letter(i / 26)}`),
            ...{ fuzziness: 2, max_expansions: 1000 },
          },
        },
      },
    },
  },
  // FuzzyTermsEnum: two automata intersected with the dictionary, a clause and segment
  {
    name: '1,000 fuzzy clauses of 1000 expansions',
    body: should(1000, (i) => ({
      fuzzy: {
        name: {
          value: `c${letter(i)}n${letter(i / 26)}er`,
          ...{ fuzziness: 2, max_expansions: 1000 },
        },
      },
    })),
  },
  // IncludeExclude builds a RegExp automaton with the default work limit
  {
    name: 'terms.include that cannot be determinized',
    body: under({ terms: { field: 'name.keyword', include: '.*(a|b)....................' } }),
  },
  {
    name: 'terms.include that is nearly too large',
    body: under({ terms: { field: 'name.keyword', include: '.*(a|b)........' } }),
  },
  // every distinct value is a bucket until the build, whatever the size; deferred collection
  // replays documents: buckets = documents × owners
  {
    name: 'three levels of 100 terms',
    body: under(terms('tax_code'), terms('tax_code'), terms('tax_code')),
  },
  {
    name: 'filters of 100 over terms of every tax code',
    body: under(everything(100), terms('tax_code', 10)),
  },
  {
    name: '10,000 tax codes in 64 terms aggregations of 1000',
    body: inBuckets(named(64, () => terms('tax_code', 1000))),
  },
  // HyperLogLogPlusPlus: 2^18 bytes a bucket; or a FixedBitSet of the ordinals
  {
    name: 'filters of 100 over cardinality of 40,000',
    body: under(everything(100), cardinality),
  },
  {
    name: '60 cardinalities in 1000 terms',
    body: inBuckets({ x: { ...terms('zip', 1000), aggs: named(60, () => cardinality) } }),
  },
  // NumericHistogramAggregator: a bucket for each distinct value and owner; empty buckets are made
  // in the reduce, where InternalHistogram.addEmptyBuckets counts them first
  {
    name: 'filters of 100 × 10 over histogram of 1',
    body: under(everything(100), everything(10), histogram),
  },
  { name: 'histogram of 1 over revenue, empty buckets made', body: under(histogram) },
  {
    name: 'date_histogram by minute',
    body: under({ date_histogram: { field: 'registered_on', calendar_interval: 'minute' } }),
  },
  // HighlightPhase: each hit and field is analyzed anew, and matched against the whole query
  {
    name: 'highlight of 10,000 hits by plain with a query of 500 words',
    body: {
      query: { match: { name: { query: words(500, (i) => (i ? `assoc${i}` : 'inc')) } } },
      size: 10_000,
      highlight: {
        ...{ require_field_match: false, type: 'plain' },
        fields: { '*': { number_of_fragments: 100 } },
      },
    },
  },
  // the fetch phase runs for each bucket, inside the aggregation, on the search thread
  {
    name: 'top_hits of 100 with highlight in 1000 terms',
    body: inBuckets(
      {
        x: {
          ...terms('zip', 1000),
          aggs: {
            t: {
              top_hits: {
                size: 100,
                highlight: { fields: { '*': {} }, require_field_match: false },
              },
            },
          },
        },
      },
      { match: { name: 'inc foundation church' } },
    ),
  },
  // UnifiedHighlighter, WEIGHT_MATCHES: the query is asked anew of each text, with a pass over each
  // dictionary
  {
    name: 'leading wildcards over all fields, highlighted in the hits of top_hits',
    body: inBuckets(
      { t: { top_hits: { size: 100, highlight: { fields: { name: {} } } } } },
      { query_string: { query: '*a *b *c *d *e *f *g *h', fields: ['*'], lenient: true } },
    ),
  },
  // words × fields, and patterns match every field: indices.query.bool.max_clause_count
  {
    name: 'multi_match of 500 words over 64 fields',
    body: {
      query: {
        multi_match: {
          query: words(500, (i) => `w${letter(i)}${i}`),
          fields: times(64, () => '*'),
          ...{ lenient: true, type: 'cross_fields' },
        },
      },
    },
  },
  // each word is a range, a scan of the dictionary or a fuzzy query on each field
  {
    name: 'query_string of 100 ranges over all fields',
    body: {
      query: { query_string: { query: words(100, (i) => `[${i} TO ${9 * i}]`), lenient: true } },
    },
  },
  {
    name: 'query_string of 8 leading wildcards over all fields',
    body: {
      query: {
        query_string: { query: words(8, (i) => `*${letter(i)}`), lenient: true, fields: ['*'] },
      },
    },
  },
  {
    name: 'query_string of 250 fuzzy words over all fields',
    body: {
      query: {
        query_string: {
          query: words(250, (i) => `as${letter(i)}o${letter(i / 26)}~2`),
          ...{ fields: ['*'], fuzzy_max_expansions: 1000 },
        },
      },
    },
  },
  // each function’s filter is asked, each function computed, for each document
  {
    name: 'function_score of 60 filters, nested 15 deep',
    body: deep(
      15,
      times(60, (i) => ({ filter: { range: { founded_year: { gte: i } } }, weight: 2 })),
    ),
  },
  {
    name: 'gauss on a number, 1000 functions',
    body: deep(
      10,
      times(100, (i) => ({ gauss: { founded_year: { origin: 1900 + i, scale: 10 } } })),
    ),
  },
  // LatLonPoint.newGeometryQuery: an edge tree asked for each point near an edge
  {
    name: '20 geo_shape polygons of 900 points',
    index: 'map-serp*',
    body: should(20, (n) => ({
      geo_shape: { location: { shape: { type: 'polygon', coordinates: [polygon(n)] } } },
    })),
  },
  {
    name: '1,000 geo_distance',
    index: 'map-serp*',
    body: should(1000, (i) => ({
      geo_distance: { distance: `${5000 + i}km`, location: { lat: i / 20, lon: i / 10 } },
    })),
  },
  // GeoDistanceSortBuilder: documents × points
  {
    name: 'sort by 16 distances of 900 points',
    index: 'map-serp*',
    body: {
      ...{ query: all, size: 10_000 },
      sort: times(16, (n) => ({
        _geo_distance: {
          location: times(900, (i) => ({ lat: (i + n) / 20, lon: i / 10 })),
          mode: 'median',
        },
      })),
    },
  },
  // a queue of from + size entries of each shard, serialized and merged
  {
    name: '10,000 hits with 16 sort keys',
    body: {
      ...{ query: all, size: 10_000 },
      sort: times(16, (i) => ({ [['tax_code', 'zip', 'revenue', 'name.keyword'][i % 4]!]: 'asc' })),
    },
  },
  // SignificanceLookup.BackgroundFrequencies: one count for each term and bucket
  {
    name: 'significant_terms with a background filter in 1000 buckets',
    body: under(terms('zip', 1000), {
      significant_terms: {
        ...{ field: 'tax_code', min_doc_count: 1, size: 1000 },
        background_filter: all,
      },
    }),
  },
  // SloppyPhraseMatcher with repeating terms is quadratic and worse
  {
    name: 'match_phrase with slop over 500 equal words',
    body: {
      query: { match_phrase: { name: { query: words(500, () => 'inc'), slop: 1_000_000 } } },
    },
  },
  // CompositeAggregator keeps the best size tuples
  {
    name: 'composite of 10 sources',
    body: under({
      composite: {
        size: 1000,
        sources: times(10, (i) => ({
          [`s${i}`]: { terms: { field: i % 2 ? 'tax_code' : 'zip' } },
        })),
      },
    }),
  },
  // each a bit set of the documents, then a disjunction
  {
    name: 'a bool of 1,000 ranges, none of them leading',
    body: should(1000, (i) => ({ range: { revenue: { gte: i * 100 } } })),
  },
  // VariableWidthHistogramAggregator: a buffer, then clusters, for each owner
  {
    name: 'variable_width_histogram with a buffer of 50,000 in filters',
    body: under(everything(100), {
      variable_width_histogram: {
        ...{ field: 'revenue', buckets: 1000 },
        ...{ shard_size: 50_000, initial_buffer: 50_000 },
      },
    }),
  },
]
