import { type AggregationClass, aggregationClasses } from '../cost/aggregation-classes.js'
import {
  either,
  field,
  integer,
  nameMap,
  object,
  oneOrMore,
  scalar,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import { type JsonObject, toNumber } from '../rule/json-value.js'
import type { Aggregation, Rule } from '../rule/rule.js'
import { format, timeZone } from './texts.js'

/** What the aggregations have in common. */

/** Where values come from. Every aggregation on values can carry a script instead of a field. */
export const values: Record<string, Rule> = {
  field,
  missing: scalar,
  format,
  value_type: text(32),
  time_zone: either({ string: timeZone, number: integer(-18, 18) }), // hours
  script: unsafe('script', 'is not allowed: name a field'),
}

export const order = word('asc', 'desc')
export const orders = oneOrMore(nameMap(order, 'sorts'), 'sorts')
export const size = integer(1, 'aggSize')

/** The buckets of an aggregation; by default it makes none. */
interface Buckets {
  buckets?: Aggregation['buckets']
  held?: Aggregation['heldBuckets']
  built?: Aggregation['builtBuckets']
  overlap?: Aggregation['overlap']
  matched?: Aggregation['matched']
}

const always1 = () => 1
const sameDocuments: Aggregation['matched'] = (_, around) => around
/** Of an aggregation that collects documents outside of the buckets around it. */
export const otherDocuments: Aggregation['matched'] = () => []

/** An aggregation of these parameters, with its class of cost. */
export const aggregation = (
  costClass: AggregationClass,
  rule: Rule,
  { buckets = always1, overlap = always1, matched = sameDocuments, ...own }: Buckets = {},
): Aggregation => {
  const { held = (params, { limits }) => buckets(params, limits), built = held } = own
  const cost = aggregationClasses[costClass]
  return {
    rule,
    costClass,
    cost,
    buckets,
    heldBuckets: held,
    builtBuckets: built,
    overlap,
    matched,
  }
}

/** An aggregation on values that makes no buckets, with additional parameters. */
export const metric = (costClass: AggregationClass, keys: Record<string, Rule> = {}): Aggregation =>
  aggregation(costClass, object({ ...values, ...keys }))

/** A number as the caller wrote it, or Elasticsearch's default. */
export const sizeOr =
  (fallback: number) =>
  (params: JsonObject): number =>
    toNumber(params.size ?? fallback)
