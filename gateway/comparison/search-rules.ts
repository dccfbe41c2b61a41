import { isDeepStrictEqual } from 'node:util'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import {
  type EffectiveRules,
  effectiveRules,
  type LimitName,
  optionSchemas,
} from '../../packages/query-guard/src/index.js'
import { rulesFor } from '../../plugins/kit/rules/by-plan.js'
import type { SearchRulesParams } from '../../plugins/kit/rules/params.js'
import type { Effect } from './change.js'
import type { About, Draft } from './draft.js'
import { compareFields, type Finding } from './fields.js'
import { compareParameters } from './parameters.js'
import { type Placed, placeOf } from './places.js'
import { grouped, listed, ofPlan, share } from './words.js'

/** Changes of search rules as they take effect, those of all plans once. @param at Where they are. */
export function compareRules(
  before: Mapping,
  after: Mapping,
  { places }: Pick<Placed, 'places'>,
  { part, visitors }: About,
  at: string,
): Draft[] {
  const plans = [before, after].flatMap(({ plans }) => Object.keys(isMapping(plans) ? plans : {}))
  const all = [...new Set([defaultPlan, ...plans, ...(visitors ? [anonymousPlan] : [])])].filter(
    (plan) => visitors || plan !== anonymousPlan,
  )
  const found = all.flatMap((plan) =>
    findingsOf(effectiveFor(before, plan), effectiveFor(after, plan)).map((one) => ({
      ...one,
      plan,
    })),
  )
  const alike = grouped(found, ({ effect, text }) => `${effect} ${text}`)
  const ofPlans = alike.map((same): Draft => {
    const { effect, text, key, plan } = same[0]!
    const who = same.length < all.length ? `${listed(same.map((one) => ofPlan(one.plan)))}: ` : ''
    const inner = [`plans.${plan}.${key}`, `plans.${plan}.${sectionOf(key)}`, key, sectionOf(key)]
    const written = [...inner, 'filter'].map((name) => places[at ? `${at}.${name}` : name])
    const place = written.find((one) => one !== undefined) ?? placeOf({ places }, at)
    return { effect, part, text: `${who}${text}`, place }
  })
  return [
    ...ofPlans,
    ...compareParameters(rest(before), rest(after), { places }, subject(part, at)),
  ]
}

/** `limits` of `limits.size`. */
const sectionOf = (key: string) => key.split('.', 1)[0]!

const subject = (part: string, at: string) => ({ of: 'search-rules', part, at })

const effectiveFor = (rules: Mapping, plan: string) =>
  effectiveRules(rulesFor(rules as unknown as SearchRulesParams, plan))

/** What is not in `EffectiveRules`, with its defaults. */
function rest(written: Mapping): Mapping {
  const effective = [...Object.keys(effectiveFor(written, defaultPlan)), 'plans']
  const options = Object.entries(optionSchemas).map(([key, schema]) => [key, schema.default])
  const rules = { ...Object.fromEntries(options), ...written }
  return Object.fromEntries(Object.entries(rules).filter(([key]) => !effective.includes(key)))
}

/** Lists of names that searches may use. */
const names = {
  keys: 'the key',
  queries: 'the query',
  aggregations: 'the aggregation',
  features: 'the feature',
  analyzers: 'the analyzer',
  unsafe: 'the unsafe construct',
} as const

function findingsOf(before: EffectiveRules, after: EffectiveRules): Finding[] {
  const ofNames = Object.entries(names).flatMap(([key, what]) => {
    const [was, is] = [before, after].map((rules) => rules[key as keyof typeof names])
    return compareNames(key, was!, is!, (some) => `use ${what} ${listed(some, 20)}`)
  })
  return [
    ...comparePrefixes(before.indexPrefixes, after.indexPrefixes),
    ...compareNumber('maxCost', before.maxCost, after.maxCost),
    ...Object.keys(after.limits).flatMap((name) => {
      const [was, is] = [before.limits[name as LimitName], after.limits[name as LimitName]]
      return compareNumber(`limits.${name}`, was, is, name === 'dateIntervalSeconds')
    }),
    ...ofNames,
    ...compareFields(before.fields, after.fields),
    ...compareFilters(before.filter, after.filter),
  ]
}

/** @param isLeast Whether it is a minimum. */
function compareNumber(key: string, was: number, is: number, isLeast = false): Finding[] {
  if (was === is) return []
  const effect = is > was !== isLeast ? 'allows' : 'refuses'
  return [{ key, effect, text: `${key} of searches: ${was} → ${is}${share(was, is)}` }]
}

function compareNames(
  key: string,
  before: readonly string[],
  after: readonly string[],
  what: (names: readonly string[]) => string,
): Finding[] {
  const finding = (effect: Effect, may: string, some: readonly string[]) =>
    some.length > 0 ? [{ key, effect, text: `searches ${may} ${what(some)}` }] : []
  return [
    ...finding(
      'allows',
      'may',
      after.filter((name) => !before.includes(name)),
    ),
    ...finding(
      'refuses',
      'may not',
      before.filter((name) => !after.includes(name)),
    ),
  ]
}

/** A prefix covers those that begin with it. */
function comparePrefixes(before: readonly string[], after: readonly string[]): Finding[] {
  const beyond = (some: readonly string[], others: readonly string[]) =>
    some.filter((prefix) => !others.some((other) => prefix.startsWith(other)))
  return compareNames('indexPrefixes', beyond(before, after), beyond(after, before), (some) => {
    return `address ${listed(some.map((prefix) => `${prefix}*`))}`
  })
}

/** A filter is no part of a sentence: it may name what callers must not learn. */
function compareFilters(before: object | undefined, after: object | undefined): Finding[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!before)
    return [{ key: 'filter', effect: 'refuses', text: 'searches find only what a filter matches' }]
  if (!after)
    return [
      { key: 'filter', effect: 'allows', text: 'searches find everything: their filter is gone' },
    ]
  return [{ key: 'filter', effect: 'changes', text: 'searches find what another filter matches' }]
}
