import { isMapping, type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import type { Effect } from './change.js'
import type { About, Draft } from './draft.js'
import type { MeantStep } from './meaning.js'
import { placeOf } from './places.js'
import { ofPlan, share } from './words.js'

const counted: Readonly<Record<string, string>> = { key: 'API key' }

/** `60 requests in 60 s of an address`: a limit, as callers of a plan have it. */
export function limitText(params: Mapping, plan: string = defaultPlan): string {
  return `${amountOf(params, plan)} ${rest(params, plan)}`
}

/** Changes of a limit, one for all plans if none has its own. */
export function compareLimits(before: MeantStep, after: MeantStep, about: About): Draft[] {
  const plans = plansIn(before.value, after.value).filter(
    (plan) => plan !== anonymousPlan || about.visitors,
  )
  return plans.flatMap((plan) => {
    if (limitText(before.value, plan) === limitText(after.value, plan)) return []
    const [was, is] = [amountOf(before.value, plan), amountOf(after.value, plan)]
    const isAlike = rest(before.value, plan) === rest(after.value, plan)
    const text = isAlike
      ? `${was} → ${limitText(after.value, plan)}${share(was, is)}`
      : `${limitText(before.value, plan)} → ${limitText(after.value, plan)}`
    const who = plans.length > 1 ? `${ofPlan(plan)}: ` : ''
    const place = placeOf(after, changedKey(before.value, after.value, plan))
    const effect = effectOf(before.value, after.value, plan)
    return [{ effect, part: about.part, text: `${who}${text}`, place }]
  })
}

/** The plans that a limit names; `default` for all others. */
function plansIn(...all: readonly Mapping[]): string[] {
  const named = all.flatMap(({ limit }) => (isMapping(limit) ? Object.keys(limit) : []))
  return [...new Set([defaultPlan, ...named])]
}

function amountOf({ limit }: Mapping, plan: string): number {
  return Number(isMapping(limit) ? (limit[plan] ?? limit[defaultPlan]) : limit)
}

function rest({ by, unit, window, windowSeconds }: Mapping, plan: string): string {
  const length = window === undefined ? `${textOf(windowSeconds)} s` : `a ${textOf(window)}`
  const whose = plan === anonymousPlan ? 'visitor' : (counted[textOf(by)] ?? textOf(by))
  return `${textOf(unit)} in ${length} of ${/^[aeo]|^API/.test(whose) ? 'an' : 'a'} ${whose}`
}

const secondsOf = ({ window, windowSeconds }: Mapping) =>
  window === 'month' ? 31 * 86_400 : Number(windowSeconds)

/** A greater amount in no longer a time allows; what is counted otherwise is neither. */
function effectOf(before: Mapping, after: Mapping, plan: string): Effect {
  if (before.by !== after.by || before.unit !== after.unit) return 'changes'
  const more = amountOf(after, plan) - amountOf(before, plan)
  const longer = secondsOf(after) - secondsOf(before)
  if (more >= 0 && longer <= 0) return 'allows'
  return more <= 0 && longer >= 0 ? 'refuses' : 'changes'
}

function changedKey(before: Mapping, after: Mapping, plan: string): string {
  const key = ['windowSeconds', 'window', 'by', 'unit'].find((one) => before[one] !== after[one])
  return amountOf(before, plan) === amountOf(after, plan) && key ? key : `limit.${plan}`
}
