import { isDeepStrictEqual } from 'node:util'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import type { WindowLength } from '../../kit/rate-limit/window-length.js'
import { limitName } from '../kit/limit-name.js'
import { oncePer } from '../kit/once-per.js'
import type { GatewayView, ParamSchema } from '../kit/policy.js'
import { planMistakes } from '../kit/rules/plan-mistakes.js'

/** The limits of plans; `default` holds for those that are not listed. */
export type PlanLimits = Readonly<Record<string, number> & { default: number }>

/** What is counted, and its maximum. */
export interface Allowance {
  by: 'address' | 'owner' | 'key'
  /** Requests, what searches cost (docs/query-cost.md), or the hits that answers hold. */
  unit: 'requests' | 'cost' | 'hits'
  limit: number | PlanLimits
  /** One of the two. */
  windowSeconds?: number
  window?: 'month'
}

/** Parameters of a step that counts, or reads what was counted. */
export interface CountingParams extends Allowance {
  name?: string
}

const longestSeconds = 31 * 86_400

export const countingParams: Record<keyof CountingParams, ParamSchema> = {
  by: {
    description:
      'Counts by client address (IPv6 by /64), by owner (the user of the credential) or by ' +
      'API key.',
    type: 'string',
    enum: ['address', 'owner', 'key'],
  },
  unit: {
    description:
      'What is counted: each request, the cost of each search (docs/query-cost.md), or the hits ' +
      'in the answers to searches and exports.',
    type: 'string',
    enum: ['requests', 'cost', 'hits'],
    default: 'requests',
  },
  limit: {
    description:
      'Maximum per window: a number, or one for each plan, such as { default: 600, gold: ' +
      '6000 }, where default applies to plans that are not listed.',
    type: ['integer', 'object'],
    refuses: 'RATE_LIMITED',
    more: 'allows',
    says: '{} {unit} by {by}',
    minimum: 1,
    properties: { default: { type: 'integer', minimum: 1, description: 'For all other plans.' } },
    additionalProperties: { type: 'integer', minimum: 1, description: 'Of this plan.' },
    required: ['default'],
  },
  windowSeconds: {
    description: 'Length of a window, in seconds; at most 31 days.',
    more: 'refuses',
    type: 'integer',
    minimum: 1,
    maximum: longestSeconds,
  },
  window: {
    description: 'Calendar months in UTC, instead of windowSeconds.',
    type: 'string',
    enum: ['month'],
  },
  name: {
    description:
      'Steps with the same name share one counter, in all pipelines. Default: what is counted, ' +
      'such as requests-per-owner.',
    type: 'string',
    minLength: 1,
  },
}

export function readLength({ window, windowSeconds }: Allowance): WindowLength {
  return window ?? windowSeconds!
}

/** Whether it counts searches, which are known once a body is validated. */
export function isOfSearches(unit: Allowance['unit'] | undefined): boolean {
  return unit === 'cost' || unit === 'hits'
}

/** The limit of a plan. */
export function readLimit({ limit }: Allowance, plan = defaultPlan): number {
  if (typeof limit === 'number') return limit
  return Object.hasOwn(limit, plan) ? limit[plan]! : limit.default
}

/** The lowest limit of the plans that may share a count: visitors have one of their own. */
export function findLeastLimit({ limit }: Allowance): number {
  if (typeof limit === 'number') return limit
  const { [anonymousPlan]: _, ...shared } = limit
  return Math.min(...Object.values(shared))
}

/** The allowance of the first step of each name. */
const firsts = oncePer((_view: GatewayView) => new Map<string, Allowance>())

/** Mistakes that the schema of the parameters does not detect. */
export function countingMistakes(params: CountingParams, around: GatewayView): Diagnostic[] {
  const { limit } = params
  const named = typeof limit === 'number' ? [] : planMistakes(Object.keys(limit), ['limit'])
  return [
    ...windowMistakes(params),
    ...addressMistakes(params),
    ...named,
    ...nameMistakes(params, around),
  ]
}

function windowMistakes({ window, windowSeconds }: Allowance): Diagnostic[] {
  if ((window === undefined) !== (windowSeconds === undefined)) return []
  const message = window ? 'the window has two lengths' : 'the length of the window is missing'
  const remedy = 'write windowSeconds, or window: month, and not both'
  return [{ path: window ? ['window'] : [], rule: 'throttle-window', message, remedy }]
}

function addressMistakes({ by, unit, limit }: Allowance): Diagnostic[] {
  if (typeof limit === 'number' || by !== 'address' || isOfSearches(unit)) return []
  const message = 'limits by address apply before the caller, and so the plan, is known'
  const remedy = 'write a number, or count by owner or key'
  return [{ path: ['limit'], rule: 'throttle-plans', message, remedy }]
}

/** A step that shares a counter with others, but counts something else. */
function nameMistakes(params: CountingParams, around: GatewayView): Diagnostic[] {
  const { name: _, ...allowance } = params
  const name = limitName(params)
  const known = firsts(around)
  const first = known.get(name) ?? allowance
  known.set(name, first)
  const parts = ['by', 'unit', 'limit', 'windowSeconds', 'window'] as const
  const part = parts.find((one) => !isDeepStrictEqual(first[one], allowance[one]))
  if (part === undefined) return []
  const message = `steps of the name "${name}" share a counter, but differ in "${part}"`
  const remedy =
    'give all steps of one name the same by, unit, limit and window, or this one another name'
  return [{ path: [part], rule: 'throttles-differ', message, remedy }]
}
