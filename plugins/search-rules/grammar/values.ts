import type { JsonObject } from '../json-value.js'
import type { Aggregation, Rule } from '../rule.js'
import { field, integer, nameMap, object, oneOrMore, scalar, text, unsafe, word } from '../rule.js'
import { format, timeZone } from './texts.js'

/** What the aggregations have in common. */

/** Where values come from. Every aggregation on values can carry a script instead of a field. */
export const values: Record<string, Rule> = {
  field,
  missing: scalar,
  format,
  value_type: text(32),
  time_zone: timeZone,
  script: unsafe('script'),
}

export const order = word('asc', 'desc')
export const orders = oneOrMore(nameMap(order, 'sorts'), 'sorts')
export const size = integer(1, 'aggSize')

/** An aggregation on values with these further parameters. */
export const metric = (keys: Record<string, Rule> = {}): Aggregation => ({
  rule: object({ ...values, ...keys }),
  buckets: () => 1,
})
export const single = (rule: Rule): Aggregation => ({ rule, buckets: () => 1 })

/** A number as the caller wrote it, or what Elasticsearch takes when it is absent. */
export const sizeOr =
  (fallback: number) =>
  (params: JsonObject): number =>
    Number(params.size ?? fallback)
