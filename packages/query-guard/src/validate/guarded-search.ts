import type { CatalogFields } from '../rule/fields.js'

/**
 * The size of a search, counted during validation; constructs that pass unchecked (`unsafe`) are
 * not counted.
 */
export interface SearchCounts {
  /** Query clauses at any depth. */
  clauses: number
  /** Aggregations at any depth. */
  aggregations: number
  /** The largest product of bucket counts along one branch of aggregations; 1 without any. */
  bucketProduct: number
  /** Hits: the body's `size`, by default 10. */
  hits: number
}

/** The cost of a search (docs/query-cost.md). */
export interface SearchCost {
  total: number
}

/** A search that may go to the engine. */
export interface GuardedSearch {
  /** The index expression as the caller sent it. */
  index: string
  /** The search body, serialized from the validated value; never the caller's bytes. */
  body: string
  /** The body without the operator's filter, which callers do not see; absent if there is none. */
  ownBody?: string | undefined
  /** Whether the caller requested aggregations. */
  hasAggregations: boolean
  counts: SearchCounts
  cost: SearchCost
  /**
   * Hints about doubtful fields; absent if none is doubtful. A function, since comparing names
   * takes time.
   * @param foundNothing Whether the search found nothing: there are more hints then.
   */
  hints?: ((foundNothing: boolean) => readonly string[]) | undefined
  /** The fields of its indices; absent if they are not known. */
  fields?: CatalogFields | undefined
}
