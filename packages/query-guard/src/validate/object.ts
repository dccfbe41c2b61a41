import { isPattern } from '../grammar/named-source.js'
import { isObject, type JsonObject } from '../rule/json-value.js'
import type { ObjectRule } from '../rule/rule.js'
import { payForHits, placeOfHits } from './add-costs.js'
import { getLimit, getRuleName, toProblem, validateField } from './leaf.js'
import { offeredNames, validateName } from './names.js'
import type { Walk } from './walk.js'

/** Validates an object: its members, then its constraints as a whole. */
export function validateObject(walk: Walk, rule: ObjectRule, value: unknown, depth: number): void {
  const { report, here } = walk
  if (!isObject(value)) {
    const form = rule.others?.as === 'field' ? ', such as {"field": "value"}' : ''
    report.refuse(depth, `must be an object${form}`)
    return
  }
  dropNulls(walk, rule, value)
  if (rule.names) report.named.push({ write: rule.names, value, clause: walk.clause })
  if (rule.hitRequest) {
    report.count('hitRequests', 1, walk.limits, depth)
    walk.here = placeOfHits(rule.hitRequest, value, here)
  }
  if (!validateMembers(walk, rule, value, depth)) return
  checkObject(walk, rule, value, depth)
  if (rule.confinedAt !== undefined) confine(walk, rule, value, depth)
  if (rule.hitRequest) payForHits(walk, rule.hitRequest, value, { times: here.hits, depth })
  walk.here = here
}

/** Notes a query that the operator's filter is added to, if there is one, and adds its cost. */
function confine(walk: Walk, rule: ObjectRule, value: JsonObject, depth: number): void {
  const { report, settings, here } = walk
  const { inside, confinedAt: key = '' } = rule
  if (!settings.filter) return
  report.confinable.push({ holder: value, key })
  report.enter(depth, key)
  if (inside) walk.here = inside(value, key, here)
  report.pay(walk.here.runs * settings.filter.cost(walk.known), depth + 1)
  walk.here = here
}

/** A null counts as absent where allowed, and is not sent. Runs first, so that no cost formula sees it. */
function dropNulls({ report }: Walk, rule: ObjectRule, value: JsonObject): void {
  for (const key in value) {
    if (value[key] !== null || rule.keys.get(key)?.kind !== 'nullable') continue
    report.members++
    delete value[key]
  }
}

/** @returns false when the validation ended before the last member. */
function validateMembers(walk: Walk, rule: ObjectRule, value: JsonObject, depth: number): boolean {
  const { report, here: around } = walk
  const { others } = rule
  const most = others ? getLimit(walk, others.max) : 0
  let chosen = 0
  // The value was parsed from JSON: its keys are its own (and an inherited one would be validated
  // too)
  for (const key in value) {
    if (walk.isDone()) return false
    report.members++
    report.enter(depth, key)
    if (rule.inside) walk.here = rule.inside(value, key, around)
    const known = rule.keys.get(key)
    if (known) {
      walk.visit(known, value[key], depth + 1)
      if (known.kind === 'dropped') delete value[key]
    } else if (others) {
      if (++chosen === most + 1)
        report.refuse(
          depth,
          `at most ${most} ${others.as}${most === 1 ? '' : 's'}`,
          getRuleName(others.max),
        )
      validateKey(walk, others.as, key, value[key], depth + 1)
      walk.visit(others.of, value[key], depth + 1)
    } else report.refuseName(depth + 1, '', offeredNames(rule.keys, walk.settings))
  }
  if (others && chosen < others.min) report.refuse(depth, `a ${others.as} is required`)
  return true
}

/** Validates the constraints on an object as a whole: required keys, and relations between keys. */
function checkObject(
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
    report.note(toProblem(complaint), depth + 1)
  }
}

/** The engine gets what is under a pattern once for each field: 100 characters count as one. */
const countCopies = (value: unknown) => Math.ceil(JSON.stringify(value).length / 100)

/** Validates a key chosen by the caller. @param value What is under it. */
function validateKey(
  walk: Walk,
  as: 'field' | 'name',
  key: string,
  value: unknown,
  depth: number,
): void {
  const { report } = walk
  if (as === 'name') validateName(key, depth, report)
  else {
    if (isPattern(key)) report.count('fieldPatterns', countCopies(value), walk.limits, depth)
    report.warnings?.ofKey(key, report.path, depth)
    report.note(validateField(key, false, walk), depth)
  }
}
