import type { JsonObject } from '../rule/json-value.js'
import type { ObjectRule, Scope } from '../rule/rule.js'
import type { Report } from './report.js'

/** The place of an object. */
interface CheckContext {
  scope: Scope
  found: Report
  depth: number
}

/** Validates the constraints on an object as a whole: required keys, and relations between keys. */
export function checkObject(
  { required, checks }: ObjectRule,
  value: JsonObject,
  { scope, found, depth }: CheckContext,
): void {
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue
    found.enter(depth, key)
    found.refuse(depth + 1, `${key} is required`)
  }
  for (const { at, of } of checks) {
    const complaint = of(value, scope)
    if (complaint === undefined) continue
    found.enter(depth, at)
    found.exceed(depth + 1, complaint)
  }
}
