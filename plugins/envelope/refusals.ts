import type { IncomingMessage } from 'node:http'
import { errorHeaders, failure, type Result, toRpcFailure } from '../../kit/api/envelope.js'
import { ApiError } from '../../kit/api/errors.js'
import { pathOf } from '../../kit/http/target.js'
import { type DeclaredRoute, isServed } from '../../routes/routes.js'
import { findContext } from '../kit/context.js'

/** Types of an export. */
const ofExport = /\btext\/csv\b|\bapplication\/x-ndjson\b/i

/** A refusal that says where else: what an export has, or a path that lacks its beginning. */
export function withWay(
  error: ApiError,
  req: IncomingMessage,
  routes: readonly DeclaredRoute[],
): ApiError {
  const way = findWay(error, req, routes)
  return way === undefined ? error : new ApiError(error.code, `${error.message}; ${way}`, error)
}

function findWay({ code }: ApiError, req: IncomingMessage, routes: readonly DeclaredRoute[]) {
  // a path without a route has got its suggestion: this one may be a name in another path
  if (code === 'NOT_FOUND' && findContext(req)?.route !== undefined) {
    const path = pathOf(req.url!)
    const whole = routes.find((one) => isServed(one) && one.path.endsWith(path))
    return whole && whole.path !== path ? `did you mean ${whole.path}?` : undefined
  }
  if (code !== 'NOT_ACCEPTABLE' || !ofExport.test(req.headers.accept ?? '')) return undefined
  const found = isAnsweredBy('search', req, routes) && routes.find((one) => hasStep(one, 'export'))
  return found ? `${found.path} has all hits as text/csv or application/x-ndjson` : undefined
}

/**
 * A refusal as a message of JSON-RPC, where the pipeline answers in it: clients of MCP show no other
 * one.
 */
export function toRpcRefusal(
  error: ApiError,
  req: IncomingMessage,
  routes: readonly DeclaredRoute[],
): Result | undefined {
  const context = findContext(req)
  if (!context || !isAnsweredBy('mcp', req, routes)) return undefined
  const body = toRpcFailure(failure(error, context.requestId))
  const json = [Buffer.from(JSON.stringify(body))]
  return { status: error.status, headers: errorHeaders(error), json, isWhole: true }
}

const hasStep = (route: DeclaredRoute, policy: string): boolean =>
  isServed(route) && route.pipeline.steps.some((step) => step.policy === policy)

/** Whether the pipeline of a request has a step of a policy. */
function isAnsweredBy(policy: string, req: IncomingMessage, routes: readonly DeclaredRoute[]) {
  const { pipeline } = findContext(req) ?? {}
  return routes.some((one) => one.pipeline?.name === pipeline && hasStep(one, policy))
}
