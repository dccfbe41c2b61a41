/**
 * Every place of a body where Elasticsearch takes a query, an aggregation, a sort or a request for
 * documents.
 */

const all = { match_all: {} }
type Place = [name: string, at: (planted: object) => object]

const inQuery = (name: string, wrap: (clause: object) => object): Place => [
  name,
  (clause) => ({ query: wrap(clause) }),
]
const beside = (name: string, wrap: (clause: object) => object): Place => [
  name,
  (clause) => ({ query: all, ...wrap(clause) }),
]
const bool = (key: string, value: unknown) => ({ bool: { [key]: value } })
const nestedSort = (clause: object) => [
  { 'contacts.age': { order: 'asc', nested: { path: 'contacts', filter: clause } } },
]
const innerHits = (keys: object) => ({ nested: { path: 'contacts', query: all, inner_hits: keys } })

/** Where a query may be. */
export const queryPlaces: readonly Place[] = [
  inQuery('query', (clause) => clause),
  ...['must', 'filter', 'should', 'must_not'].flatMap((key) => [
    inQuery(`bool.${key} as a list`, (clause) => bool(key, [all, clause])),
    inQuery(`bool.${key} as an object`, (clause) => bool(key, clause)),
  ]),
  inQuery('bool in bool in bool', (clause) =>
    bool('filter', [bool('should', [bool('must_not', [clause])])]),
  ),
  inQuery('constant_score.filter', (filter) => ({ constant_score: { filter } })),
  inQuery('dis_max.queries', (clause) => ({ dis_max: { queries: [all, clause] } })),
  inQuery('boosting.positive', (positive) => ({
    boosting: { positive, negative: all, negative_boost: 0.5 },
  })),
  inQuery('boosting.negative', (negative) => ({
    boosting: { positive: all, negative, negative_boost: 0.5 },
  })),
  inQuery('nested.query', (query) => ({ nested: { path: 'contacts', query } })),
  inQuery('nested in nested', (query) => ({
    nested: { path: 'a', query: { nested: { path: 'a.b', query } } },
  })),
  inQuery('function_score.query', (query) => ({ function_score: { query, weight: 2 } })),
  inQuery('function_score.functions[].filter', (filter) => ({
    function_score: { functions: [{ weight: 1 }, { filter, weight: 2 }] },
  })),
  inQuery('inner_hits.highlight.highlight_query', (clause) =>
    innerHits({ highlight: { highlight_query: clause, fields: { name: {} } } }),
  ),
  inQuery('inner_hits.highlight.fields[].highlight_query', (clause) =>
    innerHits({ highlight: { fields: [{ name: { highlight_query: clause } }] } }),
  ),
  inQuery('inner_hits.sort.nested.filter', (clause) => innerHits({ sort: nestedSort(clause) })),
  beside('post_filter', (post_filter) => ({ post_filter })),
  beside('sort.nested.filter', (clause) => ({ sort: nestedSort(clause) })),
  beside('sort as an object', (clause) => ({ sort: nestedSort(clause)[0] })),
  beside('sort.nested.nested.filter', (filter) => ({
    sort: [{ 'a.b.c': { nested: { path: 'a', nested: { path: 'a.b', filter } } } }],
  })),
  beside('sort._geo_distance.nested.filter', (filter) => ({
    sort: [{ _geo_distance: { location: [1, 2], nested: { path: 'a', filter } } }],
  })),
  beside('highlight.highlight_query', (highlight_query) => ({
    highlight: { highlight_query, fields: { name: {} } },
  })),
  beside('highlight.fields.name.highlight_query', (highlight_query) => ({
    highlight: { fields: { name: { highlight_query } } },
  })),
  beside('highlight.fields[].highlight_query', (highlight_query) => ({
    highlight: { fields: [{ name: { highlight_query } }] },
  })),
  beside('collapse.inner_hits.highlight', (highlight_query) => ({
    collapse: {
      field: 'region',
      inner_hits: { name: 'x', highlight: { highlight_query, fields: { name: {} } } },
    },
  })),
  beside('collapse.inner_hits[].sort', (clause) => ({
    collapse: {
      field: 'region',
      inner_hits: [{ name: 'y' }, { name: 'x', sort: nestedSort(clause) }],
    },
  })),
  beside('aggs.filter', (filter) => ({ aggs: { x: { filter } } })),
  beside('aggregations.filter', (filter) => ({ aggregations: { x: { filter } } })),
  beside('aggs.filters by name', (clause) => ({
    aggs: { x: { filters: { filters: { a: all, b: clause } } } },
  })),
  beside('aggs.filters by list', (clause) => ({
    aggs: { x: { filters: { filters: [all, clause] } } },
  })),
  beside('aggs.aggs.filter', (filter) => ({
    aggs: { x: { terms: { field: 'region' }, aggs: { y: { filter } } } },
  })),
  beside('aggs.aggregations.aggs.filter', (filter) => ({
    aggs: { x: { filter: all, aggregations: { y: { global: {}, aggs: { z: { filter } } } } } },
  })),
  beside('aggs.significant_terms.background_filter', (background_filter) => ({
    aggs: { x: { significant_terms: { field: 'region', background_filter } } },
  })),
  beside('aggs.top_hits.highlight', (highlight_query) => ({
    aggs: { x: { top_hits: { highlight: { highlight_query, fields: { name: {} } } } } },
  })),
  beside('aggs.top_hits.sort', (clause) => ({
    aggs: { x: { top_hits: { sort: nestedSort(clause) } } },
  })),
  beside('aggs.top_metrics.sort', (clause) => ({
    aggs: { x: { top_metrics: { metrics: { field: 'revenue' }, sort: nestedSort(clause) } } },
  })),
]

/** Where a query may be when optional features are on. */
export const optionalQueryPlaces: readonly Place[] = [
  beside('rescore', (rescore_query) => ({
    rescore: { query: { rescore_query }, window_size: 10 },
  })),
  beside('rescore by list', (rescore_query) => ({
    rescore: [{ query: { rescore_query: all } }, { query: { rescore_query } }],
  })),
  beside('knn.filter', (filter) => ({
    knn: { field: 'vector', query_vector: [1, 0, 0], k: 1, num_candidates: 10, filter },
  })),
  beside('knn[].filter[]', (clause) => ({
    knn: [
      { field: 'vector', query_vector: [1, 0, 0], k: 1, num_candidates: 10, filter: [all, clause] },
    ],
  })),
  inQuery('knn.filter as a query', (filter) => ({
    knn: { field: 'vector', query_vector: [1, 0, 0], filter },
  })),
  inQuery('has_child.query', (query) => ({ has_child: { type: 'x', query } })),
  inQuery('has_parent.query', (query) => ({ has_parent: { parent_type: 'x', query } })),
  inQuery('has_child.inner_hits', (clause) => ({
    has_child: { type: 'x', query: all, inner_hits: { sort: nestedSort(clause) } },
  })),
]

/** Where an aggregation may be. */
export const aggregationPlaces: readonly Place[] = [
  beside('aggs', (x) => ({ aggs: { x } })),
  beside('aggregations', (x) => ({ aggregations: { x } })),
  beside('aggs beside others', (x) => ({ aggs: { a: { max: { field: 'founded_year' } }, x } })),
  beside('aggs.aggs', (x) => ({ aggs: { a: { terms: { field: 'region' }, aggs: { x } } } })),
  beside('aggs.aggregations', (x) => ({ aggs: { a: { filter: all, aggregations: { x } } } })),
  beside('three levels', (x) => ({
    aggs: {
      a: {
        nested: { path: 'contacts' },
        aggs: { b: { histogram: { field: 'founded_year', interval: 10 }, aggs: { x } } },
      },
    },
  })),
  beside('under composite', (x) => ({
    aggs: { a: { composite: { sources: [{ r: { terms: { field: 'region' } } }] }, aggs: { x } } },
  })),
]

/** Where documents are asked for, and so where sort, script_fields and their kind may be. */
export const documentPlaces: readonly Place[] = [
  beside('the body', (keys) => keys),
  inQuery('nested.inner_hits', innerHits),
  inQuery('nested.inner_hits in a filter', (keys) => bool('filter', [innerHits(keys)])),
  beside('post_filter.nested.inner_hits', (keys) => ({ post_filter: innerHits(keys) })),
  beside('collapse.inner_hits', (keys) => ({
    collapse: { field: 'region', inner_hits: { name: 'x', ...keys } },
  })),
  beside('collapse.inner_hits[]', (keys) => ({
    collapse: { field: 'region', inner_hits: [{ name: 'y' }, { name: 'x', ...keys }] },
  })),
  beside('aggs.top_hits', (keys) => ({ aggs: { x: { top_hits: keys } } })),
  beside('aggs.aggs.top_hits', (keys) => ({
    aggs: { a: { terms: { field: 'region' }, aggs: { x: { top_hits: keys } } } },
  })),
]
