import { ApiError } from '../../kit/api/errors.js'
import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import type { RanStep } from './trial.js'

/** A refusal of a step, and the caller's plan, where it is known. */
interface Refusal {
  error: ApiError
  params: Mapping
  plan: string | undefined
  /** Whether its URL has a credential. */
  isInUrl: boolean
}

type RuleOf = (refusal: Refusal) => Path | undefined

/** Parameters that refuse requests, by the codes of their refusals. */
const byCode =
  (codes: Readonly<Record<string, string>>): RuleOf =>
  ({ error: { code } }) =>
    codes[code] === undefined ? undefined : [codes[code]]

/** The limit of the caller's plan that a call of a search template is beyond, or the template. */
const ofTemplate: RuleOf = ({ error: { code, cause }, params, plan }) => {
  if (code !== 'VALIDATION_ERROR') return undefined
  const [rule] = Array.isArray(cause) ? (cause as string[]) : []
  const rules = isMapping(params.rules) ? params.rules : {}
  return rule === undefined ? ['templates'] : ['rules', ...inPlan(rules, rule.split('.'), plan)]
}

/** By policy, the parameter that a refusal goes back to. */
const rules: Readonly<Record<string, RuleOf>> = {
  envelope: byCode({
    PAYLOAD_TOO_LARGE: 'maxBodyBytes',
    UNSUPPORTED_MEDIA_TYPE: 'contentTypes',
    NOT_ACCEPTABLE: 'accept',
  }),
  block: byCode({ FORBIDDEN: 'addresses' }),
  authenticate: ({ error: { code }, params, isInUrl }) => {
    if (code === 'SERVICE_UNAVAILABLE' || code === 'FORBIDDEN') return undefined
    if (isInUrl && params.queryKey === false) return ['queryKey']
    return params.anonymous === false ? ['anonymous'] : ['accept']
  },
  authorize: byCode({ FORBIDDEN: 'scopes' }),
  throttle: ({ error: { code }, params: { limit }, plan = defaultPlan }) => {
    if (code !== 'RATE_LIMITED') return undefined
    return isMapping(limit) ? ['limit', plan in limit ? plan : defaultPlan] : ['limit']
  },
  'search-rules': ({ error: { cause }, params, plan }) => {
    const [rule] = Array.isArray(cause) ? (cause as string[]) : []
    return rule === undefined || ['form', 'json'].includes(rule)
      ? undefined
      : inPlan(params, rule.split('.'), plan)
  },
  'search-template': ofTemplate,
  site: ofTemplate,
}

/**
 * The parameter by which a step has refused a request, from its parameters on; undefined if it is
 * no parameter, such as a body that is not JSON.
 * @param isInUrl Whether the credential is in the URL.
 */
export function refusingRule(
  { step, error }: RanStep,
  plan: string | undefined,
  isInUrl = false,
): Path | undefined {
  if (!(error instanceof ApiError)) return undefined
  return rules[step.policy]?.({ error, params: step.params, plan, isInUrl })
}

/** Where a parameter of search rules is: the plan's own replaces that of all. */
function inPlan({ plans }: Mapping, path: Path, plan = ''): Path {
  const own = isMapping(plans) && isMapping(plans[plan]) ? plans[plan] : {}
  return String(path[0]) in own ? ['plans', plan, ...path] : path
}
