import type { Shard } from '../index/shard.js'
import type { Matches, Query } from '../lucene/query.js'
import type { IndexView } from '../types.js'

/**
 * A shard and the query that was asked of it: what ranking, hits, highlights and aggregations need
 * of it.
 */
export interface Searched extends IndexView {
  readonly shard: Shard
  readonly query: Query
  /** Documents of the query with at least `min_score`: what aggregations see. */
  readonly matches: Matches
}
