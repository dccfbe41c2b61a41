import { defaultMaxBodyBytes } from '../../kit/api/body.js'
import { isObject } from '../../kit/config/objects.js'
import { anonymousPlan, defaultPlan } from '../../kit/credentials/plans.js'
import { withinFilter } from '../../packages/query-guard/src/index.js'
import { type Pipeline, paramsOf, takesVisitors } from '../../routes/pipelines.js'
import { type DeclaredRoute, hasMethod, isServed } from '../../routes/routes.js'
import type { GatewayView } from '../kit/policy.js'
import { rulesFor } from '../kit/rules/by-plan.js'
import type { Document, Part } from './document-file.js'
import type { OperatorInfo } from './info.js'
import { withoutUnused } from './lean.js'
import { type SearchRulesInForce, searchInForce } from './search-in-force.js'
import { withTemplate } from './templates.js'

/** The call whose rules appear in the schemas of searches. */
const search = { method: 'POST', path: '/api/v1/organizations/search' }

/**
 * The document for this gateway: the calls that its pipelines serve, with their limits and ways to
 * authenticate.
 * @param info What the operator adds to `info`.
 */
export function inForce(
  file: Document,
  { routes, operations }: GatewayView,
  info: OperatorInfo = {},
): Document {
  const shipped = withTemplates(file, routes, operations)
  // a variable part of a template, `{id}`, is like any segment of a sent path
  const pipelineOf = (method: string, path: string) => {
    const route = routes.find((other) => hasMethod(other, method) && other.isPath(path))
    return isServed(route) ? route.pipeline : undefined
  }
  const paths = Object.entries(shipped.paths).flatMap(([path, calls]) => {
    const open = Object.entries(calls).flatMap(([method, call]) => {
      const pipeline = pipelineOf(method.toUpperCase(), path)
      return pipeline ? [[method, callInForce(call, pipeline)] as const] : []
    })
    return open.length > 0 ? [[path, Object.fromEntries(open)] as const] : []
  })
  const searching = pipelineOf(search.method, search.path)
  const [rules] = searching ? searchRulesOf(searching) : []
  const { components } = shipped
  return withoutUnused({
    ...shipped,
    info: { ...shipped.info, ...info },
    paths: Object.fromEntries(paths),
    components: { ...components, schemas: searchInForce(components.schemas, rules ?? {}) },
  })
}

/** The search rules of a pipeline for callers of the plan `default`. */
function searchRulesOf(pipeline: Pipeline): SearchRulesInForce[] {
  return paramsOf(pipeline, 'search-rules').map((rules) =>
    withinFilter(rulesFor(rules as SearchRulesInForce, defaultPlan)),
  )
}

/** With the search templates of the gateway in place of those in the file. */
function withTemplates(
  file: Document,
  routes: readonly DeclaredRoute[],
  operations: GatewayView['operations'],
): Document {
  let document = file
  for (const route of routes) {
    if (!isServed(route)) continue
    const declared = operations?.get(route.endpoint)
    if (declared) document = withTemplate(document, route.path, declared)
  }
  return document
}

function callInForce(call: Part, pipeline: Pipeline): Part {
  const limits = limitsOf(pipeline)
  return {
    ...call,
    description: `${call.description}\n\n${inWords(limits)}`,
    security: waysInForce(call.security, pipeline),
    'x-limits': limits,
  }
}

/** The limits of a call, for programs. */
interface CallLimits {
  /** Maximum request body; absent if the call takes none. */
  maxBodyBytes?: number
  requests: { by: string; unit: string; limit: number; windowSeconds: number }[]
  /** Maximum cost of a search. */
  maxCost?: number
  /** What differs for callers without a credential; absent if none may call. */
  visitors?: { requests: CallLimits['requests']; size?: number; window?: number }
}

function limitsOf(pipeline: Pipeline): CallLimits {
  const [{ maxBodyBytes = defaultMaxBodyBytes } = {}] = paramsOf(pipeline, 'envelope') as {
    maxBodyBytes?: number
  }[]
  const [{ maxCost } = {}] = searchRulesOf(pipeline)
  return {
    ...(maxBodyBytes > 0 && { maxBodyBytes }),
    requests: requestsOf(pipeline, defaultPlan),
    ...(maxCost !== undefined && { maxCost }),
    ...(takesVisitors(pipeline) && { visitors: limitsOfVisitors(pipeline) }),
  }
}

function limitsOfVisitors(pipeline: Pipeline): NonNullable<CallLimits['visitors']> {
  const [{ rules = {} } = {}] = pipeline.steps.flatMap(({ params }) =>
    isObject(params.rules) ? [params as { rules: SearchRulesInForce }] : [],
  )
  const { size, window } = rulesFor(rules, anonymousPlan).limits ?? {}
  // a visitor is an address
  const requests = requestsOf(pipeline, anonymousPlan).filter(({ by }) => by !== 'address')
  return {
    requests: requests.map((one) => ({ ...one, by: 'address' })),
    ...(size !== undefined && { size }),
    ...(window !== undefined && { window }),
  }
}

/** The limits of callers of a plan. */
function requestsOf(pipeline: Pipeline, plan: string): CallLimits['requests'] {
  const throttles = paramsOf(pipeline, 'throttle') as unknown as Throttle[]
  return throttles.map(({ by, unit = 'requests', limit, windowSeconds }) => ({
    by,
    unit,
    limit: typeof limit === 'number' ? limit : (limit[plan] ?? limit.default),
    windowSeconds,
  }))
}

interface Throttle {
  by: string
  unit?: string
  limit: number | { [plan: string]: number; default: number }
  windowSeconds: number
}

const units: Readonly<Record<string, string>> = { cost: 'units of query cost' }

const counted: Readonly<Record<string, string>> = {
  address: 'each address',
  owner: 'each user',
  key: 'each API key or session',
}

function inWords({ maxBodyBytes, requests, maxCost, visitors }: CallLimits): string {
  const limits = [
    ...requests.map(requestsInWords),
    maxCost === undefined ? '' : `a query cost of ${maxCost} for a search`,
    maxBodyBytes === undefined ? '' : `${maxBodyBytes} bytes for a body`,
  ]
  return `At most ${limits.filter(Boolean).join(', ')}.${visitors ? ofVisitors(visitors) : ''}`
}

function ofVisitors({ requests, size, window }: NonNullable<CallLimits['visitors']>): string {
  const limits = [
    ...requests.map(requestsInWords),
    size === undefined ? '' : `${size} results of a call`,
    window === undefined ? '' : `${window} results of all pages`,
  ]
  return ` No credential is needed; without one at most ${limits.filter(Boolean).join(', ')}.`
}

function requestsInWords({ by, unit, limit, windowSeconds }: CallLimits['requests'][number]) {
  return `${limit} ${units[unit] ?? unit} in ${windowSeconds} s for ${counted[by] ?? by}`
}

/** Parameters of the step that verifies credentials. */
interface Authenticate {
  accept?: string[]
  queryKey?: boolean
}

/**
 * The ways to authenticate that the gateway accepts; if it verifies none itself, those of the
 * document.
 */
function waysInForce(security: unknown, pipeline: Pipeline): unknown {
  const [step] = paramsOf(pipeline, 'authenticate') as Authenticate[]
  if (!step || !Array.isArray(security)) return security
  const { accept = [], queryKey = true } = step
  const ways = security.filter((way) => {
    const [name = ''] = Object.keys(isObject(way) ? way : {})
    if (name === 'apiKeyQuery' && !queryKey) return false
    return accept.includes(name === 'accessToken' ? 'access-token' : 'api-key')
  })
  return takesVisitors(pipeline) ? [...ways, {}] : ways
}
