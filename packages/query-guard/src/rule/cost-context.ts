import type { JsonObject } from './json-value.js'

/** How often the construct at a place of the body runs, and for what. */
export interface CostContext {
  /** Runs of a query clause. */
  runs: number
  /** Collections of every document by an aggregation. */
  collects: number
  /** Product of the buckets of the aggregations around, as collected and as returned. */
  buckets: number
  built: number
  /** Product of the sizes of the aggregations around. */
  answered: number
  /** Hits that are rendered. */
  hits: number
  /** Queries that all collected documents match. */
  matched: readonly unknown[]
}

/** The context of a key's value, by the context of its object. */
export type CostContextOf = (
  value: JsonObject,
  key: string,
  here: Readonly<CostContext>,
) => Readonly<CostContext>
