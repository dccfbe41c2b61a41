/** A body that today's rules accept and that harms a node. */
export interface Attack {
  name: string
  /** Index pattern; `organization-entity*` when absent. */
  index?: string
  body: object
  /** Why it is expensive: how the engine works, with the class where that is written. */
  because: string
}

const all = { match_all: {} }
const times = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const named = (count: number, of: (i: number) => object) =>
  Object.fromEntries(times(count, (i) => [`n${i}`, of(i)]))
const aggs = (x: object, more: object = {}) => ({ query: all, size: 0, aggs: { x }, ...more })

/** Ranges that each hold nearly every document. */
const overlapping = (count: number, field = 'founded_year') => ({
  range: { field, ranges: times(count, (i) => ({ from: i })) },
})
const under = (...levels: object[]): object =>
  levels.reduceRight(
    (inner, level) => (Object.keys(inner).length === 0 ? level : { ...level, aggs: { y: inner } }),
    {},
  )
const everything = (count: number) => ({ filters: { filters: times(count, () => all) } })
const words = (count: number, of: (i: number) => string) => times(count, of).join(' ')
const letters = (n: number) => 'abcdefghijklmnopqrstuvwxyz'[n % 26]!

export const attacks: Attack[] = [
  {
    name: '64 percentiles by hdr of 5 digits with missing 1e12',
    body: {
      query: all,
      size: 0,
      aggs: named(64, () => ({
        percentiles: {
          field: 'revenue',
          missing: 1e12,
          hdr: { number_of_significant_value_digits: 5 },
        },
      })),
    },
    because:
      'AbstractHDRPercentilesAggregator makes a DoubleHistogram for each bucket; its counts ' +
      'are 2^(ceil(log2(2*10^digits))-1) longs for each power of two of the range, which no ' +
      'breaker counts',
  },
  {
    name: 'values without a document within terms',
    index: 'map-serp*',
    body: aggs(
      under({ terms: { field: 'activity.keyword' } }, { terms: { field: 'id', min_doc_count: 0 } }),
    ),
    because:
      'StringTermsAggregatorFromFilters builds a bucket of every value of the outer field, ' +
      'each of which gets every value of the inner one; LongKeyedBucketOrds walks through the ' +
      'table of all these pairs once for each outer bucket',
  },
  {
    name: 'hdr of 5 digits in 1000 terms',
    body: aggs({
      terms: { field: 'zip', size: 1000 },
      aggs: {
        p: { percentiles: { field: 'assets', hdr: { number_of_significant_value_digits: 3 } } },
      },
    }),
    because: 'the same, times the buckets around',
  },
  {
    name: 'three levels of 100 overlapping ranges',
    body: aggs(under(overlapping(100), overlapping(100), overlapping(100))),
    because:
      'RangeAggregator.collect hands a document on to each range that holds it, so collections ' +
      'multiply along the branch; max_buckets is only looked at in the reduce',
  },
  {
    name: '100 × 100 × 30 overlapping ranges',
    body: aggs(under(overlapping(100), overlapping(100), overlapping(30))),
    because: 'the same',
  },
  {
    name: '100 × 100 filters over top_hits of 100',
    body: aggs(under(everything(100), everything(100), { top_hits: { size: 100 } })),
    because:
      'FiltersAggregator collects a document into each filter; TopHitsAggregator keeps a queue ' +
      'for each bucket',
  },
  {
    name: 'geo_distance rings of 100 × 100, all around',
    index: 'map-serp*',
    body: aggs(
      under(
        {
          geo_distance: {
            field: 'location',
            origin: '40,0',
            ranges: times(100, (i) => ({ from: i })),
          },
        },
        {
          geo_distance: {
            field: 'location',
            origin: '40,0',
            ranges: times(100, (i) => ({ from: i })),
          },
        },
      ),
    ),
    because: 'the same for GeoDistanceAggregator (a RangeAggregator)',
  },
  {
    name: 'collapse of 10,000 groups with 10 inner_hits',
    body: {
      query: all,
      size: 10_000,
      collapse: {
        field: 'tax_code',
        max_concurrent_group_searches: 100,
        inner_hits: times(10, (i) => ({ name: `h${i}`, size: 1 })),
      },
    },
    because:
      'ExpandSearchPhase sends one multi search of groups × inner_hits searches, each a whole ' +
      'query phase',
  },
  {
    name: 'collapse of 10,000 groups with 1 inner_hits',
    body: {
      query: all,
      size: 10_000,
      collapse: { field: 'tax_code', inner_hits: { name: 'h', size: 1 } },
    },
    because: 'the same',
  },
  {
    name: 'rare_terms under filters of 100 under filters of 10',
    body: aggs(under(everything(10), everything(100), { rare_terms: { field: 'tax_code' } })),
    because:
      'AbstractRareTermsAggregator keeps every term of each bucket until the build, and a ' +
      'SetBackedScalingCuckooFilter for each',
  },
  {
    name: '1,000 wildcards with a leading asterisk',
    body: {
      query: {
        bool: {
          should: times(1000, (i) => ({ wildcard: { 'name.keyword': `*${letters(i)}${i}*` } })),
        },
      },
    },
    because: 'AutomatonQuery runs over every term of the dictionary, once a clause and segment',
  },
  {
    name: '1,000 wildcards with a leading asterisk, without case',
    body: {
      query: {
        bool: {
          should: times(1000, (i) => ({
            wildcard: { 'name.keyword': { value: `*${letters(i)}${i}*`, case_insensitive: true } },
          })),
        },
      },
    },
    because: 'the same',
  },
  {
    name: '1,000 wildcards of eight asterisks that match all',
    body: {
      query: {
        bool: { should: times(1000, (i) => ({ wildcard: { tax_code: `*${i % 10}*${i % 7}*` } })) },
      },
    },
    because: 'and every match is collected into a bit set',
  },
  {
    name: 'match of 512 fuzzy words',
    body: {
      query: {
        match: {
          name: {
            query: words(512, (i) => `assoc${letters(i)}${letters(i / 26)}`),
            fuzziness: 2,
            max_expansions: 1000,
          },
        },
      },
    },
    because:
      'a FuzzyQuery for each word (Levenshtein automata), each up to max_expansions terms; too ' +
      'many clauses',
  },
  {
    name: 'terms.include that cannot be determinized',
    body: aggs({ terms: { field: 'name.keyword', include: '.*(a|b)....................' } }),
    because:
      'IncludeExclude builds a RegExp automaton with the default work limit: ' +
      'TooComplexToDeterminizeException',
  },
  {
    name: 'terms.include over tax codes that is nearly too large',
    body: aggs({ terms: { field: 'name.keyword', include: '.*(a|b)........' } }),
    because: 'the same below the limit',
  },
  {
    name: 'three levels of 100 terms',
    body: aggs(under(...times(3, () => ({ terms: { field: 'tax_code', size: 100 } })))),
    because:
      'every distinct value is a bucket until the build, whatever the size; deferred ' +
      'collection replays documents',
  },
  {
    name: 'filters of 100 over terms of every tax code',
    body: aggs(under(everything(100), { terms: { field: 'tax_code', size: 10 } })),
    because:
      'MapStringTermsAggregator/GlobalOrdinals: buckets = documents × owners until the build, ' +
      'not size',
  },
  {
    name: 'filters of 100 over cardinality of 40,000',
    body: aggs(
      under(everything(100), { cardinality: { field: 'tax_code', precision_threshold: 40_000 } }),
    ),
    because: 'HyperLogLogPlusPlus: 2^18 bytes a bucket; or a FixedBitSet of the ordinals',
  },
  {
    name: '64 cardinalities in 1000 terms',
    body: aggs({
      terms: { field: 'zip', size: 1000 },
      aggs: named(60, () => ({ cardinality: { field: 'tax_code', precision_threshold: 40_000 } })),
    }),
    because: 'the same',
  },
  {
    name: 'filters of 100 × 100 over histogram of 1',
    body: aggs(
      under(everything(100), everything(10), { histogram: { field: 'revenue', interval: 1 } }),
    ),
    because:
      'NumericHistogramAggregator: a bucket for each distinct value and owner; empty buckets ' +
      'are made in the reduce',
  },
  {
    name: 'histogram of 1 over revenue, empty buckets made',
    body: aggs({ histogram: { field: 'revenue', interval: 1 } }),
    because: 'InternalHistogram.addEmptyBuckets counts them before making them',
  },
  {
    name: 'date_histogram by minute',
    body: aggs({ date_histogram: { field: 'registered_on', calendar_interval: 'minute' } }),
    because: 'the same',
  },
  {
    name: '1024 fuzzy clauses of 1000 expansions',
    body: {
      query: {
        bool: {
          should: times(1000, (i) => ({
            fuzzy: {
              name: {
                value: `c${letters(i)}n${letters(i / 26)}er`,
                fuzziness: 2,
                max_expansions: 1000,
              },
            },
          })),
        },
      },
    },
    because: 'FuzzyTermsEnum: two automata intersected with the dictionary, a clause and segment',
  },
  {
    name: '10,000 tax codes in 64 terms aggregations of 1000 with 3 levels of sub-aggregations',
    body: {
      query: all,
      size: 0,
      aggs: named(64, () => ({ terms: { field: 'tax_code', size: 1000 } })),
    },
    because: 'sums over siblings',
  },
  {
    name: 'highlight of 10,000 hits, 32 fields by plain with a query of 500 words',
    body: {
      query: {
        match: { name: { query: words(500, (i) => `assoc${i}`).replace('assoc0', 'inc') } },
      },
      size: 10_000,
      highlight: {
        require_field_match: false,
        type: 'plain',
        fields: { '*': { number_of_fragments: 100 } },
      },
    },
    because:
      'HighlightPhase: each hit and field is analyzed anew, and matched against the whole query',
  },
  {
    name: 'top_hits of 100 with highlight in 1000 terms',
    body: aggs(
      {
        terms: { field: 'zip', size: 1000 },
        aggs: {
          t: {
            top_hits: { size: 100, highlight: { fields: { '*': {} }, require_field_match: false } },
          },
        },
      },
      { query: { match: { name: 'inc foundation church' } } },
    ),
    because: 'the fetch phase runs for each bucket, inside the aggregation, on the search thread',
  },
  {
    name: 'leading wildcards over all fields, highlighted in the hits of top_hits',
    body: {
      query: { query_string: { query: '*a *b *c *d *e *f *g *h', fields: ['*'], lenient: true } },
      size: 0,
      aggs: { t: { top_hits: { size: 100, highlight: { fields: { name: {} } } } } },
    },
    because:
      'UnifiedHighlighter, WEIGHT_MATCHES: the query is asked anew of each text, with a pass ' +
      'over each dictionary',
  },
  {
    name: 'multi_match of 500 words over 64 fields',
    body: {
      query: {
        multi_match: {
          query: words(500, (i) => `w${letters(i)}${i}`),
          fields: times(64, () => '*'),
          lenient: true,
          type: 'cross_fields',
        },
      },
    },
    because: 'words × fields, and patterns match every field: indices.query.bool.max_clause_count',
  },
  {
    name: 'query_string of 500 ranges over all fields',
    body: {
      query: { query_string: { query: words(100, (i) => `[${i} TO ${9 * i}]`), lenient: true } },
    },
    because: 'each word is a range on each field',
  },
  {
    name: 'query_string of 8 leading wildcards over all fields',
    body: {
      query: {
        query_string: { query: words(8, (i) => `*${letters(i)}`), lenient: true, fields: ['*'] },
      },
    },
    because: 'each a scan of each field’s dictionary',
  },
  {
    name: 'query_string of 250 fuzzy words over all fields',
    body: {
      query: {
        query_string: {
          query: words(250, (i) => `as${letters(i)}o${letters(i / 26)}~2`),
          fields: ['*'],
          fuzzy_max_expansions: 1000,
        },
      },
    },
    because: 'each a fuzzy query on each field',
  },
  {
    name: 'function_score of 100 filters, nested 15 deep',
    body: {
      query: times(15, () => 0).reduce<object>(
        (query) => ({
          function_score: {
            query,
            functions: times(60, (i) => ({
              filter: { range: { founded_year: { gte: i } } },
              weight: 2,
            })),
          },
        }),
        all,
      ),
    },
    because: 'each function’s filter is asked for each document',
  },
  {
    name: 'gauss on a number, 1000 functions',
    body: {
      query: times(10, () => 0).reduce<object>(
        (query) => ({
          function_score: {
            query,
            functions: times(100, (i) => ({
              gauss: { founded_year: { origin: 1900 + i, scale: 10 } },
            })),
          },
        }),
        all,
      ),
    },
    because: 'each function computed for each document',
  },
  {
    name: '1,000 geo_shape polygons of 1000 points',
    index: 'map-serp*',
    body: {
      query: {
        bool: {
          should: times(20, (n) => ({
            geo_shape: {
              location: {
                shape: {
                  type: 'polygon',
                  coordinates: [
                    [
                      ...times(900, (i) => [
                        10 + n + 100 * Math.cos((i / 450) * Math.PI),
                        10 + 60 * Math.sin((i / 450) * Math.PI),
                      ]),
                      [110 + n, 10],
                    ],
                  ],
                },
              },
            },
          })),
        },
      },
    },
    because: 'LatLonPoint.newGeometryQuery: an edge tree asked for each point near an edge',
  },
  {
    name: '1,000 geo_distance',
    index: 'map-serp*',
    body: {
      query: {
        bool: {
          should: times(1000, (i) => ({
            geo_distance: { distance: `${5000 + i}km`, location: { lat: i / 20, lon: i / 10 } },
          })),
        },
      },
    },
    because: 'each asks the points near its edge',
  },
  {
    name: 'sort by 16 distances of 1000 points',
    index: 'map-serp*',
    body: {
      query: all,
      size: 10_000,
      sort: times(16, (n) => ({
        _geo_distance: {
          location: times(900, (i) => ({ lat: (i + n) / 20, lon: i / 10 })),
          mode: 'median',
        },
      })),
    },
    because: 'GeoDistanceSortBuilder: documents × points',
  },
  {
    name: '10,000 hits with 16 sort keys',
    body: {
      query: all,
      size: 10_000,
      sort: times(16, (i) => ({ [['tax_code', 'zip', 'revenue', 'name.keyword'][i % 4]!]: 'asc' })),
    },
    because: 'a queue of from + size entries of each shard, serialized and merged',
  },
  {
    name: 'significant_terms with a background filter in 1000 buckets',
    body: aggs({
      terms: { field: 'zip', size: 1000 },
      aggs: {
        s: {
          significant_terms: {
            field: 'tax_code',
            min_doc_count: 1,
            size: 1000,
            background_filter: all,
          },
        },
      },
    }),
    because: 'SignificanceLookup.BackgroundFrequencies: one count for each term and bucket',
  },
  {
    name: 'match_phrase with slop over 500 equal words',
    body: {
      query: { match_phrase: { name: { query: words(500, () => 'inc'), slop: 1_000_000 } } },
    },
    because: 'SloppyPhraseMatcher with repeating terms is quadratic and worse',
  },
  {
    name: 'composite of 10 sources',
    body: aggs({
      composite: {
        size: 1000,
        sources: times(10, (i) => ({
          [`s${i}`]: { terms: { field: ['zip', 'tax_code'][i % 2]! } },
        })),
      },
    }),
    because: 'CompositeAggregator keeps the best size tuples',
  },
  {
    name: 'a bool of 1,000 ranges, none of them leading',
    body: {
      query: { bool: { should: times(1000, (i) => ({ range: { revenue: { gte: i * 100 } } })) } },
    },
    because: 'each a bit set of the documents, then a disjunction',
  },
  {
    name: 'variable_width_histogram with a buffer of 50,000 in filters',
    body: aggs(
      under(everything(100), {
        variable_width_histogram: {
          field: 'revenue',
          buckets: 1000,
          shard_size: 50_000,
          initial_buffer: 50_000,
        },
      }),
    ),
    because: 'VariableWidthHistogramAggregator: a buffer, then clusters, for each owner',
  },
]
