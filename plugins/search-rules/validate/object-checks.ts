import type { JsonObject } from '../rule/json-value.js'
import type { ObjectRule } from '../rule/rule.js'
import type { Walk } from './walk.js'

/** Validates the constraints on an object as a whole: required keys, and relations between keys. */
export function checkObject(
  walk: Walk,
  { required, checks }: ObjectRule,
  value: JsonObject,
  depth: number,
): void {
  const { found } = walk
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue
    found.enter(depth, key)
    found.refuse(depth + 1, `${key} is required`)
  }
  for (const { at, of } of checks) {
    const complaint = of(value, walk)
    if (complaint === undefined) continue
    found.enter(depth, at)
    found.exceed(depth + 1, complaint)
  }
}
