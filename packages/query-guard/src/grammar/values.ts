import {
  either,
  field,
  integer,
  nameMap,
  nullable,
  object,
  oneOrMore,
  scalar,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Aggregation, CostFormula, Growth, Rule } from '../rule/rule.js'
import { format, timeZone } from './texts.js'

/** What the aggregations have in common. */

/** Where values come from. Every aggregation on values can carry a script instead of a field. */
export const values: Record<string, Rule> = {
  field,
  missing: nullable(scalar),
  format,
  value_type: text(32),
  time_zone: either({ string: timeZone, number: integer(-18, 18) }), // hours
  script: unsafe('script'),
}

export const order = word('asc', 'desc')
export const orders = oneOrMore(nameMap(order, 'sorts'), 'sorts')
export const size = integer(1, 'aggSize')

/**
 * A cost, or a description, the function that computes it, and the share that grows
 * with the documents.
 */
export type CostSpec = number | [about: string, of: CostFormula['of'], grows?: Growth]

/** The work of an aggregation on the documents; by default it makes no buckets. */
interface Work {
  /** Cost for each time that it collects the documents. */
  collect: CostSpec
  /** Cost for each bucket. */
  bucket?: CostSpec
  /** Cost for each bucket around it. */
  owner?: CostSpec
  buckets?: Aggregation['buckets']
  held?: Aggregation['heldBuckets']
  built?: Aggregation['builtBuckets']
  overlap?: Aggregation['overlap']
  prepares?: Aggregation['prepares']
  matched?: Aggregation['matched']
}

const formulaOf = (cost: CostSpec): CostFormula =>
  typeof cost === 'number'
    ? { about: `${cost}`, of: () => cost }
    : { about: cost[0], of: cost[1], grows: cost[2] }

const always1 = () => 1
const sameDocuments: Aggregation['matched'] = (_, around) => around
/** Of an aggregation that collects documents outside of the buckets around it. */
export const otherDocuments: Aggregation['matched'] = () => []

/** An aggregation of these parameters that does this work. */
export const aggregation = (rule: Rule, work: Work): Aggregation => {
  const {
    collect,
    bucket = 0.001,
    owner = 0,
    buckets = always1,
    overlap = always1,
    prepares = always1,
    matched = sameDocuments,
  } = work
  const { held = (params, { limits }) => buckets(params, limits), built = held } = work
  return {
    rule,
    buckets,
    heldBuckets: held,
    builtBuckets: built,
    overlap,
    prepares,
    matched,
    owner: formulaOf(owner),
    collect: formulaOf(collect),
    bucket: formulaOf(bucket),
  }
}

/** An aggregation on values that makes no buckets, with additional parameters. */
export const metric = (
  collect: CostSpec,
  keys: Record<string, Rule> = {},
  bucket: CostSpec = 0.001,
): Aggregation => aggregation(object({ ...values, ...keys }), { collect, bucket })

/** An aggregation that makes one bucket per owner, or none. */
export const single = (
  collect: CostSpec,
  rule: Rule,
  matched?: Aggregation['matched'],
): Aggregation => aggregation(rule, matched ? { collect, matched } : { collect })

/** A number as the caller wrote it, or Elasticsearch's default. */
export const sizeOr =
  (fallback: number) =>
  (params: JsonObject): number =>
    Number(params.size ?? fallback)
