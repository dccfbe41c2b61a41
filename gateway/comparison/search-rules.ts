import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import { effectiveRules, optionSchemas } from '../../packages/query-guard/src/index.js'
import { rulesFor } from '../../plugins/kit/rules/by-plan.js'
import type { SearchRulesParams } from '../../plugins/kit/rules/params.js'
import type { About, Draft } from './draft.js'
import { findingsOf } from './findings.js'
import { compareParameters } from './parameters.js'
import { type Placed, placeOf } from './places.js'
import { grouped, listed, ofPlan } from './words.js'

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
