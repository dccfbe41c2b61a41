import { documents, grown, growthText, perOwner } from '../cost/costs.js'
import type { JsonObject } from '../rule/json-value.js'
import type { CostFormula, Growth, Scope } from '../rule/rule.js'
import type { CostSpec } from './values.js'

/** The cost of aggregations that make a bucket for each value. */

/**
 * A field with at most this many values is searched value by value (Elasticsearch,
 * TermsAggregatorFactory.MAX_ORDS_TO_TRY_FILTERS).
 */
export const mostFilters = 1000

/**
 * Buckets that a shard returns: by default 1.5 times the size plus 10 (Elasticsearch, BucketUtils).
 */
export const builtTerms = ({ size = 10, shard_size }: JsonObject): number =>
  Math.max(Number(size), Number(shard_size ?? Number(size) * 1.5 + 10))

/**
 * Buckets that collect for sub-aggregations: those returned, or all if values are collected at once
 * or ordered by a sub-aggregation (Elasticsearch, TermsAggregatorFactory.pickSubAggColectMode).
 */
export function heldTerms(params: JsonObject, scope: Scope): number {
  const { collect_mode, order } = params
  const isBySize =
    order === undefined ||
    [order]
      .flat()
      .every((one) => Object.keys(Object(one)).every((key) => key === '_count' || key === '_key'))
  return String(collect_mode).toLowerCase() === 'depth_first' || !isBySize
    ? bucketOfEach(params, scope)
    : builtTerms(params)
}

/** The share of buckets of all values that grows. */
const heldGrow: Growth = [0, 0.08]

/** Buckets, if each value gets one. */
export function bucketOfEach({ field }: JsonObject, scope: Scope): number {
  const values = Math.min(scope.known.distinctOf(field), documents)
  return grown(values, heldGrow, scope, field)
}

/**
 * Within buckets each value of each bucket is looked up in one table. A pattern runs over all
 * values.
 */
const perValue =
  (alone: number, within: number): CostFormula['of'] =>
  ({ include, exclude }, { here }) =>
    (here.buckets > 1 ? within : alone) +
    (typeof include === 'string' || typeof exclude === 'string' ? 80 : 0)

/**
 * If values without a document are requested, each bucket around examines every value of the field.
 */
const perEmptied = 20
const withEmptied =
  (cost: CostFormula['of'], ofEmptied: CostFormula['of'] = () => perEmptied): CostFormula['of'] =>
  (params, scope) =>
    cost(params, scope) + (Number(params.min_doc_count) === 0 ? ofEmptied(params, scope) : 0)

/**
 * All values are added to the one table for each bucket around, and the table of all these pairs is
 * scanned as often (Elasticsearch, LongKeyedBucketOrds). The buckets around are not only those
 * returned: when filters run one after the other, all of them are built (Elasticsearch,
 * StringTermsAggregatorFromFilters).
 */
const emptiedWithin: CostFormula['of'] = (_, { here: { built, prepared } }) => {
  const around = Math.max(built, prepared)
  return (around / built) * (perEmptied + perOwner * around)
}
const aboutEmptied =
  `${perEmptied} more where min_doc_count is 0, and ${perOwner} for each other one, of ` +
  `${mostFilters} at least within terms`

/**
 * The shares that grow. Within buckets the table of values has up to as many entries as there are
 * documents.
 */
const termsGrow: Growth = [0.1, 1.2]
const termsGrowWithin: Growth = [0.15, 0.8]
const significantGrow: Growth = [0.1, 0.8]
/**
 * A hint lets the text of each value be looked up instead of its number (Elasticsearch,
 * MapStringTermsAggregator), and so do rare terms (StringRareTermsAggregator).
 */
const perHint = 60
const hintGrows: Growth = [1.25, 3]
const rareGrow: Growth = [0.55, 3]
const aboutHint = `${perHint} more with an execution_hint, ${growthText(hintGrows)}`
const withHint =
  (cost: CostFormula['of'], alone: Growth, within = alone): CostFormula['of'] =>
  (params, scope) => {
    const share = scope.here.buckets > 1 ? within : alone
    const hint = params.execution_hint === undefined ? 0 : perHint
    return (
      grown(cost(params, scope), share, scope, params.field) +
      grown(hint, hintGrows, scope, params.field)
    )
  }

/** For each time that the documents are collected. */
export const termsCollect: CostSpec = [
  `10; 80 within buckets; 80 more with a pattern, ${perEmptied} where min_doc_count is 0; ` +
    `${growthText(termsGrow)}, within buckets ${growthText(termsGrowWithin)}; ${aboutHint}`,
  withHint(withEmptied(perValue(10, 80)), termsGrow, termsGrowWithin),
  0,
]
export const significantCollect: CostSpec = [
  `210; 300 within buckets; 80 more with a pattern, ${perEmptied} where min_doc_count is 0; ` +
    `${growthText(significantGrow)}; ${aboutHint}`,
  withHint(withEmptied(perValue(210, 300)), significantGrow),
  0,
]
export const rareCollect: CostSpec = ['100', () => 100, rareGrow]

/** For each bucket around it. */
export const termsOwner: CostSpec = [
  `${perOwner}; ${aboutEmptied}`,
  withEmptied(() => perOwner, emptiedWithin),
]
