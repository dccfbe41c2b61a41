// biome-ignore lint/suspicious/noTsIgnore: an error only where the package is not installed
/** @ts-ignore types of an optional package: without it, only keys of a body are checked */
import type { estypes } from '@elastic/elasticsearch'

/** Keys of an Elasticsearch search that the service may allow, by its rules. */
type BodyKey =
  | '_source'
  | 'aggregations'
  | 'aggs'
  | 'collapse'
  | 'docvalue_fields'
  | 'explain'
  | 'fields'
  | 'from'
  | 'highlight'
  | 'knn'
  | 'min_score'
  | 'post_filter'
  | 'profile'
  | 'rescore'
  | 'search_after'
  | 'seq_no_primary_term'
  | 'size'
  | 'sort'
  | 'stored_fields'
  | 'suggest'
  | 'terminate_after'
  | 'timeout'
  | 'track_scores'
  | 'track_total_hits'
  | 'version'

/**
 * The body of a search: Elasticsearch's own, with its query. All keys are optional; without the
 * package they would not be.
 */
export type SearchBody = Partial<Pick<estypes.SearchRequest, BodyKey>> & {
  query: NonNullable<estypes.SearchRequest['query']>
}

/** The body of a search for all pages: the client sets where a page begins. */
export type AllPagesBody = Omit<SearchBody, 'from' | 'search_after'>

/** The body of an export, which returns all hits. */
export type ExportBody = Pick<SearchBody, 'query' | 'sort' | '_source'>

/** A sort of Elasticsearch: one clause or several. */
export type Sort = NonNullable<estypes.SearchRequest['sort']>
