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
import type { Aggregation, Growth, Price, Rule } from '../rule/rule.js'
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
 * A number of passes, or a description, the function that computes it, and the share that grows
 * with the documents.
 */
export type Passes = number | [about: string, of: Price['of'], grows?: Growth]

/** The work of an aggregation on the documents; by default it makes no buckets. */
interface Work {
  /** Passes for each time that it collects the documents. */
  collect: Passes
  /** Passes for each bucket. */
  bucket?: Passes
  /** Passes for each bucket around it. */
  owner?: Passes
  buckets?: Aggregation['buckets']
  held?: Aggregation['heldBuckets']
  built?: Aggregation['builtBuckets']
  overlap?: Aggregation['overlap']
  prepares?: Aggregation['prepares']
}

const priceOf = (passes: Passes): Price =>
  typeof passes === 'number'
    ? { about: `${passes}`, of: () => passes }
    : { about: passes[0], of: passes[1], grows: passes[2] }

const always1 = () => 1

/** An aggregation of these parameters that does this work. */
export const aggregation = (rule: Rule, work: Work): Aggregation => {
  const {
    collect,
    bucket = 0.001,
    owner = 0,
    buckets = always1,
    overlap = always1,
    prepares = always1,
  } = work
  const { held = (params, { limits }) => buckets(params, limits), built = held } = work
  return {
    rule,
    buckets,
    heldBuckets: held,
    builtBuckets: built,
    overlap,
    prepares,
    owner: priceOf(owner),
    collect: priceOf(collect),
    bucket: priceOf(bucket),
  }
}

/** An aggregation on values that makes no buckets, with additional parameters. */
export const metric = (
  collect: Passes,
  keys: Record<string, Rule> = {},
  bucket: Passes = 0.001,
): Aggregation => aggregation(object({ ...values, ...keys }), { collect, bucket })

/** An aggregation that makes one bucket per owner, or none. */
export const single = (collect: Passes, rule: Rule): Aggregation => aggregation(rule, { collect })

/** A number as the caller wrote it, or Elasticsearch's default. */
export const sizeOr =
  (fallback: number) =>
  (params: JsonObject): number =>
    Number(params.size ?? fallback)
