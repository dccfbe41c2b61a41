import { defaultMaxBodyBytes } from '../../kit/api/body.js'
import { isObject } from '../../kit/config/objects.js'
import type { GatewayView } from '../kit/policy.js'
import { type OpenRoute, openRoutes } from '../kit/routing.js'
import type { Document, Part } from './document-file.js'
import { withQuestion } from './questions.js'
import { searchInForce } from './search-in-force.js'

type Steps = OpenRoute['steps']

/** The call whose rules appear in the schemas of searches. */
const search = { method: 'POST', path: '/api/v1/organizations/search' }

/**
 * The document for this gateway: the calls that its pipelines serve, with their limits and ways to
 * authenticate.
 */
export function inForce(
  file: Document,
  { routing = {}, operations }: Pick<GatewayView, 'routing' | 'operations'>,
): Document {
  const routes = openRoutes(routing)
  const shipped = withQuestions(file, routes, operations)
  const stepsOf = (method: string, path: string) =>
    routes.find((route) => takes(route, method, path))?.steps
  const paths = Object.entries(shipped.paths).flatMap(([path, calls]) => {
    const open = Object.entries(calls).flatMap(([method, call]) => {
      const steps = stepsOf(method.toUpperCase(), path)
      return steps ? [[method, callInForce(call, steps)] as const] : []
    })
    return open.length > 0 ? [[path, Object.fromEntries(open)] as const] : []
  })
  const [rules = {}] = stepsOf(search.method, search.path)?.('search-rules') ?? []
  const { components } = shipped
  return {
    ...shipped,
    paths: Object.fromEntries(paths),
    components: { ...components, schemas: searchInForce(components.schemas, rules) },
  }
}

/** With the questions of the gateway in place of those in the file. */
function withQuestions(
  file: Document,
  routes: readonly OpenRoute[],
  operations: GatewayView['operations'],
): Document {
  let document = file
  for (const { paths, steps } of routes) {
    const [{ name } = {}] = steps('question')
    const declared = operations?.get(String(name))
    if (declared) for (const path of paths) document = withQuestion(document, path, declared)
  }
  return document
}

/**
 * @param path A template of the document, `/api/v1/api-keys/{id}`: its variable parts match any
 *   segment of a route.
 */
function takes({ methods, paths }: OpenRoute, method: string, path: string): boolean {
  if (methods.length > 0 && !methods.includes(method) && !methods.includes('*')) return false
  return paths.some((pattern) => {
    const source = pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')
    return new RegExp(`^${source}$`).test(path)
  })
}

function callInForce(call: Part, steps: Steps): Part {
  const limits = limitsOf(steps)
  return {
    ...call,
    description: `${call.description}\n\n${inWords(limits)}`,
    security: waysInForce(call.security, steps),
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
}

function limitsOf(steps: Steps): CallLimits {
  const [{ maxBodyBytes = defaultMaxBodyBytes } = {}] = steps('envelope') as readonly {
    maxBodyBytes?: number
  }[]
  const [{ maxCost } = {}] = steps('search-rules') as readonly { maxCost?: number }[]
  const throttles = steps('throttle') as unknown as CallLimits['requests']
  return {
    ...(maxBodyBytes > 0 && { maxBodyBytes }),
    requests: throttles.map(({ by, unit = 'requests', limit, windowSeconds }) => ({
      by,
      unit,
      limit,
      windowSeconds,
    })),
    ...(maxCost !== undefined && { maxCost }),
  }
}

const counted: Readonly<Record<string, string>> = {
  address: 'each address',
  owner: 'each user',
  key: 'each API key or session',
}

function inWords({ maxBodyBytes, requests, maxCost }: CallLimits): string {
  const limits = [
    ...requests.map(({ by, unit, limit, windowSeconds }) => {
      const what = unit === 'cost' ? 'passes of searches' : 'requests'
      return `${limit} ${what} in ${windowSeconds} s for ${counted[by] ?? by}`
    }),
    maxCost === undefined ? '' : `a price of ${maxCost} passes for a search`,
    maxBodyBytes === undefined ? '' : `${maxBodyBytes} bytes for a body`,
  ]
  return `At most ${limits.filter(Boolean).join(', ')}.`
}

/**
 * The ways to authenticate that the gateway accepts; if it verifies none itself, those of the
 * document.
 */
function waysInForce(security: unknown, steps: Steps): unknown {
  const [step] = steps('authenticate') as readonly { accept?: string[]; queryKey?: boolean }[]
  if (!step || !Array.isArray(security)) return security
  const { accept = [], queryKey = true } = step
  return security.filter((way) => {
    const [name = ''] = Object.keys(isObject(way) ? way : {})
    if (name === 'apiKeyQuery' && !queryKey) return false
    return accept.includes(name === 'accessToken' ? 'access-token' : 'api-key')
  })
}
