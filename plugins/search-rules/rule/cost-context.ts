import type { JsonObject } from './json-value.js'

/** How often things are done at a place of the body, and what for. */
export interface CostContext {
  /** Runs of a query clause. */
  runs: number
  /** Collections of every document by an aggregation. */
  collects: number
  /** Product of the buckets of the aggregations around, as gathered and as answered with; each counts for itself. */
  buckets: number
  built: number
  /** Product of the sizes of the aggregations around. */
  answered: number
  /** How often queries of aggregations are prepared anew, for buckets around them. */
  prepared: number
  /** Hits that are rendered. */
  hits: number
  /** Whether somebody asks for scores: hits, or aggregations, which may. */
  isScored: boolean
  /** Whether a clause is run at all, or only prepared. */
  isRun: boolean
}

/** The place of what stands under a key of an object, by the object's own place. */
export type CostContextOf = (value: JsonObject, key: string, here: Readonly<CostContext>) => Readonly<CostContext>

/** The same place, with other hits to render. Written out: to spread so many members takes longer than all else of a clause. */
export function withHits(here: Readonly<CostContext>, hits: number, isScored: boolean): CostContext {
  const { runs, collects, buckets, built, answered, prepared, isRun } = here
  return { runs, collects, buckets, built, answered, prepared, hits, isScored, isRun }
}

/** The place of what only chooses documents: nobody asks for its score. */
export const unscored = (here: Readonly<CostContext>): Readonly<CostContext> =>
  here.isScored ? withHits(here, here.hits, false) : here
