import { besideAggregation, isObject, type JsonObject, onlyKey } from '../rule/json-value.js'
import type { Aggregation } from '../rule/rule.js'
import { payForAggregation, payForMeta } from './add-costs.js'
import { validateJson } from './leaf.js'
import { offeredNames, validateName } from './names.js'
import type { Walk } from './walk.js'

/** Validates a map of names to aggregations. */
export function validateAggregations(walk: Walk, value: unknown, depth: number): void {
  const { report, limits } = walk
  if (!isObject(value)) {
    report.refuse(depth, 'must be an object')
    return
  }
  if (++walk.aggDepth === limits.aggDepth + 1)
    report.refuse(
      depth,
      `aggregations must not be nested deeper than ${limits.aggDepth} levels`,
      'limits.aggDepth',
    )
  for (const name of Object.keys(value)) {
    if (walk.isDone()) return
    report.members++
    report.enter(depth, name)
    validateName(name, depth + 1, report)
    if (name === '') report.refuse(depth + 1, 'the name of an aggregation must not be empty')
    validateAggregation(walk, value[name], depth + 1)
  }
  walk.aggDepth--
}

function validateAggregation(walk: Walk, value: unknown, depth: number): void {
  const { report, limits, here } = walk
  const name = onlyKey(value, besideAggregation)
  if (name === undefined || !isObject(value)) {
    report.refuse(depth, 'must be an object with exactly one type of aggregation')
    return
  }
  const type = typeNamed(walk, name, depth)
  if (!type) return
  report.count('aggs', 1, limits, depth)
  report.members++
  validateParameters(walk, type, value[name], depth)
  validateInner(walk, value, depth)
  walk.here = here
  if (value.meta !== undefined) validateMeta(walk, value.meta, depth)
}

/** The type of an aggregation, if the rules allow it. */
function typeNamed(walk: Walk, name: string, depth: number): Aggregation | undefined {
  const { report, settings } = walk
  report.enter(depth, name)
  const type = settings.aggregations.get(name)
  if (type && !walk.isForbidden(type.rule)) return type
  const offered = type ? [] : offeredNames(settings.aggregations, settings)
  report.refuseName(depth + 1, 'aggregation', offered, type ? 'unsafe' : 'form')
  return undefined
}

/** Validates the parameters; after it the context is that of the sub-aggregations. */
function validateParameters(walk: Walk, type: Aggregation, params: unknown, depth: number): void {
  const { report, here } = walk
  // of top_hits: each bucket around it has hits of its own
  walk.here = { ...here, hits: report.cost.builtContainers }
  walk.visit(type.rule, params, depth + 1)
  if (!isObject(params)) return
  walk.here = here
  walk.here = payForAggregation(walk, type, params, depth)
}

/** Validates the sub-aggregations, under either of their two names. */
function validateInner(walk: Walk, value: JsonObject, depth: number): void {
  const { report } = walk
  for (const key of ['aggs', 'aggregations']) {
    if (value[key] === undefined) continue
    report.members++
    report.enter(depth, key)
    validateAggregations(walk, value[key], depth + 1)
  }
  if (value.aggs !== undefined && value.aggregations !== undefined)
    report.refuse(depth, 'send aggs or aggregations, not both')
}

function validateMeta({ report }: Walk, meta: unknown, depth: number): void {
  report.members++
  report.enter(depth, 'meta')
  if (!isObject(meta)) {
    report.refuse(depth + 1, 'must be an object')
    return
  }
  validateJson(meta, depth + 1, report)
  payForMeta(meta, report, depth + 1)
}
