import type { JsonObject } from './json-value.js'

/** How often the construct at a place of the body runs, and for what. */
export interface CostContext {
  /** Runs of a query clause. */
  runs: number
  /** Collections of every document by an aggregation. */
  collects: number
  /**
   * Product of the buckets of the aggregations around, as collected and as returned; each counts
   * for itself.
   */
  buckets: number
  built: number
  /** Product of the sizes of the aggregations around. */
  answered: number
  /** How often queries of aggregations are prepared again, for buckets around them. */
  prepared: number
  /** Hits that are rendered. */
  hits: number
  /** Whether scores are needed: by hits, or by aggregations, which may use them. */
  isScored: boolean
  /** Whether a clause is run, or only prepared. */
  isRun: boolean
  /** Queries that all collected documents match. */
  matched: readonly unknown[]
}

/** The context of a key's value, by the context of its object. */
export type CostContextOf = (
  value: JsonObject,
  key: string,
  here: Readonly<CostContext>,
) => Readonly<CostContext>

/**
 * The same context with other hits to render. Written out: spreading this many members costs more
 * than the rest of a clause.
 */
export function withHits(
  here: Readonly<CostContext>,
  hits: number,
  isScored: boolean,
): CostContext {
  const { runs, collects, buckets, built, answered, prepared, isRun, matched } = here
  return { runs, collects, buckets, built, answered, prepared, hits, isScored, isRun, matched }
}

/** The context of a construct that only selects documents: its score is not needed. */
export const unscored = (here: Readonly<CostContext>): Readonly<CostContext> =>
  here.isScored ? withHits(here, here.hits, false) : here
