import { nameQuery } from '../../../../support/relevance/name-query.js'

/**
 * Bodies that a caller of a directory may well send. Each was answered with 200 by a real
 * Elasticsearch 9.5.3 (test:engine asks it again); `lacks` names the module that a node made of the
 * core jars alone does not have.
 */
export interface Legitimate {
  name: string
  body: object
  index?: string
  lacks?: 'module'
}

const all = { match_all: {} }
const query = (name: string, clause: object): Legitimate => ({
  name: `query ${name}`,
  body: { query: clause },
})
const body = (name: string, keys: object): Legitimate => ({ name, body: { query: all, ...keys } })
const agg = (name: string, type: object): Legitimate => ({
  name: `aggregation ${name}`,
  body: { query: all, size: 0, aggs: { x: type } },
})
const ofModule = (one: Legitimate): Legitimate => ({ ...one, lacks: 'module' })
const bool = (keys: object) => ({ bool: keys })
const match = { match: { name: 'croce rossa' } }
const region = { term: { region: 'Lazio' } }
const since1990 = { range: { founded_year: { gte: 1990 } } }
const rome = { lat: 41.9, lon: 12.5 }
const box = { top_left: { lat: 47, lon: 6 }, bottom_right: { lat: 36, lon: 19 } }

/** What the API documents of a search body, and what builds on it. */
const everyday: Legitimate[] = [
  query('match', match),
  query('a name as it is typed', nameQuery('croce rosa ital')),
  query('match_all', all),
  query('match_all with boost', { match_all: { boost: 1.2 } }),
  query('match_none', { match_none: {} }),
  query('term', region),
  query('term on keyword', { term: { 'name.keyword': 'Croce Rossa Italiana' } }),
  query('term with a number', { term: { founded_year: 1990 } }),
  query('term with a boolean', { term: { active: true } }),
  query('term in full', {
    term: { region: { value: 'lazio', case_insensitive: true, boost: 2, _name: 'r' } },
  }),
  query('terms', { terms: { 'legal_status.keyword': ['ODV', 'APS'] } }),
  query('terms with boost', { terms: { region: ['Lazio'], boost: 1.5, _name: 'regions' } }),
  query('terms, none', { terms: { region: [] } }),
  query('terms of numbers', { terms: { founded_year: [1990, 1991, 1992] } }),
  query('terms, many', { terms: { tax_code: Array.from({ length: 2000 }, (_, i) => `IT${i}`) } }),
  query('range', since1990),
  query('range, both ends', { range: { founded_year: { gte: 1990, lt: 2000 } } }),
  query('range with an open end', { range: { founded_year: { gte: 1990, lte: null } } }),
  query('range of dates', {
    range: { created: { gte: '2020-01-01', lte: 'now/d', format: 'yyyy-MM-dd' } },
  }),
  query('range in a time zone', {
    range: { created: { gte: '2020-01-01T00:00:00', time_zone: '+02:00' } },
  }),
  query('range of strings', { range: { 'name.keyword': { gte: 'A', lt: 'C', boost: 2 } } }),
  query('range with relation', { range: { span: { gte: 1, lte: 9, relation: 'WITHIN' } } }),
  query('range of a number as a string', { range: { founded_year: { gt: '1950' } } }),
  query('range of a big integer as a string', { range: { big: { lt: '9007199254740993' } } }),
  query('bool must and filter', bool({ must: [match], filter: [region, since1990] })),
  query('bool with single clauses', bool({ must: match, filter: region, must_not: since1990 })),
  query('bool should', bool({ should: [match, region], minimum_should_match: 1 })),
  query(
    'bool should by percentage',
    bool({ should: [match, region], minimum_should_match: '75%' }),
  ),
  query(
    'bool should by combination',
    bool({ should: [match, region], minimum_should_match: '2<-25% 9<-3' }),
  ),
  query('bool, empty', bool({})),
  query('bool with empty lists', bool({ must: [], filter: [] })),
  query(
    'bool in bool',
    bool({ filter: [bool({ should: [region, bool({ must_not: [since1990] })] })], boost: 2 }),
  ),
  query('exists', { exists: { field: 'region' } }),
  query('ids', { ids: { values: ['1', '2'] } }),
  query('ids, one', { ids: { values: '1' } }),
  query('prefix', { prefix: { 'name.keyword': 'Cro' } }),
  query('prefix in full', {
    prefix: { 'name.keyword': { value: 'cro', case_insensitive: true, rewrite: 'constant_score' } },
  }),
  query('wildcard', { wildcard: { 'name.keyword': 'Cr*ce*' } }),
  query('wildcard in full', {
    wildcard: { 'name.keyword': { value: '*rossa*', case_insensitive: true, boost: 1 } },
  }),
  query('wildcard by its other name', {
    wildcard: { 'name.keyword': { wildcard: 'C?oce*', rewrite: 'top_terms_50' } },
  }),
  query('fuzzy', { fuzzy: { name: 'croe' } }),
  query('fuzzy in full', {
    fuzzy: {
      name: {
        value: 'croe',
        fuzziness: 'AUTO:3,6',
        prefix_length: 1,
        max_expansions: 50,
        transpositions: true,
        rewrite: 'constant_score_blended',
      },
    },
  }),
]

const fullText: Legitimate[] = [
  query('match in full', {
    match: {
      name: {
        query: 'croce rosa',
        operator: 'AND',
        fuzziness: 'AUTO',
        prefix_length: 1,
        max_expansions: 20,
        fuzzy_transpositions: false,
        minimum_should_match: '2',
        zero_terms_query: 'all',
        lenient: true,
        boost: 2,
        _name: 'm',
        auto_generate_synonyms_phrase_query: false,
        fuzzy_rewrite: 'constant_score',
      },
    },
  }),
  query('match a number', { match: { founded_year: 1990 } }),
  query('match a boolean', { match: { active: true } }),
  query('match with fuzziness as a number', { match: { name: { query: 'croce', fuzziness: 1 } } }),
  query('match text of commands', {
    match: { name: 'script wrapper ../_security <script> $jndi {"script":{}}' },
  }),
  query('match text in scripts of the world', {
    match: { name: 'Красный Крест 赤十字社 الصليب الأحمر 🟥✚' },
  }),
  query('match an empty text', { match: { name: '' } }),
  query('match on a field named like a clause', { match: { script: 'x' } }),
  query('match a long text', { match: { description: 'assistance to people '.repeat(100) } }),
  query('match_phrase', { match_phrase: { name: 'croce rossa' } }),
  query('match_phrase in full', {
    match_phrase: { name: { query: 'croce rossa', slop: 2, zero_terms_query: 'none' } },
  }),
  query('match_phrase_prefix', { match_phrase_prefix: { name: 'croce ro' } }),
  query('match_phrase_prefix in full', {
    match_phrase_prefix: { name: { query: 'croce ro', max_expansions: 10, slop: 1 } },
  }),
  query('match_bool_prefix', { match_bool_prefix: { name: 'croce ro' } }),
  query('match_bool_prefix in full', {
    match_bool_prefix: {
      name: { query: 'croce ro', operator: 'and', fuzziness: 'auto', minimum_should_match: 1 },
    },
  }),
  query('multi_match', { multi_match: { query: 'croce', fields: ['name^3', 'description'] } }),
  query('multi_match on all fields', { multi_match: { query: 'croce' } }),
  query('multi_match by patterns', {
    multi_match: { query: 'croce', fields: ['*'], lenient: true },
  }),
  query('multi_match on one field', { multi_match: { query: 'croce', fields: 'name' } }),
  query('multi_match best_fields', {
    multi_match: {
      query: 'croce',
      type: 'best_fields',
      fields: ['name', 'description'],
      tie_breaker: 0.3,
      operator: 'or',
      fuzziness: 'AUTO',
      prefix_length: 2,
      max_expansions: 10,
    },
  }),
  query('multi_match cross_fields', {
    multi_match: {
      query: 'croce aid',
      type: 'cross_fields',
      fields: ['name', 'description'],
      operator: 'and',
      minimum_should_match: '50%',
    },
  }),
  query('multi_match most_fields', {
    multi_match: { query: 'croce', type: 'most_fields', fields: ['name', 'name.*'] },
  }),
  query('multi_match phrase', {
    multi_match: { query: 'croce rossa', type: 'phrase', fields: ['name'], slop: 3 },
  }),
  query('multi_match phrase_prefix', {
    multi_match: { query: 'croce ro', type: 'phrase_prefix', fields: ['name'] },
  }),
  query('multi_match bool_prefix', {
    multi_match: {
      query: 'croce ro',
      type: 'bool_prefix',
      fields: ['name'],
      zero_terms_query: 'none',
      boost: 2,
      _name: 'mm',
      lenient: false,
    },
  }),
  query('combined_fields', {
    combined_fields: { query: 'croce', fields: ['name', 'description^2'], operator: 'and' },
  }),
  query('combined_fields in full', {
    combined_fields: {
      query: 'croce',
      fields: ['name'],
      minimum_should_match: 1,
      zero_terms_query: 'none',
      auto_generate_synonyms_phrase_query: true,
      boost: 2,
    },
  }),
  query('query_string', {
    query_string: { query: 'name:croce AND (region:Lazio OR region:Toscana)' },
  }),
  query('query_string by default field', {
    query_string: { query: 'croce rossa', default_field: 'name', default_operator: 'AND' },
  }),
  query('query_string in full', {
    query_string: {
      query: 'cro* rosa~ "croce rossa"~2',
      fields: ['name^2', 'description'],
      type: 'best_fields',
      tie_breaker: 0.1,
      allow_leading_wildcard: false,
      analyze_wildcard: true,
      fuzziness: 'AUTO',
      fuzzy_prefix_length: 1,
      fuzzy_max_expansions: 20,
      fuzzy_transpositions: true,
      fuzzy_rewrite: 'constant_score',
      rewrite: 'constant_score',
      phrase_slop: 1,
      minimum_should_match: '1',
      lenient: true,
      time_zone: 'Europe/Rome',
      max_determinized_states: 1000,
      enable_position_increments: true,
      escape: false,
      auto_generate_synonyms_phrase_query: true,
      boost: 1,
      _name: 'qs',
      quote_field_suffix: '.exact',
    },
  }),
  query('query_string ranges', {
    query_string: { query: 'founded_year:[1990 TO 2000} AND founded_year:>=1995' },
  }),
  query('query_string exists', { query_string: { query: '_exists_:region AND NOT region:Lazio' } }),
  query('query_string everything', { query_string: { query: '*' } }),
  query('query_string everything by fields', { query_string: { query: '*:*' } }),
  query('query_string with an escaped slash', { query_string: { query: 'A\\/B' } }),
  query('query_string with a quoted slash', { query_string: { query: '"A/B testing"' } }),
  ...[
    'created:[now-10y/y TO now/d]',
    'created:{now-10y/y TO *] AND founded_year:[* TO 2000}',
    'name:"1/2" AND founded_year:[1990 TO 2000]',
    'name:(rossa OR "a/b [c]" OR d\\/e) AND -created:["2020-01-01T00:00:00Z" TO now/d}',
  ].map((text) =>
    query(`query_string with slashes: ${text}`, {
      query_string: { query: text, default_field: 'name' },
    }),
  ),
  query('query_string of plain text', { query_string: { query: 'A/B: 24/7 [', escape: true } }),
  query('query_string boosts', { query_string: { query: 'name:(croce^2 +rossa -nera)' } }),
  query('simple_query_string', {
    simple_query_string: { query: '"croce rossa" +aid -war | env*' },
  }),
  query('simple_query_string in full', {
    simple_query_string: {
      query: 'croce~1 "a b"~2 (x | y)',
      fields: ['name^5', 'description'],
      default_operator: 'and',
      flags: 'OR|AND|PREFIX',
      lenient: true,
      minimum_should_match: '1',
      analyze_wildcard: true,
      auto_generate_synonyms_phrase_query: false,
      fuzzy_prefix_length: 1,
      fuzzy_max_expansions: 10,
      fuzzy_transpositions: true,
      boost: 2,
      _name: 'sqs',
    },
  }),
  query('simple_query_string with a slash', {
    simple_query_string: { query: '24/7 and/or', fields: ['name'] },
  }),
]

const compound: Legitimate[] = [
  query('constant_score', { constant_score: { filter: region, boost: 1.2 } }),
  query('dis_max', { dis_max: { queries: [match, region], tie_breaker: 0.7, boost: 1 } }),
  query('boosting', { boosting: { positive: match, negative: region, negative_boost: 0.5 } }),
  query('nested', { nested: { path: 'contacts', query: { match: { 'contacts.name': 'ann' } } } }),
  query('nested with inner_hits', {
    nested: {
      path: 'contacts',
      query: bool({ must: [{ term: { 'contacts.role': 'chair' } }] }),
      score_mode: 'max',
      ignore_unmapped: true,
      inner_hits: { size: 3 },
    },
  }),
  query('nested with full inner_hits', {
    nested: {
      path: 'contacts',
      query: all,
      inner_hits: {
        name: 'people',
        from: 0,
        size: 5,
        sort: [{ 'contacts.age': 'desc' }],
        _source: ['contacts.name'],
        highlight: { fields: { 'contacts.name': {} } },
        track_scores: true,
        ignore_unmapped: false,
      },
    },
  }),
  query(
    'nested in bool',
    bool({
      filter: [{ nested: { path: 'contacts', query: { exists: { field: 'contacts.name' } } } }],
    }),
  ),
  query('function_score random', {
    function_score: {
      query: match,
      random_score: { seed: 10, field: 'founded_year' },
      boost_mode: 'sum',
    },
  }),
  query('function_score random, no seed', { function_score: { query: match, random_score: {} } }),
  query('function_score weight', { function_score: { query: match, weight: 3 } }),
  query('function_score alone', { function_score: { functions: [{ weight: 2 }] } }),
  query('function_score functions', {
    function_score: {
      query: match,
      functions: [
        { filter: region, weight: 2 },
        { filter: since1990, random_score: {}, weight: 23 },
        {
          field_value_factor: { field: 'founded_year', factor: 1.2, modifier: 'sqrt', missing: 1 },
        },
      ],
      score_mode: 'max',
      boost_mode: 'multiply',
      max_boost: 42,
      min_score: 0,
      boost: 5,
    },
  }),
  query('function_score gauss on a place', {
    function_score: {
      query: match,
      gauss: { location: { origin: rome, scale: '20km', offset: '2km', decay: 0.33 } },
    },
  }),
  query('function_score gauss on a place as text', {
    function_score: { gauss: { location: { origin: '41.9, 12.5', scale: '20km' } } },
  }),
  query('function_score linear on a date', {
    function_score: {
      query: match,
      linear: { created: { origin: 'now', scale: '10d', offset: '5d', decay: 0.5 } },
    },
  }),
  query('function_score exp on a number', {
    function_score: { functions: [{ exp: { founded_year: { origin: 2000, scale: 10 } } }] },
  }),
  query('function_score with multi_value_mode', {
    function_score: {
      functions: [
        { gauss: { founded_year: { origin: 2000, scale: 10 }, multi_value_mode: 'avg' } },
      ],
    },
  }),
  query('distance_feature on a date', {
    distance_feature: { field: 'created', pivot: '7d', origin: 'now', boost: 2 },
  }),
  query('distance_feature on a place', {
    distance_feature: { field: 'location', pivot: '1000m', origin: [12.5, 41.9] },
  }),
  query(
    'seven compound levels',
    bool({
      filter: {
        constant_score: {
          filter: {
            dis_max: {
              queries: [
                bool({
                  should: {
                    boosting: {
                      positive: match,
                      negative: bool({ must_not: region }),
                      negative_boost: 0.1,
                    },
                  },
                }),
              ],
            },
          },
        },
      },
    }),
  ),
  query(
    'two hundred clauses',
    bool({ should: Array.from({ length: 200 }, (_, i) => ({ term: { tax_code: `${i}` } })) }),
  ),
]

const geo: Legitimate[] = (
  [
    ['geo_distance', { geo_distance: { distance: '20km', location: rome } }],
    ['geo_distance with an array', { geo_distance: { distance: '20km', location: [12.5, 41.9] } }],
    ['geo_distance with a text', { geo_distance: { distance: '20km', location: '41.9,12.5' } }],
    ['geo_distance with a geohash', { geo_distance: { distance: '20km', location: 'sr2y' } }],
    [
      'geo_distance with WKT',
      { geo_distance: { distance: '20km', location: 'POINT (12.5 41.9)' } },
    ],
    [
      'geo_distance in full',
      {
        geo_distance: {
          distance: 20,
          unit: 'km',
          distance_type: 'plane',
          location: rome,
          validation_method: 'IGNORE_MALFORMED',
          ignore_unmapped: true,
          _name: 'near',
          boost: 1,
        },
      },
    ],
    [
      'geo_distance in a filter',
      bool({ must: all, filter: { geo_distance: { distance: '200 miles', location: rome } } }),
    ],
    ['geo_bounding_box', { geo_bounding_box: { location: box } }],
    [
      'geo_bounding_box by arrays',
      { geo_bounding_box: { location: { top_left: [6, 47], bottom_right: [19, 36] } } },
    ],
    [
      'geo_bounding_box by texts',
      { geo_bounding_box: { location: { top_left: '47,6', bottom_right: '36,19' } } },
    ],
    [
      'geo_bounding_box by other corners',
      { geo_bounding_box: { location: { top_right: [19, 47], bottom_left: [6, 36] } } },
    ],
    [
      'geo_bounding_box by sides',
      { geo_bounding_box: { location: { top: 47, left: 6, bottom: 36, right: 19 } } },
    ],
    [
      'geo_bounding_box by WKT',
      { geo_bounding_box: { location: { wkt: 'BBOX (6, 19, 47, 36)' } } },
    ],
    [
      'geo_bounding_box in full',
      { geo_bounding_box: { location: box, validation_method: 'COERCE', ignore_unmapped: true } },
    ],
    [
      'geo_shape of an envelope',
      {
        geo_shape: {
          location: {
            shape: {
              type: 'envelope',
              coordinates: [
                [6, 47],
                [19, 36],
              ],
            },
            relation: 'intersects',
          },
        },
      },
    ],
    [
      'geo_shape of a polygon',
      {
        geo_shape: {
          location: {
            shape: {
              type: 'Polygon',
              coordinates: [
                [
                  [6, 36],
                  [19, 36],
                  [19, 47],
                  [6, 47],
                  [6, 36],
                ],
              ],
            },
            relation: 'within',
          },
          ignore_unmapped: true,
        },
      },
    ],
    [
      'geo_shape of a multipolygon',
      {
        geo_shape: {
          location: {
            shape: {
              type: 'MultiPolygon',
              coordinates: [
                [
                  [
                    [6, 36],
                    [19, 36],
                    [19, 47],
                    [6, 36],
                  ],
                ],
              ],
            },
          },
        },
      },
    ],
    [
      'geo_shape of a collection',
      {
        geo_shape: {
          location: {
            shape: {
              type: 'GeometryCollection',
              geometries: [{ type: 'Point', coordinates: [12.5, 41.9] }],
            },
          },
        },
      },
    ],
    [
      'geo_shape by WKT',
      { geo_shape: { location: { shape: 'POLYGON ((6 36, 19 36, 19 47, 6 36))' } } },
    ],
  ] as [string, object][]
).map(([name, clause]) => ({ ...query(name, clause), index: 'map-serp*' }))

const geoModule: Legitimate[] = [
  ofModule(query('geo_grid by geotile', { geo_grid: { location: { geotile: '6/32/22' } } })),
  ofModule(query('geo_grid by geohash', { geo_grid: { location: { geohash: 'u0' } } })),
  ofModule(query('geo_grid by geohex', { geo_grid: { location: { geohex: '811fbffffffffff' } } })),
]

const documents: Legitimate[] = [
  body('size and from', { size: 20, from: 40 }),
  body('size 0', { size: 0 }),
  body('size 100, the recommended greatest', { size: 100 }),
  body('size 10000, the engine’s window', { size: 10_000 }),
  body('the last page', { from: 9900, size: 100 }),
  body('size as a string', { size: '10', from: '20' }),
  body('size written as 1.0', { size: 1.0 }),
  body('sort by a field', { sort: [{ founded_year: { order: 'desc' } }] }),
  body('sort in short', { sort: [{ founded_year: 'desc' }, '_score', 'name.keyword'] }),
  body('sort by a name', { sort: 'founded_year' }),
  body('sort by an object', { sort: { founded_year: 'asc', _score: { order: 'desc' } } }),
  body('sort by _score and _doc', { sort: ['_score', '_doc'] }),
  body('sort, empty', { sort: [] }),
  body('sort in full', {
    sort: [
      {
        founded_year: {
          order: 'ASC',
          mode: 'min',
          missing: '_last',
          unmapped_type: 'integer',
          numeric_type: 'double',
        },
      },
      { created: { order: 'desc', format: 'strict_date_optional_time', missing: '_first' } },
    ],
  }),
  body('sort with a missing number', { sort: [{ revenue: { order: 'asc', missing: 0 } }] }),
  body('sort in nested objects', {
    sort: [
      {
        'contacts.age': {
          order: 'asc',
          mode: 'max',
          nested: { path: 'contacts', filter: { term: { 'contacts.role': 'chair' } } },
        },
      },
    ],
  }),
  body('sort with max_children', {
    sort: [{ 'contacts.age': { order: 'asc', nested: { path: 'contacts', max_children: 5 } } }],
  }),
  body('sort by distance', {
    sort: [
      {
        _geo_distance: {
          location: rome,
          order: 'asc',
          unit: 'km',
          mode: 'min',
          distance_type: 'arc',
          ignore_unmapped: true,
        },
      },
    ],
  }),
  body('sort by distance from an array', { sort: [{ _geo_distance: { location: [12.5, 41.9] } }] }),
  body('sort by distance from several points', {
    sort: [
      {
        _geo_distance: {
          location: [
            [12.5, 41.9],
            [11.2, 43.7],
          ],
          order: 'desc',
        },
      },
    ],
  }),
  body('sort by distance from a text', {
    sort: [{ _geo_distance: { location: '41.9,12.5', validation_method: 'STRICT' } }],
  }),
  body('search_after', {
    sort: [{ founded_year: 'asc' }, { 'name.keyword': 'asc' }],
    search_after: [1990, 'Croce'],
  }),
  body('search_after with null', {
    sort: [{ 'name.keyword': 'asc' }, '_score'],
    search_after: [null, 1],
  }),
  body('_source off', { _source: false }),
  body('_source on', { _source: true }),
  body('_source one', { _source: 'name' }),
  body('_source pattern', { _source: 'contacts.*' }),
  body('_source list', { _source: ['name', 'region'] }),
  body('_source includes and excludes', {
    _source: { includes: ['name', 'contacts.*'], excludes: ['contacts.age'] },
  }),
  body('_source include, singular', { _source: { include: ['name'], exclude: 'region' } }),
  body('_source includes a text', { _source: { includes: 'name' } }),
  body('post_filter', { post_filter: region }),
  body('min_score', { min_score: 0.1 }),
  body('track_scores', { track_scores: true, sort: ['founded_year'] }),
  body('track_total_hits on', { track_total_hits: true }),
  body('track_total_hits off', { track_total_hits: false }),
  body('track_total_hits up to', { track_total_hits: 1000 }),
  body('timeout', { timeout: '2s' }),
  body('timeout in milliseconds', { timeout: '500ms' }),
  body('collapse', { collapse: { field: 'region' } }),
  body('collapse with inner_hits', {
    collapse: {
      field: 'region',
      inner_hits: { name: 'oldest', size: 5, sort: [{ founded_year: 'asc' }] },
      max_concurrent_group_searches: 4,
    },
  }),
  body('collapse with two inner_hits', {
    collapse: {
      field: 'region',
      inner_hits: [
        { name: 'a', size: 1 },
        { name: 'b', size: 2, sort: ['founded_year'] },
      ],
    },
  }),
  body('collapse on a second level', {
    collapse: {
      field: 'region',
      inner_hits: { name: 'by city', collapse: { field: 'city' }, size: 3 },
    },
  }),
  body('highlight', { highlight: { fields: { name: {} } } }),
  body('highlight by list', {
    highlight: { fields: [{ name: {} }, { description: { number_of_fragments: 0 } }] },
  }),
  body('highlight by pattern', { highlight: { require_field_match: false, fields: { '*': {} } } }),
  body('highlight in full', {
    highlight: {
      type: 'unified',
      pre_tags: ['<b>'],
      post_tags: ['</b>'],
      number_of_fragments: 3,
      fragment_size: 150,
      no_match_size: 20,
      order: 'score',
      encoder: 'html',
      boundary_scanner: 'sentence',
      boundary_scanner_locale: 'it-IT',
      boundary_max_scan: 20,
      boundary_chars: '.,!? ',
      max_analyzed_offset: 100_000,
      phrase_limit: 256,
      require_field_match: true,
      fields: { name: { matched_fields: ['name'], highlight_query: match, fragment_size: 10 } },
    },
  }),
  body('highlight styled', {
    highlight: { tags_schema: 'styled', fields: { name: { type: 'plain', fragmenter: 'span' } } },
  }),
  body('highlight_query', {
    highlight: {
      highlight_query: bool({ must: match, should: { match_phrase: { name: 'croce rossa' } } }),
      fields: { name: {} },
    },
  }),
  body('aggs, empty', { aggs: {} }),
  body('aggregations by their long name', { aggregations: { r: { terms: { field: 'region' } } } }),
  body('an aggregation named script', { aggs: { script: { terms: { field: 'region' } } } }),
  body('aggregations named like keys', {
    aggs: {
      aggs: { terms: { field: 'region' } },
      constructor: { max: { field: 'founded_year' } },
      __proto__x: { min: { field: 'founded_year' } },
    },
  }),
  body('several kinds at once', {
    size: 20,
    from: 20,
    sort: ['_score'],
    _source: ['name'],
    aggs: { r: { terms: { field: 'region' } } },
    highlight: { fields: { name: {} } },
    post_filter: since1990,
    track_total_hits: true,
  }),
]

const metrics: Legitimate[] = [
  ...[
    'min',
    'max',
    'avg',
    'sum',
    'stats',
    'extended_stats',
    'value_count',
    'cardinality',
    'percentiles',
    'median_absolute_deviation',
  ].map((type) => agg(type, { [type]: { field: 'founded_year' } })),
  agg('avg with missing', { avg: { field: 'revenue', missing: 10 } }),
  agg('extended_stats with sigma', { extended_stats: { field: 'revenue', sigma: 3 } }),
  agg('cardinality with threshold', { cardinality: { field: 'region', precision_threshold: 100 } }),
  agg('percentiles in full', {
    percentiles: {
      field: 'revenue',
      percents: [50, 95, 99.9],
      keyed: false,
      tdigest: { compression: 200 },
    },
  }),
  agg('percentiles by hdr', {
    percentiles: { field: 'revenue', hdr: { number_of_significant_value_digits: 3 } },
  }),
  agg('percentile_ranks', { percentile_ranks: { field: 'founded_year', values: [1950, 2000] } }),
  agg('weighted_avg', {
    weighted_avg: { value: { field: 'revenue' }, weight: { field: 'founded_year', missing: 1 } },
  }),
  agg('geo_bounds', { geo_bounds: { field: 'location', wrap_longitude: true } }),
  agg('geo_centroid', { geo_centroid: { field: 'location' } }),
  agg('top_hits', {
    terms: { field: 'region' },
    aggs: { top: { top_hits: { size: 1, _source: ['name'], sort: [{ founded_year: 'asc' }] } } },
  }),
  agg('top_hits in full', {
    top_hits: {
      from: 0,
      size: 3,
      _source: { includes: ['name'] },
      highlight: { fields: { name: {} } },
      track_scores: true,
    },
  }),
  ofModule(agg('boxplot', { boxplot: { field: 'revenue', compression: 200 } })),
  ofModule(agg('string_stats', { string_stats: { field: 'region', show_distribution: true } })),
  ofModule(
    agg('matrix_stats', {
      matrix_stats: { fields: ['revenue', 'founded_year'], mode: 'avg', missing: { revenue: 1 } },
    }),
  ),
  ofModule(
    agg('top_metrics', {
      top_metrics: { metrics: [{ field: 'revenue' }], sort: { founded_year: 'desc' }, size: 3 },
    }),
  ),
]

const buckets: Legitimate[] = [
  agg('terms', { terms: { field: 'region' } }),
  agg('terms in full', {
    terms: {
      field: 'region',
      size: 50,
      shard_size: 100,
      order: [{ _count: 'desc' }, { _key: 'asc' }],
      min_doc_count: 1,
      shard_min_doc_count: 0,
      show_term_doc_count_error: true,
      missing: 'none',
      collect_mode: 'breadth_first',
      execution_hint: 'map',
    },
  }),
  agg('terms of exact values', {
    terms: { field: 'region', include: ['Lazio', 'Umbria'], exclude: ['Molise'] },
  }),
  agg('terms by pattern', { terms: { field: 'region', include: 'La.*', exclude: 'Lig.*|Mar.*' } }),
  agg('terms by partition', {
    terms: { field: 'region', include: { partition: 0, num_partitions: 5 }, size: 100 },
  }),
  agg('terms ordered by a metric', {
    terms: { field: 'region', order: { 'y.avg': 'desc' } },
    aggs: { y: { stats: { field: 'founded_year' } } },
  }),
  agg('terms of empty buckets', { terms: { field: 'region', min_doc_count: 0 } }),
  agg('terms of numbers', {
    terms: { field: 'founded_year', order: { _key: 'desc' }, format: '0' },
  }),
  agg('terms in terms', {
    terms: { field: 'region', size: 20 },
    aggs: {
      city: { terms: { field: 'city', size: 5 }, aggs: { m: { max: { field: 'founded_year' } } } },
    },
    meta: { label: 'Region', n: 1 },
  }),
  agg('rare_terms', { rare_terms: { field: 'region', max_doc_count: 2 } }),
  agg('range', {
    range: {
      field: 'founded_year',
      keyed: true,
      ranges: [{ to: 1950 }, { key: 'b', from: 1950, to: 2000 }, { from: 2000 }],
    },
  }),
  agg('date_range', {
    date_range: {
      field: 'created',
      format: 'yyyy',
      time_zone: 'CET',
      ranges: [{ to: 'now-1y/y' }, { from: '2020' }],
    },
  }),
  agg('ip_range', {
    ip_range: { field: 'ip', ranges: [{ to: '10.0.0.5' }, { mask: '10.0.0.0/25' }] },
  }),
  agg('histogram', { histogram: { field: 'founded_year', interval: 10 } }),
  agg('histogram in full', {
    histogram: {
      field: 'founded_year',
      interval: 10,
      offset: 5,
      min_doc_count: 1,
      keyed: true,
      order: { _key: 'desc' },
      extended_bounds: { min: 1900, max: 2030 },
      hard_bounds: { min: 1800, max: 2100 },
    },
  }),
  agg('histogram of fractions', {
    histogram: { field: 'revenue', interval: 0.5, missing: 0, min_doc_count: 1 },
  }),
  agg('date_histogram by month', {
    date_histogram: {
      field: 'created',
      calendar_interval: 'month',
      format: 'yyyy-MM',
      time_zone: 'Europe/Rome',
    },
  }),
  agg('date_histogram by 1M', { date_histogram: { field: 'created', calendar_interval: '1M' } }),
  agg('date_histogram by 1w', {
    date_histogram: {
      field: 'created',
      calendar_interval: '1w',
      offset: '+1d',
      keyed: true,
      min_doc_count: 0,
      order: { _count: 'desc' },
    },
  }),
  agg('date_histogram by 30 days', {
    date_histogram: {
      field: 'created',
      fixed_interval: '30d',
      extended_bounds: { min: '2019-01-01', max: '2023-01-01' },
    },
  }),
  agg('date_histogram by 10 seconds within bounds', {
    date_histogram: {
      field: 'created',
      fixed_interval: '10s',
      min_doc_count: 1,
      hard_bounds: { min: '2020-01-01T00:00:00Z', max: '2020-01-01T01:00:00Z' },
    },
  }),
  agg('date_histogram with bounds in date math', {
    date_histogram: {
      field: 'created',
      calendar_interval: 'year',
      extended_bounds: { min: 'now-10y', max: 'now' },
    },
  }),
  agg('variable_width_histogram', { variable_width_histogram: { field: 'revenue', buckets: 5 } }),
  agg('filter', { filter: region, aggs: { y: { avg: { field: 'founded_year' } } } }),
  agg('filters by name', {
    filters: {
      filters: { lazio: region, old: { range: { founded_year: { lt: 1950 } } } },
      other_bucket: true,
    },
  }),
  agg('filters by list', { filters: { filters: [region, match], other_bucket_key: 'rest' } }),
  agg('missing', { missing: { field: 'region' } }),
  agg('global', { global: {}, aggs: { n: { value_count: { field: 'region' } } } }),
  agg('nested', {
    nested: { path: 'contacts' },
    aggs: {
      a: { avg: { field: 'contacts.age' } },
      back: { reverse_nested: {}, aggs: { r: { terms: { field: 'region' } } } },
    },
  }),
  agg('composite', {
    composite: {
      size: 100,
      sources: [
        {
          r: {
            terms: { field: 'region', missing_bucket: true, missing_order: 'last', order: 'desc' },
          },
        },
        { y: { histogram: { field: 'founded_year', interval: 10 } } },
      ],
    },
  }),
  agg('composite after', {
    composite: {
      sources: [
        { r: { terms: { field: 'region' } } },
        { d: { date_histogram: { field: 'created', calendar_interval: '1d' } } },
      ],
      after: { r: 'Lazio', d: 0 },
    },
  }),
  agg('composite by tiles', {
    composite: { sources: [{ t: { geotile_grid: { field: 'location', precision: 8 } } }] },
  }),
  agg('composite with sub-aggregations', {
    composite: { sources: [{ r: { terms: { field: 'region' } } }] },
    aggs: { s: { sum: { field: 'revenue' } } },
  }),
  agg('geo_distance', {
    geo_distance: {
      field: 'location',
      origin: rome,
      unit: 'km',
      distance_type: 'plane',
      keyed: true,
      ranges: [{ to: 100 }, { from: 100, to: 300, key: 'far' }, { from: 300 }],
    },
  }),
  agg('geo_distance by text', {
    geo_distance: { field: 'location', origin: '41.9,12.5', ranges: [{ to: 100000 }] },
  }),
  agg('geohash_grid', {
    geohash_grid: { field: 'location', precision: 5 },
    aggs: { top: { top_hits: { size: 1 } } },
  }),
  agg('geohash_grid by distance', {
    geohash_grid: { field: 'location', precision: '10km', bounds: box },
  }),
  agg('geotile_grid', {
    geotile_grid: { field: 'location', precision: 8, size: 500, shard_size: 1000, bounds: box },
  }),
  agg('sampler', {
    sampler: { shard_size: 200 },
    aggs: { k: { significant_terms: { field: 'region' } } },
  }),
  agg('significant_terms', {
    significant_terms: {
      field: 'region',
      min_doc_count: 1,
      background_filter: since1990,
      size: 5,
      jlh: {},
    },
  }),
  agg('significant_terms by chi square', {
    significant_terms: {
      field: 'region',
      chi_square: { include_negatives: true, background_is_superset: false },
    },
  }),
  ofModule(
    agg('multi_terms', {
      multi_terms: {
        terms: [{ field: 'region' }, { field: 'city', missing: '-' }],
        size: 20,
        order: { _count: 'desc' },
      },
    }),
  ),
  ofModule(
    agg('auto_date_histogram', {
      auto_date_histogram: {
        field: 'created',
        buckets: 10,
        minimum_interval: 'month',
        format: 'yyyy-MM',
      },
    }),
  ),
  ofModule(agg('geohex_grid', { geohex_grid: { field: 'location', precision: 4 } })),
]

const years = {
  date_histogram: { field: 'created', calendar_interval: 'year' },
  aggs: { s: { sum: { field: 'revenue' } } },
}
const pipelines: Legitimate[] = [
  ...[
    'avg_bucket',
    'max_bucket',
    'min_bucket',
    'sum_bucket',
    'stats_bucket',
    'extended_stats_bucket',
    'percentiles_bucket',
  ].map((type) =>
    body(`aggregation ${type}`, {
      size: 0,
      aggs: { years, p: { [type]: { buckets_path: 'years>s' } } },
    }),
  ),
  body('aggregation avg_bucket in full', {
    size: 0,
    aggs: {
      years,
      p: { avg_bucket: { buckets_path: 'years>s', gap_policy: 'insert_zeros', format: '0.0' } },
    },
  }),
  agg('cumulative_sum', {
    ...years,
    aggs: { ...years.aggs, c: { cumulative_sum: { buckets_path: 's' } } },
  }),
  agg('serial_diff', {
    ...years,
    aggs: { ...years.aggs, c: { serial_diff: { buckets_path: 's', lag: 1 } } },
  }),
  ofModule(
    agg('derivative', {
      ...years,
      aggs: { ...years.aggs, c: { derivative: { buckets_path: 's', unit: '1d' } } },
    }),
  ),
  ofModule(
    agg('bucket_sort', {
      ...years,
      aggs: { ...years.aggs, c: { bucket_sort: { sort: [{ s: { order: 'desc' } }], size: 3 } } },
    }),
  ),
]

const near = (distance: unknown, place: unknown = rome) => ({
  geo_distance: { distance, location: place },
})
const byDay = (keys: object) =>
  agg(`date_histogram of ${JSON.stringify(keys)}`, {
    date_histogram: { field: 'created', ...keys },
  })

/** Values in the other forms that Elasticsearch reads. */
const otherForms: Legitimate[] = [
  ...['.5mi', '+5km', '5 km', '1e3m', '5.km', ' 5 nauticalmiles'].map((distance) =>
    query(`a distance written ${distance}`, near(distance)),
  ),
  ...[
    { lat: '41.9', lon: ' 12.5e0 ' },
    '41.9 , 12.5',
    'point (12.5 41.9)',
    { geohash: 'sr2y' },
  ].map((place) => query(`a point as ${JSON.stringify(place)}`, near('1km', place))),
  ...['1e1', ' 10 ', '+10', '10.0'].map((size) => body(`size written ${size}`, { size })),
  ...['.5', '5e-1'].map((boost) =>
    query(`boost written ${boost}`, { match: { name: { query: 'croce', boost } } }),
  ),
  ...[' 1 ', '+1', '1.0', '1e0'].map((fuzziness) =>
    query(`fuzziness written ${fuzziness}`, { match: { name: { query: 'croce', fuzziness } } }),
  ),
  query('prefix of a number', { prefix: { tax_code: 94 } }),
  query('wildcard of a number', { wildcard: { tax_code: { value: 94 } } }),
  query('fuzzy of a number', { fuzzy: { name: 1990 } }),
  query('query_string of a number', { query_string: { query: 1990, default_field: 'name' } }),
  query('combined_fields of one field', { combined_fields: { query: 'croce', fields: 'name' } }),
  query(
    'minimum_should_match with a sign',
    bool({ should: [match, region], minimum_should_match: '+1' }),
  ),
  query('geo_shape of one geometry', {
    geo_shape: {
      location: {
        shape: {
          type: 'geometrycollection',
          geometries: { type: 'point', coordinates: [12.5, 41.9] },
        },
      },
    },
  }),
  body('highlight of nothing', { highlight: {} }),
  body('track_total_hits as a string', { track_total_hits: '100' }),
  body('timeout in capitals and with spaces', { timeout: ' 2 S ' }),
  body('timeout in microseconds', { timeout: '5000micros' }),
  agg('range of one range', { range: { field: 'founded_year', ranges: { to: 1950 } } }),
  agg('terms by a pattern of escaped signs', {
    terms: { field: 'region', include: 'R\\&D', exclude: 'A\\{1\\}' },
  }),
  agg('terms by a pattern of quoted signs', {
    terms: { field: 'region', include: '"R&D <x>"|[&@#]x' },
  }),
  agg('geohash_grid by half a kilometre', {
    geohash_grid: { field: 'location', precision: '.5 km' },
  }),
  byDay({ fixed_interval: '30 D' }),
  byDay({ calendar_interval: 'day', time_zone: 2 }),
  byDay({
    calendar_interval: '1s',
    hard_bounds: { min: '2020-01-01', max: '2020-01-01T00:10:00' },
  }),
]

export const legitimate: readonly Legitimate[] = [
  ...everyday,
  ...fullText,
  ...compound,
  ...geo,
  ...geoModule,
  ...documents,
  ...metrics,
  ...buckets,
  ...pipelines,
  ...otherForms,
]

/** A body as the engine gets it, but for what the rules add: without the names of clauses. */
export const asSent = (body: object): object =>
  JSON.parse(JSON.stringify(body), (key, value) => (key === '_name' ? undefined : value))
