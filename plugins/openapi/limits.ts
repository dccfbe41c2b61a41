import { defaultMaxBodyBytes } from '../../kit/api/body.js'
import { isObject } from '../../kit/config/objects.js'
import { type Mapping, textOf } from '../../kit/config/yaml/mapping.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import { type EffectiveRules, effectiveRules } from '../../packages/query-guard/src/index.js'
import { type Pipeline, paramsOf, takesVisitors } from '../../routes/pipelines.js'
import { rulesFor } from '../kit/rules/by-plan.js'
import type { SearchRulesParams } from '../kit/rules/params.js'
import type { Schema } from './schemas.js'

/** The limits of a call, for programs. */
export interface CallLimits {
  /** Maximum request body; absent if the call takes none. */
  maxBodyBytes?: number
  requests: RequestLimit[]
  /** Maximum cost of a search. */
  maxCost?: number
  /** What differs for callers without a credential; absent if none may call. */
  visitors?: { requests: RequestLimit[]; size?: number; window?: number }
}

interface RequestLimit {
  by: string
  unit: string
  limit: number
  /** Length of the window; absent for calendar months. */
  windowSeconds?: number
  window?: 'month'
}

/** The limits of the calls that a pipeline answers. */
export function readLimits(pipeline: Pipeline): CallLimits {
  const [{ maxBodyBytes } = {} as Mapping] = paramsOf(pipeline, 'envelope')
  const bodyBytes = readNumber(maxBodyBytes) ?? defaultMaxBodyBytes
  const maxCost = readRules(pipeline)?.maxCost
  return {
    ...(bodyBytes > 0 && { maxBodyBytes: bodyBytes }),
    requests: readRequestLimits(pipeline, defaultPlan),
    ...(maxCost !== undefined && { maxCost }),
    ...(takesVisitors(pipeline) && { visitors: readVisitorLimits(pipeline) }),
  }
}

/** A number of the YAML; one that a variable gives is a text there. */
function readNumber(value: unknown): number | undefined {
  const isNumeric = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  return isNumeric && Number.isFinite(Number(value)) ? Number(value) : undefined
}

/** The search rules of a pipeline for callers of the plan `default`; undefined if it has none. */
export function readRules(pipeline: Pipeline | undefined): EffectiveRules | undefined {
  const [params] = pipeline ? paramsOf(pipeline, 'search-rules') : []
  return params && effectiveRules(selectRules(params, defaultPlan))
}

/** Search rules for callers of a plan, with limits as numbers. */
function selectRules(params: Mapping, plan: string): SearchRulesParams {
  const { maxCost, limits = {}, ...rules } = rulesFor(params, plan) as unknown as SearchRulesParams
  const cost = readNumber(maxCost)
  const numbers = Object.entries(limits).flatMap(([name, limit]) => {
    const number = readNumber(limit)
    return number === undefined ? [] : [[name, number] as const]
  })
  return {
    ...rules,
    ...(cost !== undefined && { maxCost: cost }),
    limits: Object.fromEntries(numbers),
  }
}

function readVisitorLimits(pipeline: Pipeline): NonNullable<CallLimits['visitors']> {
  const rules = pipeline.steps.map(({ params }) => params.rules).find(isObject) ?? {}
  const { size, window } = selectRules(rules, anonymousPlan).limits ?? {}
  // a visitor is an address
  const requests = readRequestLimits(pipeline, anonymousPlan).filter(({ by }) => by !== 'address')
  return {
    requests: requests.map((one) => ({ ...one, by: 'address' })),
    ...(size !== undefined && { size }),
    ...(window !== undefined && { window }),
  }
}

/** The limits of callers of a plan, of each throttle step. */
function readRequestLimits(pipeline: Pipeline, plan: string): RequestLimit[] {
  return paramsOf(pipeline, 'throttle').flatMap(({ by, unit = 'requests', ...params }) => {
    const { limit, window, windowSeconds } = params
    const number = readNumber(isObject(limit) ? (limit[plan] ?? limit.default) : limit)
    const seconds = readNumber(windowSeconds)
    if (number === undefined) return []
    return {
      ...{ by: textOf(by), unit: textOf(unit), limit: number },
      ...(seconds !== undefined && { windowSeconds: seconds }),
      ...(window === 'month' && { window }),
    }
  })
}

const units: Readonly<Record<string, string>> = { cost: 'units of query cost' }

const counted: Readonly<Record<string, string>> = {
  address: 'each address',
  owner: 'each user',
  key: 'each API key or session',
}

/** The limits in words: one or two sentences. */
export function describeLimits({ maxBodyBytes, requests, maxCost, visitors }: CallLimits): string {
  const limits = [
    ...requests.map(describeLimit),
    maxCost === undefined ? '' : `a query cost of ${maxCost} for a search`,
    maxBodyBytes === undefined ? '' : `${maxBodyBytes} bytes for a body`,
  ]
  return `At most ${limits.filter(Boolean).join(', ')}.${visitors ? describeVisitors(visitors) : ''}`
}

function describeVisitors({ requests, size, window }: NonNullable<CallLimits['visitors']>) {
  const limits = [
    ...requests.map(describeLimit),
    size === undefined ? '' : `${size} results of a call`,
    window === undefined ? '' : `${window} results of all pages`,
  ]
  return ` No credential is needed; without one at most ${limits.filter(Boolean).join(', ')}.`
}

function describeLimit({ by, unit, limit, windowSeconds }: RequestLimit): string {
  const time = windowSeconds === undefined ? 'a calendar month' : `${windowSeconds} s`
  return `${limit} ${units[unit] ?? unit} in ${time} for ${counted[by] ?? by}`
}

const ways: Readonly<Record<string, readonly Schema[]>> = {
  none: [],
  token: [{ accessToken: [] }],
  any: [{ accessToken: [] }, { apiKeyBearer: [] }, { apiKeyHeader: [] }, { apiKeyQuery: [] }],
}

/**
 * The ways to authenticate at a call: those of its kind that the pipeline accepts; all of them if
 * the pipeline verifies no credential itself.
 */
export function readSecurity(access: string, pipeline: Pipeline): readonly Schema[] {
  const [step] = paramsOf(pipeline, 'authenticate')
  if (!step) return ways[access]!
  const accept = [step.accept].flat()
  const accepted = ways[access]!.filter((way) => {
    if ('apiKeyQuery' in way && textOf(step.queryKey ?? true) === 'false') return false
    return accept.includes('accessToken' in way ? 'access-token' : 'api-key')
  })
  return takesVisitors(pipeline) ? [...accepted, {}] : accepted
}
