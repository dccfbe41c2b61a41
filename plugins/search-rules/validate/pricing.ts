import { isObject } from '../../../kit/config/objects.js'
import { pathText } from '../../kit/body-path.js'
import { rounded } from '../cost/cost.js'
import { documents, perMebibyte } from '../cost/prices.js'
import { type CostContext, withHits } from '../rule/cost-context.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Aggregation, HitRequest, Price, Scope } from '../rule/rule.js'
import type { Report } from './report.js'

/** Adds prices during validation. */

/** Adds a price the given number of times. */
export function pay(
  price: Price,
  value: unknown,
  times: number,
  found: Report,
  scope: Scope,
  depth: number,
): void {
  if (!isObject(value)) return // refused for its form
  const patterns = price.patterns?.(value, scope) ?? 0
  found.cost.addPatterns(times * patterns)
  // a pattern scans its dictionary each time
  const prepared = patterns >= 1 ? found.cost.here.prepared : 1
  found.pay(times * prepared * price.of(value, scope), depth)
}

/**
 * The context inside an object that asks for hits: as many are rendered, at most all documents.
 * Without hits, aggregations and a minimum score, no scores are needed (Elasticsearch,
 * ScoreMode.COMPLETE_NO_SCORES).
 */
export function placeOfHits(
  { size }: HitRequest,
  value: JsonObject,
  here: Readonly<CostContext>,
): CostContext {
  const hits = Math.min(here.hits * Number(value.size ?? size), documents * here.collects)
  const { aggs, aggregations, min_score } = value
  const isScored =
    hits > 0 || aggs !== undefined || aggregations !== undefined || min_score !== undefined
  return withHits(here, hits, isScored)
}

/** Adds the price of hits where they are requested. */
export function payForHits(
  request: HitRequest,
  value: JsonObject,
  found: Report,
  scope: Scope,
  depth: number,
): void {
  pay(request.price, value, 1, found, scope, depth)
  found.cost.addMarked(scope.here.hits, request.marked(value, scope))
  if (String(value.explain) === 'true') found.cost.addExplained(scope.here.hits)
  found.hitRequests.push(value)
}

/**
 * Adds the price of one aggregation and validates the product of the sizes around it.
 * @param around Its context.
 * @returns The context of its sub-aggregations.
 */
export function payForAggregation(
  type: Aggregation,
  params: JsonObject,
  around: CostContext,
  found: Report,
  scope: Scope,
  depth: number,
): CostContext {
  const { cost: meter } = found
  meter.here = around
  // a field that no index has yields nothing to collect (Elasticsearch, NonCollectingAggregator)
  if (scope.known.lacks(params.field) && params.missing === undefined) {
    found.pay(type.bucket.of(params, scope), depth + 1)
    return { ...around, buckets: 1, built: 1, collects: 0 }
  }
  let cost = around.collects * type.collect.of(params, scope)
  if (around.buckets > 1)
    cost += meter.builtContainers * around.collects * type.owner.of(params, scope)
  // members in the same order everywhere, so that all contexts have one hidden class
  const inside: CostContext = {
    runs: around.runs,
    collects: around.collects * Math.max(1, type.overlap(params)),
    buckets: around.buckets * Math.max(1, type.held(params, scope)),
    built: around.built * Math.max(1, type.built(params, scope)),
    answered: around.answered * Math.max(1, type.buckets(params, scope.limits)),
    prepared: Math.max(around.prepared, type.prepares(params, scope)),
    hits: around.hits,
    isScored: around.isScored,
    isRun: around.isRun,
  }
  meter.here = inside
  found.pay(cost + meter.containers * type.bucket.of(params, scope), depth + 1)
  const { bucketProduct } = scope.limits
  found.bucketProduct = Math.max(found.bucketProduct, inside.answered)
  if (inside.answered > bucketProduct && around.answered <= bucketProduct) {
    found.exceed(depth, `sizes along one branch must not multiply to more than ${bucketProduct}`)
  }
  return inside
}

/**
 * Adds the price of the `meta` of an aggregation, which the answer repeats for each bucket around
 * it.
 */
export function payForMeta(meta: JsonObject, found: Report, depth: number): void {
  found.pay(
    (found.cost.builtContainers * JSON.stringify(meta).length * perMebibyte) / 2 ** 20,
    depth,
  )
}

/** Adds the costs known at the end, and compares the price with the cap. */
export function settle(found: Report, maxCost: number): void {
  found.cost.close()
  const { total, mostExpensive } = found.cost
  if (total <= maxCost) return
  const part = `the dearest part is ${pathText(mostExpensive.path)} with ${rounded(mostExpensive.cost)}`
  found.exceed(0, `costs ${rounded(total)}, at most ${maxCost}: ${part}`, 'cost')
}
