import type { Shard } from '../index/shard.js'
import type { Query } from '../lucene/query.js'

/**
 * A clause that was read: what it asks of each shard. It may still refuse a shard, for its fields'
 * types.
 */
export type Clause = (shard: Shard) => Query

/** What reading a query needs besides its JSON. */
export interface Parsing {
  /** Epoch milliseconds that `now` stands for. */
  readonly now: number
  /** Clauses with a `_name`, which hits report in `matched_queries`. */
  readonly named: { name: string; clause: Clause }[]
  /** Reads a query that is within another. @throws EngineError */
  query(json: unknown): Clause
}

/** Reads the body of one kind of clause. @throws EngineError for what it does not know. */
export type ClauseReader = (body: unknown, parsing: Parsing) => Clause
