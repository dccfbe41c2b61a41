import type { JsonObject } from '../rule/json-value.js'
import type { ObjectRule } from '../rule/rule.js'
import { problemOf } from './leaf.js'
import type { Walk } from './walk.js'

/** Validates the constraints on an object as a whole: required keys, and relations between keys. */
export function checkObject(
  walk: Walk,
  { required, checks }: ObjectRule,
  value: JsonObject,
  depth: number,
): void {
  const { report } = walk
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue
    report.enter(depth, key)
    report.refuse(depth + 1, `${key} is required`)
  }
  for (const { at, of } of checks) {
    const complaint = of(value, walk)
    if (complaint === undefined) continue
    report.enter(depth, at)
    report.note(problemOf(complaint), depth + 1)
  }
}
