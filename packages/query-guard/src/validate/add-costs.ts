import { rounded } from '../cost/cost.js'
import { getSize } from '../cost/scale.js'
import { unitCosts } from '../cost/unit-costs.js'
import { isPattern } from '../grammar/named-source.js'
import { type BodyPath, pathText } from '../rule/body-path.js'
import type { CostContext } from '../rule/cost-context.js'
import { sourceParts } from '../rule/field-rules.js'
import { isObject, type JsonObject, toNumber, toText } from '../rule/json-value.js'
import type { Aggregation, CostClass, HitRequest } from '../rule/rule.js'
import type { Report } from './report.js'
import type { Walk } from './walk.js'

/** Adds costs during validation. */

/** How often a construct runs, and its place. */
interface Occurrence {
  times: number
  depth: number
}

/** Adds a cost the given number of times. */
export function pay(
  walk: Walk,
  cost: CostClass,
  value: unknown,
  { times, depth }: Occurrence,
): void {
  if (!isObject(value)) return // refused for its form
  const { report } = walk
  report.cost.addHighlighted(times * (cost.highlighted?.(value, walk) ?? 0))
  report.pay(times * cost.of(value, walk), depth)
}

/** The context inside an object that asks for hits: as many are rendered, at most all documents. */
export function placeOfHits(
  { size }: HitRequest,
  value: JsonObject,
  here: Readonly<CostContext>,
): CostContext {
  const most = unitCosts.mostBuckets * here.collects
  return { ...here, hits: Math.min(here.hits * toNumber(value.size ?? size), most) }
}

/** Adds the cost of hits where they are requested. @param fetched How often hits are fetched. */
export function payForHits(
  walk: Walk,
  request: HitRequest,
  value: JsonObject,
  fetched: Occurrence,
): void {
  const { report, here } = walk
  const { times, depth } = fetched
  pay(walk, request.cost, value, { times: 1, depth })
  if (here.hits > 0) report.pay(times * excludedPatterns(walk, value) * unitCosts.scan, depth)
  const isExplained = toText(value.explain) === 'true'
  report.cost.addHits(here.hits, request.texts(value, walk), isExplained)
  report.hitRequests.push(value)
}

/** Patterns that the engine gets, because it has not told the fields, and excludes from documents. */
function excludedPatterns({ known, fields }: Walk, { _source }: JsonObject): number {
  if (known.areKnown) return 0
  return sourceParts(fields ? fields.source(_source) : _source).excludes.filter(isPattern).length
}

/**
 * Adds the cost of one aggregation and validates the product of the sizes around it.
 * @returns The context of its sub-aggregations.
 */
export function payForAggregation(
  walk: Walk,
  type: Aggregation,
  params: JsonObject,
  depth: number,
): Readonly<CostContext> {
  const { report, known, here: around } = walk
  const { bucket } = type.cost
  // a field that no index has yields nothing to collect (Elasticsearch, NonCollectingAggregator)
  if (known.lacks(params.field) && params.missing === undefined) {
    report.pay(bucket(params, walk), depth + 1)
    return { ...around, buckets: 1, built: 1, collects: 0 }
  }
  if (isBoundable(type) && params.hard_bounds === undefined) report.noteUnbounded(depth + 1)
  const collecting = costOfCollecting(walk, type, params)
  const inside = contextInside(walk, type, params)
  walk.here = inside
  report.pay(collecting + report.cost.containers * bucket(params, walk), depth + 1)
  limitProduct(walk, around, depth)
  return inside
}

function isBoundable({ rule }: Aggregation): boolean {
  return rule.kind === 'object' && rule.keys.has('hard_bounds')
}

function costOfCollecting(walk: Walk, { cost }: Aggregation, params: JsonObject): number {
  const { report, here } = walk
  const around = here.buckets > 1 ? report.cost.builtContainers * cost.outerBucket(params, walk) : 0
  return here.collects * (cost.collect(params, walk) + around) * getSize(walk)
}

function contextInside(walk: Walk, type: Aggregation, params: JsonObject): CostContext {
  const { here: around, limits } = walk
  // members in the same order everywhere, so that all contexts have one hidden class
  return {
    runs: around.runs,
    collects: around.collects * Math.max(1, type.overlap(params)),
    buckets: around.buckets * Math.max(1, type.heldBuckets(params, walk)),
    built: around.built * Math.max(1, type.builtBuckets(params, walk)),
    answered: around.answered * Math.max(1, type.buckets(params, limits)),
    hits: around.hits,
    matched: type.matched(params, around.matched),
  }
}

/** Refuses the aggregation with which the sizes along its branch multiply to too many. */
function limitProduct(walk: Walk, around: Readonly<CostContext>, depth: number): void {
  const { report, here, limits } = walk
  const { bucketProduct: most } = limits
  report.bucketProduct = Math.max(report.bucketProduct, here.answered)
  if (here.answered > most && around.answered <= most)
    report.refuse(
      depth,
      `sizes along one branch must not multiply to more than ${most}`,
      'limits.bucketProduct',
    )
}

/**
 * Adds the cost of the `meta` of an aggregation, which the answer repeats for each bucket around
 * it.
 */
export function payForMeta(meta: JsonObject, report: Report, depth: number): void {
  const bytes = report.cost.builtContainers * JSON.stringify(meta).length
  report.pay((unitCosts.mebibyte * bytes) / 2 ** 20, depth)
}

/** Adds the costs known at the end, and compares their sum with `maxCost`. */
export function settle(report: Report, maxCost: number): void {
  report.cost.close()
  const { total, mostExpensive } = report.cost
  if (total <= maxCost) return
  const part = `${pathText(mostExpensive.path)} with ${rounded(mostExpensive.cost)}`
  const histogram = report.unbounded.find((path) => isAround(path, mostExpensive.path))
  const remedy =
    histogram === undefined
      ? ''
      : `; hard_bounds in ${pathText(histogram)}, or a range of its field in the query, lower it`
  report.refuse(
    0,
    `query cost of at least ${rounded(total)} exceeds the limit of ${maxCost}; the most expensive part is ${part}${remedy}`,
    'maxCost',
  )
}

/** Whether a part is an aggregation, or below it. */
function isAround(aggregation: BodyPath, part: BodyPath): boolean {
  return aggregation.slice(0, -1).every((step, i) => part[i] === step)
}
