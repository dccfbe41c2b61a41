import { textOf } from '../../kit/config/yaml/mapping.js'
import { limitText } from './limits.js'
import type { MeantStep } from './meaning.js'
import { listed } from './words.js'

const kinds: Readonly<Record<string, string>> = {
  'access-token': 'access tokens',
  'api-key': 'API keys',
}

/** Kinds of credentials, in the plural. */
export function credentialsText(accept: readonly string[]): string {
  return listed(accept.map((kind) => kinds[kind] ?? kind))
}

/** Who passes the steps of a pipeline: `anyone`, `callers with API keys and the scope a:read`. */
export function audienceOf(steps: readonly MeantStep[]): string {
  const credentials = paramsOf(steps, 'authenticate')[0]
  if (!credentials) return 'anyone'
  const scopes = paramsOf(steps, 'authorize').flatMap(({ scopes }) => scopes as string[])
  const of = scopes.length > 0 ? ` of the scope ${listed(scopes)}` : ''
  const holders = `callers with ${credentialsText(credentials.accept as string[])}${of}`
  return credentials.anonymous ? `visitors and ${holders}` : holders
}

/** ` (60 requests in 60 s of an address)`: the limits of a pipeline. */
export function limitsText(steps: readonly MeantStep[], plan?: string): string {
  const limits = steps
    .filter(({ policy, value }) => policy === 'throttle' && isOf(plan, textOf(value.by)))
    .map(({ value }) => limitText(value, plan))
  return limits.length > 0 ? ` (${listed(limits)})` : ''
}

/** Whether callers of a plan have the limit as their own. */
const isOf = (plan: string | undefined, by: string) => plan === undefined || by !== 'address'

export function takesVisitors(steps: readonly MeantStep[]): boolean {
  return paramsOf(steps, 'authenticate').some(({ anonymous }) => anonymous === true)
}

function paramsOf(steps: readonly MeantStep[], policy: string) {
  return steps.filter((step) => step.policy === policy).map(({ value }) => value)
}
