/** A construct of the grammar, repeated so that its cost stands out. */
export interface Construct {
  name: string
  index: string
  body: object
  /** How often the body holds it: the cost is divided by this. */
  count: number
  /** Buckets that the node makes of it in all, where memory is by bucket. */
  buckets?: number
}

const entity = 'organization-entity-000001'
const serp = 'organization-serp-000001'
const map = 'map-serp-000001'
export const all = { match_all: {} }
export const times = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))
const letters = 'aeiorstnlc'
const pair = (i: number) => `${letters[i % 10]}${letters[Math.floor(i / 10) % 10]}`
const frequent = [
  'inc',
  'of',
  'the',
  'foundation',
  'association',
  'rhode',
  'island',
  'vermont',
  'church',
  'club',
  'school',
  'fund',
]

/** Clauses side by side in a should, so that each is asked for every document, scored. */
const should = (
  name: string,
  index: string,
  count: number,
  clause: (i: number) => object,
  body: object = {},
): Construct => ({
  ...{ name: `query ${name}`, index, count },
  body: {
    query: { bool: { should: times(count, clause) } },
    size: 10,
    track_total_hits: true,
    ...body,
  },
})
const filter = (
  name: string,
  index: string,
  count: number,
  clause: (i: number) => object,
): Construct => ({
  ...{ name: `filter ${name}`, index, count },
  body: { query: { bool: { filter: times(count, clause) } }, size: 0, track_total_hits: true },
})
const point = (i: number) => ({ lat: (i * 7) % 60, lon: ((i * 13) % 200) - 100 })
const circle = (points: number, n: number) => ({
  type: 'polygon',
  coordinates: [
    [
      ...times(points, (i) => [
        n + 80 * Math.cos((2 * i * Math.PI) / points),
        20 + 60 * Math.sin((2 * i * Math.PI) / points),
      ]),
      [n + 80, 20],
    ],
  ],
})

const queries: Construct[] = [
  should('match_all', entity, 100, () => all),
  should('exists keyword', entity, 100, () => ({ exists: { field: 'tax_code' } })),
  should('exists text', entity, 100, () => ({ exists: { field: 'name' } })),
  should('term keyword, a third', entity, 100, () => ({ term: { region: 'RI' } })),
  should('term keyword, all', entity, 100, () => ({ term: { country: 'US' } })),
  should('term keyword, one', entity, 1000, (i) => ({
    term: { tax_code: String(50_000_000 + i) },
  })),
  should('term keyword, none, of other fields', entity, 1000, (i) => ({ term: { city: `x${i}` } })),
  should('term without case, keyword', entity, 100, (i) => ({
    term: { tax_code: { value: `05048276${i % 10}`, case_insensitive: true } },
  })),
  should('term number', entity, 100, (i) => ({ term: { founded_year: 1990 + (i % 20) } })),
  should('terms of 1000 keywords', entity, 1000, () => ({}), {
    query: { terms: { tax_code: times(1000, (i) => String(50_000_000 + 7 * i)) } },
  }),
  should('terms of 10000 keywords', entity, 10_000, () => ({}), {
    query: { terms: { tax_code: times(10_000, (i) => String(50_000_000 + 7 * i)) } },
  }),
  should('terms of 10000 numbers', entity, 10_000, () => ({}), {
    query: { terms: { revenue: times(10_000, (i) => i * 7) } },
  }),
  should('terms of 10000 on text', entity, 10_000, () => ({}), {
    query: { terms: { name: times(10_000, (i) => `${pair(i)}${i}`) } },
  }),
  should('100 × terms of 100', entity, 100, (n) => ({
    terms: { zip: times(100, (i) => `0${2800 + n + i}`) },
  })),
  should('ids of 10000', entity, 10_000, () => ({}), {
    query: { ids: { values: times(10_000, (i) => `us-0${50_000_000 + i * 7}`) } },
  }),
  should('range number, all', entity, 100, () => ({ range: { revenue: { gte: -1e12 } } })),
  should('range number, half', entity, 100, (i) => ({
    range: { founded_year: { gte: 1960 + (i % 40) } },
  })),
  should('range number, a few', entity, 100, (i) => ({
    range: { revenue: { gte: 1000 * i, lt: 1000 * i + 500 } },
  })),
  filter('range number, half', entity, 100, (i) => ({
    range: { founded_year: { gte: 1940 + (i % 10) } },
  })),
  should('range date', entity, 100, (i) => ({
    range: { registered_on: { gte: `${1960 + (i % 40)}-01-01` } },
  })),
  should('range keyword', entity, 100, (i) => ({ range: { tax_code: { gte: `0${i % 10}` } } })),
  should('range keyword, unique names', entity, 100, (i) => ({
    range: { 'name.keyword': { gte: letters[i % 10] } },
  })),
  should('range text', entity, 100, (i) => ({ range: { name: { gte: letters[i % 10] } } })),
  should('prefix keyword, short', entity, 100, (i) => ({ prefix: { tax_code: String(i % 10) } })),
  should('prefix keyword, long', entity, 100, (i) => ({ prefix: { tax_code: `05${100 + i}` } })),
  should('prefix without case', entity, 100, (i) => ({
    prefix: { 'name.keyword': { value: pair(i), case_insensitive: true } },
  })),
  should('prefix text', entity, 100, (i) => ({ prefix: { name: letters[i % 10] } })),
  should('prefix, scored', entity, 10, (i) => ({
    prefix: { tax_code: { value: String(i % 10), rewrite: 'top_terms_900' } },
  })),
  should('wildcard leading, keyword', entity, 100, (i) => ({
    wildcard: { 'name.keyword': `*${pair(i).toUpperCase()}*` },
  })),
  should('wildcard leading, one sign', entity, 100, (i) => ({
    wildcard: { 'name.keyword': `*${pair(i)[0]!.toUpperCase()}*` },
  })),
  should('wildcard leading, 4 asterisks', entity, 100, (i) => ({
    wildcard: { 'name.keyword': `*${pair(i)[0]!.toUpperCase()}*${pair(i)[1]!.toUpperCase()}*E*` },
  })),
  should('wildcard leading, 8 asterisks', entity, 100, (i) => ({
    wildcard: {
      'name.keyword': `*${pair(i)[0]!.toUpperCase()}*${pair(i)[1]!.toUpperCase()}*E*A*N*I*O*`,
    },
  })),
  should('wildcard leading, 8 question marks', entity, 100, (i) => ({
    wildcard: { 'name.keyword': `*${pair(i)[0]!.toUpperCase()}?????${'?'}` },
  })),
  should('wildcard leading, without case', entity, 100, (i) => ({
    wildcard: { 'name.keyword': { value: `*${pair(i)}*`, case_insensitive: true } },
  })),
  should('wildcard leading, without case, 4', entity, 100, (i) => ({
    wildcard: {
      'name.keyword': { value: `*${pair(i)[0]}*${pair(i)[1]}*e*`, case_insensitive: true },
    },
  })),
  should('wildcard leading, 250 letters without case', entity, 20, (i) => ({
    wildcard: {
      'name.keyword': { value: `*${'abcdefghij'.repeat(24)}${i}*`, case_insensitive: true },
    },
  })),
  should('wildcard leading, matching all', entity, 100, () => ({ wildcard: { tax_code: '*0*' } })),
  should('wildcard of one sign', entity, 100, () => ({ wildcard: { 'name.keyword': '*' } })),
  should('wildcard trailing', entity, 100, (i) => ({
    wildcard: { 'name.keyword': `${pair(i).toUpperCase()}*` },
  })),
  should('wildcard trailing, without case', entity, 100, (i) => ({
    wildcard: { 'name.keyword': { value: `${pair(i)}*`, case_insensitive: true } },
  })),
  should('wildcard text', serp, 100, (i) => ({ wildcard: { name: `*${pair(i)}*` } })),
  should('fuzzy text 1', entity, 100, (i) => ({
    fuzzy: { name: { value: `c${pair(i)}ter`, fuzziness: 1 } },
  })),
  should('fuzzy text 2, of 50', entity, 100, (i) => ({
    fuzzy: { name: { value: `c${pair(i)}ter`, fuzziness: 2 } },
  })),
  should('fuzzy text 2, of 1000', entity, 50, (i) => ({
    fuzzy: { name: { value: `c${pair(i)}ter`, fuzziness: 2, max_expansions: 1000 } },
  })),
  should('fuzzy keyword 2, of 1000', entity, 50, (i) => ({
    fuzzy: { tax_code: { value: `0504${10_000 + i}`, fuzziness: 2, max_expansions: 1000 } },
  })),
  should('fuzzy names 2', entity, 50, (i) => ({
    fuzzy: {
      'name.keyword': { value: `${pair(i)}FOUNDATION`, fuzziness: 2, max_expansions: 1000 },
    },
  })),
  should('match word, frequent', serp, 96, (i) => ({ match: { name: frequent[i % 12] } })),
  should('match word, most frequent', serp, 96, () => ({ match: { name: 'inc' } })),
  should('match words in one clause', serp, 400, () => ({}), {
    query: { match: { name: times(400, (i) => frequent[i % 12]).join(' ') } },
  }),
  should('match words of descriptions', serp, 12, () => ({}), {
    query: {
      match: { description: 'this organization in since and it also the for by neighbours around' },
    },
  }),
  should('match words, rare', serp, 500, () => ({}), {
    query: { match: { name: times(500, (i) => `${pair(i)}${pair(i / 9)}`).join(' ') } },
  }),
  should('match words, and', serp, 100, () => ({}), {
    query: {
      match: {
        description: { query: times(100, () => 'this organization').join(' '), operator: 'and' },
      },
    },
  }),
  should('match fuzzy words', serp, 100, () => ({}), {
    query: {
      match: { name: { query: times(100, (i) => `c${pair(i)}ter`).join(' '), fuzziness: 2 } },
    },
  }),
  should('match_phrase, 2 words', serp, 100, () => ({ match_phrase: { name: 'rhode island' } })),
  should('match_phrase, 2 words of descriptions', serp, 100, () => ({
    match_phrase: { description: 'it also' },
  })),
  should('match_phrase, slop', serp, 100, () => ({
    match_phrase: { description: { query: 'it and in', slop: 100 } },
  })),
  should('match_phrase, slop, equal words', serp, 20, () => ({
    match_phrase: { description: { query: 'in and in and in it it in', slop: 1000 } },
  })),
  should('match_phrase, 100 words', serp, 100, () => ({}), {
    query: {
      match_phrase: { description: { query: times(50, () => 'it and').join(' '), slop: 1000 } },
    },
  }),
  should('match_phrase_prefix', serp, 50, (i) => ({
    match_phrase_prefix: { description: `it ${letters[i % 10]}` },
  })),
  should('match_phrase_prefix of 1000', serp, 50, (i) => ({
    match_phrase_prefix: { name: { query: `inc ${letters[i % 10]}`, max_expansions: 1000 } },
  })),
  should('match_phrase_prefix, first word', serp, 50, (i) => ({
    match_phrase_prefix: { name: { query: letters[i % 10], max_expansions: 1000 } },
  })),
  should('match_bool_prefix', serp, 100, (i) => ({
    match_bool_prefix: { name: `inc ${letters[i % 10]}` },
  })),
  should('multi_match 6 fields, a word', serp, 60, () => ({}), {
    query: {
      bool: {
        should: times(10, (i) => ({
          multi_match: {
            query: frequent[i % 12],
            fields: ['name', 'name.keyword', 'description', 'city', 'region', 'activity'],
          },
        })),
      },
    },
  }),
  should('multi_match all fields, a word', serp, 10, (i) => ({
    multi_match: { query: frequent[i % 12], lenient: true },
  })),
  should('multi_match cross_fields, word × field', serp, 30, () => ({}), {
    query: {
      multi_match: {
        query: times(10, (i) => frequent[i]).join(' '),
        type: 'cross_fields',
        fields: ['name', 'description', 'city'],
      },
    },
  }),
  should('combined_fields, word × field', serp, 30, () => ({}), {
    query: {
      combined_fields: {
        query: times(10, (i) => frequent[i]).join(' '),
        fields: ['name', 'description', 'city'],
      },
    },
  }),
  should('query_string, word', serp, 100, () => ({}), {
    query: {
      query_string: { query: times(100, (i) => frequent[i % 12]).join(' '), fields: ['name'] },
    },
  }),
  should('query_string, all fields, word', serp, 50, () => ({}), {
    query: { query_string: { query: times(50, (i) => frequent[i % 12]).join(' ') } },
  }),
  should('query_string, all fields, wildcard', serp, 8, () => ({}), {
    query: { query_string: { query: times(8, (i) => `*${pair(i)}`).join(' ') } },
  }),
  should('query_string, all fields, trailing wildcard', serp, 8, () => ({}), {
    query: { query_string: { query: times(8, (i) => `${pair(i)[0]}*`).join(' ') } },
  }),
  should('query_string, all fields, fuzzy', serp, 50, () => ({}), {
    query: { query_string: { query: times(50, (i) => `c${pair(i)}ter~2`).join(' ') } },
  }),
  should('query_string, all fields, phrase', serp, 20, () => ({}), {
    query: { query_string: { query: times(20, () => '"it also in"~50').join(' ') } },
  }),
  should('query_string, all fields, ranges', serp, 50, () => ({}), {
    query: { query_string: { query: times(50, (i) => `[${i} TO *]`).join(' '), lenient: true } },
  }),
  should('simple_query_string, all fields, word', serp, 50, () => ({}), {
    query: { simple_query_string: { query: times(50, (i) => frequent[i % 12]).join(' ') } },
  }),
  should('simple_query_string, all fields, prefix', serp, 50, () => ({}), {
    query: { simple_query_string: { query: times(50, (i) => `${pair(i)[0]}*`).join(' ') } },
  }),
  should('geo_distance', map, 100, (i) => ({
    geo_distance: { distance: '5000km', location: point(i) },
  })),
  should('geo_distance plane', map, 100, (i) => ({
    geo_distance: { distance: '5000km', location: point(i), distance_type: 'plane' },
  })),
  should('geo_bounding_box', map, 100, (i) => ({
    geo_bounding_box: {
      location: {
        top_left: { lat: 70 - (i % 20), lon: -150 },
        bottom_right: { lat: -20, lon: 100 + (i % 50) },
      },
    },
  })),
  should('geo_grid', map, 100, (i) => ({
    geo_grid: { location: { geohash: 'dr9guse9bcfx'.slice(0, 1 + (i % 3)) } },
  })),
  should('geo_shape of 10 points', map, 100, (i) => ({
    geo_shape: { location: { shape: circle(10, i % 30) } },
  })),
  should('geo_shape of 900 points', map, 10, (i) => ({
    geo_shape: { location: { shape: circle(900, i) } },
  })),
  should('distance_feature place', map, 50, (i) => ({
    distance_feature: { field: 'location', origin: point(i), pivot: '1000km' },
  })),
  should('distance_feature date', entity, 50, () => ({
    distance_feature: { field: 'registered_on', origin: '2000-01-01', pivot: '300d' },
  })),
  should('constant_score', entity, 100, () => ({
    constant_score: { filter: { term: { region: 'RI' } } },
  })),
  should('dis_max of 2', entity, 50, () => ({
    dis_max: { queries: [{ term: { region: 'RI' } }, { term: { region: 'VT' } }] },
  })),
  should('boosting', entity, 50, () => ({
    boosting: { positive: all, negative: { term: { region: 'RI' } }, negative_boost: 0.5 },
  })),
  should('bool of must_not', entity, 50, () => ({
    bool: { must_not: { term: { region: 'RI' } } },
  })),
  ...(
    [
      ['weight', { weight: 2 }],
      ['random_score', { random_score: { seed: 3, field: 'founded_year' } }],
      [
        'field_value_factor',
        { field_value_factor: { field: 'founded_year', modifier: 'ln1p', missing: 1 } },
      ],
      ['gauss number', { gauss: { founded_year: { origin: 1990, scale: 10 } } }],
      ['exp date', { exp: { registered_on: { origin: '1990-01-01', scale: '10d' } } }],
      ['filter of term', { filter: { term: { region: 'RI' } }, weight: 2 }],
      ['filter of range', { filter: { range: { founded_year: { gte: 1980 } } }, weight: 2 }],
      [
        'filter of a third range',
        { filter: { range: { revenue: { gte: 1000, lt: 1e6 } } }, weight: 2 },
      ],
    ] as const
  ).map(
    ([name, one]): Construct => ({
      ...{ name: `function ${name}`, index: entity, count: 90 },
      body: {
        query: { function_score: { query: all, functions: times(90, () => one) } },
        track_total_hits: true,
        size: 1,
      },
    }),
  ),
  {
    ...{ name: 'function gauss place', index: map, count: 90 },
    body: {
      query: {
        function_score: {
          query: all,
          functions: times(90, (i) => ({
            gauss: { location: { origin: point(i), scale: '500km' } },
          })),
        },
      },
      size: 1,
    },
  },
]

const tops = 'this organization in since and it also the for by neighbours around of to'.split(' ')
const scored = (): Construct[] => [
  should('match, 14 words of every description', serp, 14, (i) => ({
    match: { description: tops[i]! },
  })),
  should('term of text, unscored', serp, 14, (i) => ({
    constant_score: { filter: { term: { description: tops[i]! } } },
  })),
  should('pairs of words, must', serp, 91, (i) => ({
    bool: {
      must: [
        { match: { description: tops[i % 14]! } },
        { match: { description: tops[(i + 1 + Math.floor(i / 14)) % 14]! } },
      ],
    },
  })),
  should('pairs of words, dis_max', serp, 91, (i) => ({
    dis_max: {
      queries: [
        { match: { description: tops[i % 14]! } },
        { match: { description: tops[(i + 1 + Math.floor(i / 14)) % 14]! } },
      ],
    },
  })),
  should('pairs of words, should of one', serp, 91, (i) => ({
    bool: {
      should: [
        { match: { description: tops[i % 14]! } },
        { match: { description: tops[(i + 1 + Math.floor(i / 14)) % 14]! } },
      ],
    },
  })),
  should('pairs of words, phrase', serp, 91, (i) => ({
    match_phrase: {
      description: {
        query: `${tops[i % 14]!} ${tops[(i + 1 + Math.floor(i / 14)) % 14]!}`,
        slop: 10,
      },
    },
  })),
  should('14 words, half of them needed', serp, 14, () => ({}), {
    query: { match: { description: { query: tops.join(' '), minimum_should_match: '50%' } } },
  }),
  should('ranges, half of 100 needed', entity, 100, () => ({}), {
    query: {
      bool: {
        minimum_should_match: '50%',
        should: times(100, (i) => ({ range: { founded_year: { gte: 1800 + i } } })),
      },
    },
  }),
  should('ranges, dis_max of 100', entity, 100, () => ({}), {
    query: {
      dis_max: {
        tie_breaker: 0.3,
        queries: times(100, (i) => ({ range: { founded_year: { gte: 1800 + i } } })),
      },
    },
  }),
  should('ranges, nearly all', entity, 100, (i) => ({
    range: { founded_year: { gte: 1800 + i } },
  })),
  filter('ranges, nearly all', entity, 100, (i) => ({
    range: { founded_year: { gte: 1800 + i } },
  })),
  should('ranges, not', entity, 100, () => ({}), {
    query: {
      bool: { must_not: times(100, (i) => ({ range: { founded_year: { lt: 1800 + i } } })) },
    },
  }),
  should('boosting by ranges', entity, 50, (i) => ({
    boosting: {
      positive: { range: { founded_year: { gte: 1800 + i } } },
      negative: { range: { revenue: { gte: i } } },
      negative_boost: 0.5,
    },
  })),
  should('ranges of two', entity, 100, (i) => ({
    bool: {
      filter: [
        { range: { founded_year: { gte: 1800 + i } } },
        { range: { revenue: { gte: i - 100 } } },
      ],
    },
  })),
  should('constant_score of ranges', entity, 100, (i) => ({
    constant_score: { filter: { range: { founded_year: { gte: 1800 + i } } } },
  })),
  should('distance_feature places', map, 50, (i) => ({
    distance_feature: { field: 'location', origin: point(i), pivot: `${100 + i}km` },
  })),
  should('distance_feature dates', entity, 50, (i) => ({
    distance_feature: {
      field: 'registered_on',
      origin: `2000-01-${10 + (i % 20)}`,
      pivot: `${300 + i}d`,
    },
  })),
  should('1000 plain terms', entity, 1000, (i) => ({ term: { tax_code: String(50_000_000 + i) } })),
  should('terms of 100, many', entity, 100, (n) => ({
    terms: { tax_code: times(100, (i) => String(50_000_000 + i * 100 + n)) },
  })),
  should('terms of 100 numbers, many', entity, 100, (n) => ({
    terms: { revenue: times(100, (i) => i * 100 + n) },
  })),
  should('wildcard leading, 7 question marks', entity, 20, (i) => ({
    wildcard: { 'name.keyword': `*${pair(i)[0]!.toUpperCase()}???????` },
  })),
  should('wildcard leading, 7 question marks within', entity, 20, (i) => ({
    wildcard: { 'name.keyword': `*A???????${pair(i).toUpperCase()}` },
  })),
  should('wildcard leading, 120 letters', entity, 20, (i) => ({
    wildcard: { 'name.keyword': `*${'abcdefghij'.repeat(12)}${i}*` },
  })),
  should('wildcard leading, 250 letters alike', entity, 20, (i) => ({
    wildcard: { 'name.keyword': `*${'A'.repeat(230 + i)}*` },
  })),
  should('prefix, scored of 999', entity, 10, (i) => ({
    prefix: { tax_code: { value: String(i % 10), rewrite: 'top_terms_999' } },
  })),
  should('prefix, scoring_boolean', entity, 10, (i) => ({
    prefix: { tax_code: { value: `05000${i}`, rewrite: 'scoring_boolean' } },
  })),
  should('wildcard, scored of 999', entity, 10, (i) => ({
    wildcard: {
      'name.keyword': { value: `*${pair(i)[0]!.toUpperCase()}*`, rewrite: 'top_terms_999' },
    },
  })),
  should('prefix of everything', entity, 50, () => ({ prefix: { 'name.keyword': '' } })),
  should('range of everything in names', entity, 50, (i) => ({
    range: { 'name.keyword': { gte: String(i) } },
  })),
  should('range of everything in zip', entity, 50, (i) => ({ range: { zip: { gte: `0${i}` } } })),
  should('match_phrase_prefix, spread', serp, 50, (i) => ({
    match_phrase_prefix: {
      description: { query: `in ${letters[i % 10]}`, max_expansions: 1000, slop: i },
    },
  })),
  should('multi_match all fields, fuzzy', serp, 10, (i) => ({
    multi_match: { query: `c${pair(i)}ter`, fuzziness: 2, lenient: true },
  })),
  should('multi_match all fields, phrase_prefix', serp, 10, (i) => ({
    multi_match: {
      query: `it ${letters[i]}`,
      type: 'phrase_prefix',
      lenient: true,
      max_expansions: 1000,
    },
  })),
  should('multi_match all fields, bool_prefix', serp, 10, (i) => ({
    multi_match: { query: `it ${letters[i]}`, type: 'bool_prefix', lenient: true },
  })),
  should('query_string, a field, leading wildcard', entity, 8, () => ({}), {
    query: {
      query_string: {
        query: times(8, (i) => `*${pair(i).toUpperCase()}`).join(' '),
        fields: ['name.keyword'],
      },
    },
  }),
  should('simple_query_string, all fields, fuzzy', serp, 50, () => ({}), {
    query: { simple_query_string: { query: times(50, (i) => `c${pair(i)}ter~2`).join(' ') } },
  }),
  should('exists, all', entity, 100, (i) => ({
    exists: {
      field: ['tax_code', 'region', 'founded_year', 'revenue', 'name'][i % 5]!,
      boost: 1 + i,
    },
  })),
  ...(['gauss', 'exp', 'linear'] as const).map(
    (kind): Construct => ({
      ...{ name: `function score ${kind}`, index: entity, count: 90 },
      body: {
        query: {
          function_score: {
            query: all,
            functions: times(90, (i) => ({ [kind]: { revenue: { origin: i, scale: 1000 } } })),
          },
        },
        size: 10,
        track_total_hits: true,
      },
    }),
  ),
  ...([[100], [200], [500], [1000]] as const).map(([compression]) =>
    metric(
      `percentiles high_accuracy ${compression}`,
      entity,
      {
        percentiles: { field: 'assets', tdigest: { compression, execution_hint: 'high_accuracy' } },
      },
      2,
    ),
  ),
  ...([[1], [2], [3], [4]] as const).map(([digits]) =>
    metric(
      `hdr ${digits} of revenue`,
      entity,
      {
        percentiles: {
          field: 'income',
          missing: 1,
          hdr: { number_of_significant_value_digits: digits },
        },
      },
      2,
    ),
  ),
  ...([[1], [2], [3], [4], [5]] as const).map(([digits]) =>
    metric(
      `hdr ${digits} of 1e15`,
      entity,
      {
        percentiles: {
          field: 'employees',
          missing: 1e15,
          hdr: { number_of_significant_value_digits: digits },
        },
      },
      1,
    ),
  ),
  metric(
    'mad 1000',
    entity,
    { median_absolute_deviation: { field: 'assets', compression: 1000 } },
    2,
  ),
  metric(
    'mad 1000 high_accuracy',
    entity,
    {
      median_absolute_deviation: {
        field: 'assets',
        compression: 1000,
        execution_hint: 'high_accuracy',
      },
    },
    2,
  ),
  metric('rare_terms zip once', entity, { rare_terms: { field: 'zip', max_doc_count: 100 } }, 4),
  metric('rare_terms tax_code once', entity, { rare_terms: { field: 'tax_code' } }, 1),
  metric(
    'geohash_grid 8 once',
    map,
    { geohash_grid: { field: 'location', precision: 8, size: 10 } },
    4,
  ),
  metric(
    'geohash_grid 8 of 10000',
    map,
    { geohash_grid: { field: 'location', precision: 8, size: 10_000 } },
    1,
  ),
  metric(
    'histogram 1 once',
    entity,
    { histogram: { field: 'assets', interval: 1, min_doc_count: 1 } },
    1,
  ),
  metric('terms of 10000', entity, { terms: { field: 'tax_code', size: 10_000 } }, 1),
  metric(
    'terms of 10000 zero',
    entity,
    { terms: { field: 'tax_code', size: 10_000, min_doc_count: 0 } },
    1,
  ),
  metric(
    'terms in order of sum',
    entity,
    {
      terms: { field: 'tax_code', order: { s: 'asc' } },
      aggs: { s: { sum: { field: 'revenue' } } },
    },
    4,
  ),
  crowded('terms min_doc_count 0', entity, { terms: { field: 'tax_code', min_doc_count: 0 } }),
  crowded('terms size 1000', entity, { terms: { field: 'tax_code', size: 1000 } }),
  crowded(
    'histogram 1',
    entity,
    { histogram: { field: 'assets', interval: 1, min_doc_count: 1 } },
    2,
  ),
  crowded('rare_terms tax_code', entity, { rare_terms: { field: 'tax_code' } }, 2),
  crowded('geohash_grid 8', map, { geohash_grid: { field: 'location', precision: 8, size: 10 } }),
  crowded('geo_centroid', map, { geo_centroid: { field: 'location' } }),
  crowded('geo_distance 10', map, {
    geo_distance: { field: 'location', origin: '40,0', ranges: times(10, (i) => ({ from: i })) },
  }),
  crowded('terms tax_code map', entity, { terms: { field: 'tax_code', execution_hint: 'map' } }),
  crowded('terms zip over sum', entity, {
    terms: { field: 'zip' },
    aggs: { s: { sum: { field: 'revenue' } } },
  }),
  crowded('terms zip over terms', entity, {
    terms: { field: 'zip', size: 1000 },
    aggs: { s: { terms: { field: 'tax_code' } } },
  }),
  crowded('cardinality 40000 of numbers', entity, {
    cardinality: { field: 'income', precision_threshold: 40_000 },
  }),
  ...(
    [
      'sum',
      'percentiles',
      'cardinality many',
      'top_hits 1',
      'hdr 2',
      'terms zip',
      'range 10',
      'filters 10 all',
      'stats',
    ] as const
  ).map((wanted): Construct => {
    const [name, index, agg] = kinds.find(([kind]) => kind === wanted)!
    return {
      ...{ name: `in a histogram of each value: ${name}`, index, count: 1, buckets: 15_000 },
      body: {
        query: all,
        size: 0,
        aggs: {
          h: { histogram: { field: 'assets', interval: 1, min_doc_count: 1 }, aggs: { x: agg } },
        },
      },
    }
  }),
  {
    name: 'in geohash: top_hits 1',
    index: map,
    count: 1,
    buckets: 22_000,
    body: {
      query: all,
      size: 0,
      aggs: {
        h: {
          geohash_grid: { field: 'location', precision: 8 },
          aggs: { x: { top_hits: { size: 1 } } },
        },
      },
    },
  },
  {
    name: 'in terms of 1000: top_hits 100',
    index: entity,
    count: 1,
    buckets: 1000,
    body: {
      query: all,
      size: 0,
      aggs: {
        h: { terms: { field: 'zip', size: 1000 }, aggs: { x: { top_hits: { size: 100 } } } },
      },
    },
  },
  {
    name: 'in terms of 10000: top_hits 1',
    index: entity,
    count: 1,
    buckets: 10_000,
    body: {
      query: all,
      size: 0,
      aggs: {
        h: { terms: { field: 'tax_code', size: 10_000 }, aggs: { x: { top_hits: { size: 1 } } } },
      },
    },
  },
  {
    name: 'sort by 8 distances, ties',
    index: map,
    count: 8,
    body: {
      query: all,
      size: 1000,
      sort: ['country', ...times(8, (i) => ({ _geo_distance: { location: point(i) } }))],
    },
  },
  hits('10000 by distance of 10 points', map, 10_000, {
    sort: [{ _geo_distance: { location: times(10, point) } }],
  }),
  hits('10000 excluding 20 patterns', entity, 10_000, {
    _source: { excludes: times(20, (i) => `*${i}x*`) },
  }),
  hits(
    '10000 highlighted, 3 prefixes',
    serp,
    10_000,
    { highlight: { fields: { name: {} } } },
    { bool: { should: times(3, (i) => ({ prefix: { name: letters[i]! } })) } },
  ),
  hits(
    '1000 highlighted, 10 wildcards',
    serp,
    1000,
    { highlight: { fields: { name: {} } } },
    { bool: { should: times(10, (i) => ({ wildcard: { name: `*${letters[i]}*` } })) } },
  ),
  hits(
    '1000 highlighted, 100 wildcards',
    serp,
    1000,
    { highlight: { fields: { name: {} } } },
    { bool: { should: times(100, (i) => ({ wildcard: { name: `*${pair(i)}*` } })) } },
  ),
  hits(
    '1000 highlighted, 100 fuzzy',
    serp,
    1000,
    { highlight: { fields: { name: {} } } },
    {
      bool: {
        should: [
          { match: { name: 'inc' } },
          ...times(100, (i) => ({ fuzzy: { name: `c${pair(i)}ter` } })),
        ],
      },
    },
  ),
  hits(
    '1000 highlighted, plain, 100 wildcards',
    serp,
    1000,
    { highlight: { type: 'plain', fields: { name: {} } } },
    { bool: { should: times(100, (i) => ({ wildcard: { name: `*${pair(i)}*` } })) } },
  ),
  hits('1000 highlighted, 100 other words', serp, 1000, {
    highlight: {
      require_field_match: false,
      fields: { '*': {} },
      highlight_query: { match: { name: times(100, (i) => `${pair(i)}x`).join(' ') } },
    },
  }),
  hits('1000 highlighted, phrase of 50', serp, 1000, {
    highlight: {
      fields: { description: {} },
      highlight_query: {
        match_phrase: {
          description: { query: times(50, (i) => tops[i % 14]!).join(' '), slop: 100 },
        },
      },
    },
  }),
  {
    name: 'collapse tax_code, 1000, inner_hits of a wildcard',
    index: entity,
    count: 100,
    body: {
      query: { wildcard: { 'name.keyword': '*A*' } },
      size: 100,
      collapse: { field: 'tax_code', inner_hits: { name: 'h' } },
    },
  },
  {
    name: 'collapse tax_code, 10000',
    index: entity,
    count: 1,
    body: { query: all, size: 10_000, collapse: { field: 'tax_code' } },
  },
]

/** Side by side at the top, so that each is collected for every document. */
const metric = (name: string, index: string, agg: object, count = 20): Construct => ({
  ...{ name: `agg ${name}`, index, count, buckets: count },
  body: {
    query: all,
    size: 0,
    track_total_hits: true,
    aggs: Object.fromEntries(times(count, (i) => [`m${i}`, agg])),
  },
})
/** The same in 100 buckets that each hold all documents. */
const crowded = (name: string, index: string, agg: object, owners = 30): Construct => ({
  ...{ name: `in ${owners} filters: ${name}`, index, count: owners, buckets: owners },
  body: {
    query: all,
    size: 0,
    track_total_hits: true,
    aggs: { f: { filters: { filters: times(owners, () => all) }, aggs: { x: agg } } },
  },
})
/** The same in a bucket for each document. */
const spread = (name: string, index: string, agg: object): Construct => ({
  ...{ name: `in 22000 buckets: ${name}`, index, count: 1, buckets: 22_000 },
  body: {
    query: all,
    size: 0,
    track_total_hits: true,
    aggs: {
      t: {
        terms: { field: 'tax_code', size: 1, shard_size: 1, collect_mode: 'depth_first' },
        aggs: { x: agg },
      },
    },
  },
})
const kinds: [string, string, object][] = [
  ['sum', entity, { sum: { field: 'revenue' } }],
  ['sum of date', entity, { max: { field: 'registered_on' } }],
  ['stats', entity, { stats: { field: 'founded_year' } }],
  ['extended_stats', entity, { extended_stats: { field: 'founded_year' } }],
  ['value_count keyword', entity, { value_count: { field: 'region' } }],
  ['cardinality few', entity, { cardinality: { field: 'region' } }],
  ['cardinality many', entity, { cardinality: { field: 'tax_code' } }],
  [
    'cardinality many 40000',
    entity,
    { cardinality: { field: 'tax_code', precision_threshold: 40_000 } },
  ],
  [
    'cardinality number 40000',
    entity,
    { cardinality: { field: 'assets', precision_threshold: 40_000 } },
  ],
  ['percentiles', entity, { percentiles: { field: 'founded_year' } }],
  ['percentiles many', entity, { percentiles: { field: 'assets' } }],
  [
    'percentiles 1000',
    entity,
    { percentiles: { field: 'assets', tdigest: { compression: 1000 } } },
  ],
  [
    'percentiles exact 1000',
    entity,
    {
      percentiles: {
        field: 'assets',
        tdigest: { compression: 1000, execution_hint: 'high_accuracy' },
      },
    },
  ],
  [
    'hdr 2',
    entity,
    { percentiles: { field: 'assets', hdr: { number_of_significant_value_digits: 2 } } },
  ],
  [
    'hdr 3',
    entity,
    { percentiles: { field: 'assets', hdr: { number_of_significant_value_digits: 3 } } },
  ],
  ['median_absolute_deviation', entity, { median_absolute_deviation: { field: 'founded_year' } }],
  [
    'weighted_avg',
    entity,
    { weighted_avg: { value: { field: 'revenue' }, weight: { field: 'founded_year' } } },
  ],
  ['geo_bounds', map, { geo_bounds: { field: 'location' } }],
  ['geo_centroid', map, { geo_centroid: { field: 'location' } }],
  ['top_hits 1', entity, { top_hits: { size: 1 } }],
  ['top_hits 100', entity, { top_hits: { size: 100 } }],
  ['top_hits 3 sorted', entity, { top_hits: { size: 3, sort: [{ founded_year: 'desc' }] } }],
  [
    'top_hits 3 sorted by 4',
    entity,
    {
      top_hits: {
        size: 3,
        sort: [
          { founded_year: 'desc' },
          { tax_code: 'asc' },
          { city: 'asc' },
          { revenue: 'asc' },
        ].map((one) => ('city' in one ? { 'city.keyword': 'asc' } : one)),
      },
    },
  ],
  ['terms few', entity, { terms: { field: 'region' } }],
  ['terms zip', entity, { terms: { field: 'zip' } }],
  ['terms tax_code', entity, { terms: { field: 'tax_code' } }],
  ['terms tax_code map', entity, { terms: { field: 'tax_code', execution_hint: 'map' } }],
  ['terms founded_year', entity, { terms: { field: 'founded_year' } }],
  ['terms assets', entity, { terms: { field: 'assets' } }],
  ['terms include', entity, { terms: { field: 'tax_code', include: '.*1.*2.*' } }],
  ['rare_terms zip', entity, { rare_terms: { field: 'zip' } }],
  ['rare_terms tax_code', entity, { rare_terms: { field: 'tax_code' } }],
  ['significant_terms zip', entity, { significant_terms: { field: 'zip' } }],
  [
    'significant_terms tax_code',
    entity,
    { significant_terms: { field: 'tax_code', min_doc_count: 1 } },
  ],
  [
    'significant_terms background',
    entity,
    { significant_terms: { field: 'zip', background_filter: { term: { region: 'RI' } } } },
  ],
  ['range 1', entity, { range: { field: 'founded_year', ranges: [{ from: 0 }] } }],
  [
    'range 10',
    entity,
    { range: { field: 'founded_year', ranges: times(10, (i) => ({ from: i })) } },
  ],
  [
    'range 100',
    entity,
    { range: { field: 'founded_year', ranges: times(100, (i) => ({ from: i })) } },
  ],
  [
    'range 100 apart',
    entity,
    {
      range: {
        field: 'founded_year',
        ranges: times(100, (i) => ({ from: 1900 + i, to: 1901 + i })),
      },
    },
  ],
  [
    'date_range 10',
    entity,
    {
      date_range: { field: 'registered_on', ranges: times(10, (i) => ({ from: `190${i}-01-01` })) },
    },
  ],
  [
    'geo_distance 10',
    map,
    {
      geo_distance: { field: 'location', origin: '40,0', ranges: times(10, (i) => ({ from: i })) },
    },
  ],
  ['filter term', entity, { filter: { term: { region: 'RI' } } }],
  ['filter all', entity, { filter: all }],
  ['filters 10 all', entity, { filters: { filters: times(10, () => all) } }],
  ['filters 100 all', entity, { filters: { filters: times(100, () => all) } }],
  [
    'filters 10 range',
    entity,
    { filters: { filters: times(10, (i) => ({ range: { founded_year: { gte: 1950 + i } } })) } },
  ],
  [
    'filters 10 wildcard',
    entity,
    {
      filters: {
        filters: times(10, (i) => ({ wildcard: { 'name.keyword': `*${pair(i).toUpperCase()}*` } })),
      },
    },
  ],
  ['missing', entity, { missing: { field: 'region' } }],
  ['histogram 10', entity, { histogram: { field: 'founded_year', interval: 10 } }],
  ['histogram 1', entity, { histogram: { field: 'assets', interval: 1, min_doc_count: 1 } }],
  [
    'date_histogram month',
    entity,
    { date_histogram: { field: 'registered_on', calendar_interval: 'month' } },
  ],
  [
    'date_histogram minute',
    entity,
    { date_histogram: { field: 'registered_on', calendar_interval: 'minute', min_doc_count: 1 } },
  ],
  [
    'date_histogram zone',
    entity,
    {
      date_histogram: {
        field: 'registered_on',
        calendar_interval: 'month',
        time_zone: 'Europe/Rome',
      },
    },
  ],
  ['geohash_grid 5', map, { geohash_grid: { field: 'location', precision: 5 } }],
  ['geohash_grid 8', map, { geohash_grid: { field: 'location', precision: 8 } }],
  ['geotile_grid 22', map, { geotile_grid: { field: 'location', precision: 22, size: 10 } }],
  [
    'variable_width_histogram',
    entity,
    { variable_width_histogram: { field: 'assets', buckets: 10 } },
  ],
  ['sampler 100', entity, { sampler: { shard_size: 100 } }],
  [
    'sampler over terms',
    entity,
    { sampler: { shard_size: 1000 }, aggs: { z: { terms: { field: 'zip' } } } },
  ],
]
const composites: Construct[] = times(3, (n) =>
  metric(
    `composite of ${n + 1}`,
    entity,
    {
      composite: {
        size: 1000,
        sources: times(n + 1, (i) => ({
          [`s${i}`]: { terms: { field: ['zip', 'tax_code', 'assets'][i]! } },
        })),
      },
    },
    4,
  ),
)
const only = (names: string[]) => kinds.filter(([name]) => names.includes(name))
const global: Construct[] = [metric('global', entity, { global: {} })]
const inBuckets = only([
  ...[
    'sum',
    'stats',
    'extended_stats',
    'value_count keyword',
    'cardinality few',
    'cardinality many',
    'cardinality many 40000',
    'cardinality number 40000',
  ],
  ...[
    'percentiles',
    'percentiles many',
    'percentiles 1000',
    'hdr 2',
    'hdr 3',
    'median_absolute_deviation',
    'weighted_avg',
    'geo_centroid',
  ],
  ...[
    'top_hits 1',
    'top_hits 100',
    'top_hits 3 sorted',
    'top_hits 3 sorted by 4',
    'terms few',
    'terms zip',
    'terms tax_code',
    'terms founded_year',
    'terms assets',
    'rare_terms zip',
  ],
  ...[
    'rare_terms tax_code',
    'significant_terms zip',
    'significant_terms tax_code',
    'range 1',
    'range 10',
    'filter term',
    'filters 10 all',
    'histogram 10',
    'histogram 1',
    'date_histogram month',
  ],
  ...['geohash_grid 8', 'variable_width_histogram', 'sampler 100'],
]).filter(([, index]) => index === entity)

/** Hits: `count` of them are rendered. */
const hits = (
  name: string,
  index: string,
  count: number,
  more: object,
  query: object = all,
): Construct => ({
  ...{ name: `hits ${name}`, index, count },
  body: { query, size: count, track_total_hits: true, ...more },
})
const rendered: Construct[] = [
  hits('10', entity, 10, {}),
  hits('100', entity, 100, {}),
  hits('1000', entity, 1000, {}),
  hits('10000', entity, 10_000, {}),
  hits('10000 of descriptions', serp, 10_000, {}),
  hits('10000 without _source', entity, 10_000, { _source: false }),
  hits('10000 some of _source', entity, 10_000, { _source: ['name', 'reg*'] }),
  hits('10000 excluding 100 patterns', entity, 10_000, {
    _source: { excludes: times(100, (i) => `*${i}x*`) },
  }),
  hits('10000 sorted by 1', entity, 10_000, { sort: [{ tax_code: 'asc' }] }),
  hits('10000 sorted by 16', entity, 10_000, {
    sort: times(16, (i) => ({ [['tax_code', 'zip', 'revenue', 'name.keyword'][i % 4]!]: 'asc' })),
  }),
  hits(
    '10000 highlighted',
    serp,
    10_000,
    { highlight: { fields: { name: {} } } },
    { match: { name: 'inc of the foundation association' } },
  ),
  hits(
    '10000 highlighted, plain',
    serp,
    10_000,
    { highlight: { type: 'plain', fields: { name: {} } } },
    { match: { name: 'inc of the foundation association' } },
  ),
  hits(
    '10000 highlighted descriptions',
    serp,
    10_000,
    { highlight: { fields: { description: { number_of_fragments: 100 } } } },
    { match: { description: 'this organization in since and it also' } },
  ),
  hits(
    '1000 highlighted in all fields',
    serp,
    1000,
    { highlight: { require_field_match: false, fields: { '*': {} } } },
    { match: { name: 'inc of the foundation association' } },
  ),
  hits(
    '1000 highlighted, a wildcard query',
    serp,
    1000,
    { highlight: { require_field_match: false, fields: { '*': {} } } },
    { bool: { should: times(100, (i) => ({ wildcard: { name: `*${pair(i)}*` } })) } },
  ),
  hits(
    '1000 highlighted, 100 words',
    serp,
    1000,
    { highlight: { require_field_match: false, fields: { '*': {} } } },
    { match: { description: times(100, (i) => frequent[i % 12]).join(' ') } },
  ),
  { name: 'from 9990', index: entity, count: 10_000, body: { query: all, from: 9990, size: 10 } },
  {
    name: 'from 9990 sorted by 1',
    index: entity,
    count: 10_000,
    body: { query: all, from: 9990, size: 10, sort: ['tax_code'] },
  },
  {
    name: 'sort by number',
    index: entity,
    count: 1,
    body: { query: all, size: 1, sort: ['founded_year'] },
  },
  {
    name: 'sort by keyword',
    index: entity,
    count: 1,
    body: { query: all, size: 1, sort: ['name.keyword'] },
  },
  {
    name: 'sort by 4 keys',
    index: entity,
    count: 4,
    body: { query: all, size: 1, sort: ['region', 'founded_year', 'zip', 'tax_code'] },
  },
  {
    name: 'sort by 16 keys alike',
    index: entity,
    count: 16,
    body: { query: all, size: 1, sort: times(16, () => 'country') },
  },
  {
    name: 'sort by distance',
    index: map,
    count: 1,
    body: { query: all, size: 1, sort: [{ _geo_distance: { location: point(3) } }] },
  },
  {
    name: 'sort by distance of 100 points',
    index: map,
    count: 100,
    body: { query: all, size: 1, sort: [{ _geo_distance: { location: times(100, point) } }] },
  },
  {
    name: 'sort by 16 distances',
    index: map,
    count: 16,
    body: {
      query: all,
      size: 1,
      sort: times(16, (i) => ({ _geo_distance: { location: point(i) } })),
    },
  },
  {
    name: 'sort nested filter',
    index: map,
    count: 1,
    body: { query: all, size: 1, sort: ['_doc'] },
  },
  {
    name: 'collapse zip, 100',
    index: entity,
    count: 1,
    body: { query: all, size: 100, collapse: { field: 'zip' } },
  },
  {
    name: 'collapse zip, 100, inner_hits',
    index: entity,
    count: 100,
    body: { query: all, size: 100, collapse: { field: 'zip', inner_hits: { name: 'h' } } },
  },
  {
    name: 'collapse zip, 100, inner_hits of 100',
    index: entity,
    count: 100,
    body: {
      query: all,
      size: 100,
      collapse: { field: 'zip', inner_hits: { name: 'h', size: 100 } },
    },
  },
  {
    name: 'collapse region, inner_hits over all',
    index: entity,
    count: 4,
    body: {
      query: { bool: { should: times(30, (i) => ({ match: { name: frequent[i % 12] } })) } },
      size: 100,
      collapse: { field: 'region', inner_hits: { name: 'h', size: 100 } },
    },
  },
  {
    name: 'post_filter',
    index: entity,
    count: 1,
    body: { query: all, size: 0, post_filter: { range: { founded_year: { gte: 1960 } } } },
  },
  { name: 'min_score', index: entity, count: 1, body: { query: all, size: 0, min_score: 0.1 } },
]

/** What everything is compared with. */
const bases: Construct[] = [
  { name: 'nothing', index: entity, count: 1, body: { query: { match_none: {} }, size: 0 } },
  {
    name: 'a pass: match_all with min_score',
    index: entity,
    count: 1,
    body: { query: all, size: 0, min_score: 0.1 },
  },
  {
    name: 'a pass: match_all with stats',
    index: entity,
    count: 1,
    body: { query: all, size: 0, aggs: { s: { stats: { field: 'founded_year' } } } },
  },
  {
    name: 'a pass: scored match',
    index: serp,
    count: 1,
    body: { query: { match: { name: 'inc' } }, size: 10, track_total_hits: true },
  },
  {
    name: 'a pass: match_all hits',
    index: entity,
    count: 1,
    body: { query: all, size: 10, track_total_hits: true },
  },
]

export const constructs: Construct[] = [
  ...bases,
  ...queries,
  ...scored().map((one) => ({ ...one, name: `+ ${one.name}` })),
  ...kinds.map(([name, index, agg]) => metric(name, index, agg)),
  ...global,
  ...composites,
  ...inBuckets.map(([name, index, agg]) => crowded(name, index, agg)),
  ...inBuckets.map(([name, index, agg]) => spread(name, index, agg)),
  ...rendered,
]
