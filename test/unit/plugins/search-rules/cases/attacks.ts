import { aggregationPlaces, documentPlaces, queryPlaces } from './places.js'

/**
 * Requests that must be refused. `text` is sent unchanged, `bytes` too; else `{index, body}` is
 * serialized.
 */
export interface Attack {
  name: string
  index?: unknown
  body?: unknown
  text?: string
  bytes?: Buffer
  /** Part of the request that must be complained of. */
  field?: 'index' | 'body'
}

const all = { match_all: {} }
const script = { source: 'params._source.secret' }
const lookup = { index: 'directory-auth', id: '1', path: 'hash' }

/** Clauses that run code, read elsewhere, hide a second query, or are not switched on. */
export const forbiddenQueries: [string, object][] = [
  ['script', { script: { script } }],
  ['script, stored', { script: { script: { id: 'x' } } }],
  ['script as a text', { script: { script: 'true' } }],
  ['script_score', { script_score: { query: all, script } }],
  ['function_score.script_score', { function_score: { query: all, script_score: { script } } }],
  [
    'function_score.functions[].script_score',
    { function_score: { functions: [{ weight: 1 }, { script_score: { script } }] } },
  ],
  [
    'function_score.functions[] with both',
    { function_score: { functions: [{ filter: all, script_score: { script } }] } },
  ],
  ['wrapper', { wrapper: { query: Buffer.from('{"script":{}}').toString('base64') } }],
  ['terms lookup', { terms: { tax_code: lookup } }],
  ['terms lookup with boost', { terms: { tax_code: lookup, boost: 1 } }],
  ['terms of objects', { terms: { tax_code: [lookup] } }],
  ['terms of lists', { terms: { tax_code: [['a']] } }],
  ['terms on two fields', { terms: { tax_code: ['a'], region: ['b'] } }],
  [
    'terms_set with a script',
    { terms_set: { tags: { terms: ['a'], minimum_should_match_script: script } } },
  ],
  ['geo_shape.indexed_shape', { geo_shape: { location: { indexed_shape: lookup } } }],
  [
    'geo_shape with both shapes',
    {
      geo_shape: {
        location: { shape: { type: 'point', coordinates: [1, 2] }, indexed_shape: lookup },
      },
    },
  ],
  ['shape', { shape: { area: { indexed_shape: lookup } } }],
  ['percolate', { percolate: { field: 'q', index: 'directory-auth', id: '1' } }],
  ['percolate of a document', { percolate: { field: 'q', document: { a: 1 } } }],
  ['pinned', { pinned: { docs: [{ _index: 'directory-auth', _id: '1' }], organic: all } }],
  ['rule', { rule: { match_criteria: {}, ruleset_ids: ['x'], organic: all } }],
  ['rule_query', { rule_query: { match_criteria: {}, ruleset_id: 'x', organic: all } }],
  [
    'more_like_this of documents',
    { more_like_this: { fields: ['name'], like: [{ _index: 'directory-auth', _id: '1' }] } },
  ],
  [
    'more_like_this of one document',
    { more_like_this: { fields: ['name'], like: { _index: 'directory-auth', _id: '1' } } },
  ],
  [
    'more_like_this unlike a document',
    { more_like_this: { fields: ['name'], like: 'x', unlike: [{ _index: 'a', _id: '1' }] } },
  ],
  ['more_like_this by ids', { more_like_this: { fields: ['name'], ids: ['1'] } }],
  ['text_expansion', { text_expansion: { v: { model_id: 'm', model_text: 'x' } } }],
  ['sparse_vector', { sparse_vector: { field: 'v', inference_id: 'm', query: 'x' } }],
  ['semantic', { semantic: { field: 'v', query: 'x' } }],
  ['weighted_tokens', { weighted_tokens: { v: { tokens: { a: 1 } } } }],
  [
    'knn by a model',
    {
      knn: {
        field: 'v',
        query_vector_builder: { text_embedding: { model_id: 'm', model_text: 'x' } },
      },
    },
  ],
  ['knn by a lookup', { knn: { field: 'v', query_vector_builder: { lookup } } }],
  [
    'intervals with a script',
    { intervals: { name: { match: { query: 'a', filter: { script } } } } },
  ],
  ['template', { template: { source: '{}', params: {} } }],
  ['type', { type: { value: '_doc' } }],
  ['common', { common: { name: { query: 'x' } } }],
  [
    'geo_polygon',
    {
      geo_polygon: {
        location: {
          points: [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        },
      },
    },
  ],
  ['indices', { indices: { indices: ['directory-auth'], query: all } }],
  ['an unknown clause', { no_such_clause: {} }],
  ['a clause in capitals', { Match: { name: 'x' } }],
  ['a clause with a space', { 'match ': { name: 'x' } }],
  ['a clause with a null sign', { 'match\u0000': { name: 'x' } }],
  ['a clause in full-width letters', { ｍatch: { name: 'x' } }],
  ['constructor', { constructor: {} }],
  ['toString', { toString: {} }],
  ['hasOwnProperty', { hasOwnProperty: {} }],
  ['__proto__', JSON.parse('{"__proto__": {"match_all": {}}}')],
  ['two clauses', { match_all: {}, script: { script } }],
  ['two harmless clauses', { match_all: {}, match_none: {} }],
  ['no clause', {}],
  ['a clause with null', { match_all: null }],
  ['a clause with a list', { bool: [] }],
  ['a clause with a text', { term: 'x' }],
  ['an unknown parameter', { match: { name: { query: 'x', script } } }],
  ['an unknown key in bool', { bool: { must: all, script } }],
  [
    'a script beside bool.filter',
    { bool: { filter: [{ term: { region: 'a' } }, { script: { script } }] } },
  ],
  ['a script under a harmless key', { constant_score: { filter: all, script } }],
  ['match on two fields', { match: { name: 'a', description: 'b' } }],
  ['match with an object for a text', { match: { name: { query: { script } } } }],
  ['match with a list', { match: { name: ['a', 'b'] } }],
  ['term with an object', { term: { name: { value: { script } } } }],
  ['range with an object', { range: { founded_year: { gte: { script } } } }],
  [
    'decay with a script',
    { function_score: { gauss: { founded_year: { origin: 1, scale: 1 }, script } } },
  ],
  [
    'inner_hits with script_fields',
    { nested: { path: 'contacts', query: all, inner_hits: { script_fields: { x: { script } } } } },
  ],
  [
    'inner_hits sorted by a script',
    {
      nested: {
        path: 'contacts',
        query: all,
        inner_hits: { sort: { _script: { type: 'number', script } } },
      },
    },
  ],
  ['has_child, which is off', { has_child: { type: 'x', query: all } }],
  ['has_parent, which is off', { has_parent: { parent_type: 'x', query: all } }],
  ['parent_id, which is off', { parent_id: { type: 'x', id: '1' } }],
  ['regexp, which is off', { regexp: { name: 'a.*' } }],
  ['a regexp in query_string', { query_string: { query: 'name:/a.*/' } }],
  ['a regexp behind a quote in a range', { query_string: { query: '[a" TO b] AND /x.*/' } }],
  ['intervals, which are off', { intervals: { name: { match: { query: 'a' } } } }],
  ['span_term, which is off', { span_term: { name: 'a' } }],
  ['span_near, which is off', { span_near: { clauses: [{ span_term: { name: 'a' } }], slop: 1 } }],
  ['rank_feature, which is off', { rank_feature: { field: 'pagerank' } }],
  [
    'knn, which is off',
    { knn: { field: 'vector', query_vector: [1, 0, 0], k: 1, num_candidates: 10 } },
  ],
]

/** Aggregations that run code, join, or are not known to be bounded. */
const valueSource = { field: 'revenue', script }
export const forbiddenAggregations: [string, object][] = [
  [
    'scripted_metric',
    { scripted_metric: { map_script: 'x', combine_script: 'y', reduce_script: 'z' } },
  ],
  ['bucket_script', { bucket_script: { buckets_path: { a: 'b' }, script: 'params.a' } }],
  ['bucket_selector', { bucket_selector: { buckets_path: { a: 'b' }, script: 'params.a > 1' } }],
  [
    'moving_fn',
    { moving_fn: { buckets_path: 'a', window: 10, script: 'MovingFunctions.max(values)' } },
  ],
  ['inference', { inference: { model_id: 'm', buckets_path: { a: 'b' } } }],
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
    'percentile_ranks',
    'boxplot',
    'string_stats',
    'median_absolute_deviation',
    'geo_bounds',
    'geo_centroid',
    'terms',
    'rare_terms',
    'significant_terms',
    'range',
    'date_range',
    'ip_range',
    'geo_distance',
    'histogram',
    'date_histogram',
    'auto_date_histogram',
    'variable_width_histogram',
    'geohash_grid',
    'geotile_grid',
    'geohex_grid',
    'missing',
  ].map((type): [string, object] => [`${type} with a script`, { [type]: valueSource }]),
  ['terms by a script alone', { terms: { script } }],
  ['terms by a script as a text', { terms: { script: 'doc.region' } }],
  [
    'weighted_avg.value.script',
    { weighted_avg: { value: { script }, weight: { field: 'revenue' } } },
  ],
  [
    'weighted_avg.weight.script',
    { weighted_avg: { value: { field: 'revenue' }, weight: { script } } },
  ],
  ['multi_terms.terms[].script', { multi_terms: { terms: [{ field: 'region' }, { script }] } }],
  ['composite.sources[].terms.script', { composite: { sources: [{ x: { terms: { script } } }] } }],
  [
    'composite.sources[].histogram.script',
    { composite: { sources: [{ x: { histogram: { script, interval: 1 } } }] } },
  ],
  [
    'composite.sources[].date_histogram.script',
    { composite: { sources: [{ x: { date_histogram: { script, calendar_interval: '1d' } } }] } },
  ],
  [
    'significant_terms.script_heuristic',
    { significant_terms: { field: 'region', script_heuristic: { script } } },
  ],
  ['t_test', { t_test: { a: { field: 'x' }, b: { field: 'y' } } }],
  [
    't_test with filters of scripts',
    { t_test: { a: { field: 'x', filter: { script: { script } } }, b: { field: 'y' } } },
  ],
  ['top_hits.script_fields', { top_hits: { script_fields: { x: { script } } } }],
  [
    'top_hits sorted by a script',
    { top_hits: { sort: [{ _script: { type: 'number', script, order: 'asc' } }] } },
  ],
  [
    'top_metrics sorted by a script',
    { top_metrics: { metrics: { field: 'x' }, sort: { _script: { type: 'number', script } } } },
  ],
  ...[
    'adjacency_matrix',
    'categorize_text',
    'frequent_item_sets',
    'time_series',
    'significant_text',
    'change_point',
    'children',
    'parent',
    'rate',
    'no_such_aggregation',
    'constructor',
    'toString',
  ].map((type): [string, object] => [type, { [type]: { field: 'name' } }]),
  ['__proto__', JSON.parse('{"__proto__": {"field": "name"}}')],
  ['two types', { terms: { field: 'region' }, max: { field: 'revenue' } }],
  ['two types, one of a script', { max: { field: 'revenue' }, scripted_metric: {} }],
  ['no type', { meta: {} }],
  ['no object', []],
  ['a type with null', { terms: null }],
  [
    'both names of the inner aggregations',
    { terms: { field: 'region' }, aggs: {}, aggregations: {} },
  ],
]

/** Keys that ask for documents in a forbidden way. */
const forbiddenDocuments: [string, object][] = [
  ['script_fields', { script_fields: { x: { script } } }],
  ['a sort by script', { sort: [{ _script: { type: 'number', script } }] }],
  ['a sort by script as an object', { sort: { _script: { type: 'number', script } } }],
  [
    'a sort by script beside a field',
    { sort: [{ region: 'asc', _script: { type: 'number', script } }] },
  ],
  ['a sort with an unknown key', { sort: [{ region: { order: 'asc', script } }] }],
  ['a sort that is a list in a list', { sort: [['region']] }],
  ['runtime_mappings', { runtime_mappings: { x: { type: 'keyword', script } } }],
  ['fields, which is off', { fields: ['*'] }],
  ['docvalue_fields, which is off', { docvalue_fields: ['*'] }],
  ['stored_fields, which is off', { stored_fields: ['*'] }],
  ['explain, which is off', { explain: true }],
  ['version, which is off', { version: true }],
  ['seq_no_primary_term, which is off', { seq_no_primary_term: true }],
  ['size of a text that is no number', { size: '1e9' }],
  ['size below zero', { size: -1 }],
  ['size of a fraction', { size: 1.5 }],
  ['size beyond the window', { size: 10_001 }],
  ['size beyond the window as a text', { size: '100000' }],
  ['size as a list', { size: [1] }],
  ['size as null', { size: null }],
  ['_source as a number', { _source: 1 }],
  ['_source with an unknown key', { _source: { script } }],
]

const forbiddenKeys: [string, object][] = [
  [
    'runtime_mappings lookup',
    {
      runtime_mappings: {
        x: {
          type: 'lookup',
          target_index: 'directory-auth',
          input_field: 'a',
          target_field: 'b',
          fetch_fields: ['hash'],
        },
      },
    },
  ],
  ['pit', { pit: { id: 'abc', keep_alive: '1h' } }],
  ['slice', { slice: { id: 0, max: 2 } }],
  ['scroll', { scroll: '1m' }],
  ['retriever', { retriever: { standard: { query: { script: { script } } } } }],
  ['retriever rrf', { retriever: { rrf: { retrievers: [] } } }],
  ['rank', { rank: { rrf: {} } }],
  ['sub_searches', { sub_searches: [{ query: all }] }],
  [
    'knn, which is off',
    { knn: { field: 'vector', query_vector: [1, 0, 0], k: 1, num_candidates: 10 } },
  ],
  [
    'knn by a model',
    {
      knn: {
        field: 'vector',
        query_vector_builder: { text_embedding: { model_id: 'm', model_text: 'x' } },
        k: 1,
      },
    },
  ],
  ['indices_boost', { indices_boost: [{ 'directory-auth': 2 }] }],
  ['ext', { ext: { x: {} } }],
  ['stats', { stats: ['group'] }],
  ['project_routing', { project_routing: '_alias:*' }],
  ['index in the body', { index: 'directory-auth' }],
  ['source', { source: '{"query":{"match_all":{}}}' }],
  ['_index', { _index: 'directory-auth' }],
  ['q', { q: '*' }],
  ['suggest, which is off', { suggest: { x: { text: 'a', term: { field: 'name' } } } }],
  [
    'suggest with collate',
    {
      suggest: { x: { text: 'a', phrase: { field: 'name', collate: { query: { source: {} } } } } },
    },
  ],
  ['rescore, which is off', { rescore: { query: { rescore_query: all } } }],
  ['rescore by script', { rescore: { script: { script } } }],
  ['profile, which is off', { profile: true }],
  ['terminate_after, which is off', { terminate_after: 1 }],
  ['both names of the aggregations', { aggs: {}, aggregations: {} }],
  ['constructor', { constructor: {} }],
  ['an upper-case key', { Size: 1 }],
  ['highlight with an unknown key', { highlight: { fields: { name: {} }, script } }],
  ['collapse without a field', { collapse: {} }],
  [
    'collapse on a third level',
    {
      collapse: {
        field: 'a',
        inner_hits: { name: 'x', collapse: { field: 'b', inner_hits: { name: 'y' } } },
      },
    },
  ],
  ['search_after with an object', { search_after: [{}] }],
  ['post_filter as a list', { post_filter: [all] }],
  ['min_score of a text', { min_score: 'high' }],
  ['track_total_hits as an object', { track_total_hits: {} }],
  ['timeout too long', { timeout: '1h' }],
  ['timeout without end', { timeout: '-1' }],
  ['aggs as a list', { aggs: [] }],
  ['query as a list', { query: [all] }],
  ['query as a text', { query: '*' }],
  ['query as null', { query: null }],
]

export const inEvery = (what: [string, object][], places: typeof queryPlaces): Attack[] =>
  what.flatMap(([name, planted]) =>
    places.map(([place, at]) => ({
      name: `${name} in ${place}`,
      body: at(planted),
      field: 'body' as const,
    })),
  )

/** Attacks on the body, each in every place where it may be tried. */
export const bodyAttacks: readonly Attack[] = [
  ...inEvery(forbiddenQueries, queryPlaces),
  ...inEvery(forbiddenAggregations, aggregationPlaces),
  ...inEvery(forbiddenDocuments, documentPlaces),
  ...forbiddenKeys.map(([name, keys]) => ({
    name: `key ${name}`,
    body: { query: all, ...keys },
    field: 'body' as const,
  })),
]
