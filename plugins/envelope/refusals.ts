import type { IncomingMessage } from 'node:http'
import { errorHeaders, makeMeta, type Result } from '../../kit/api/envelope.js'
import { ApiError } from '../../kit/api/errors.js'
import { type DeclaredRoute, isServed, type ServedRoute } from '../../routes/routes.js'
import { findContext } from '../kit/context.js'

/** Types of an export. */
const ofExport = /\btext\/csv\b|\bapplication\/x-ndjson\b/i

/** The refusal of a search that is asked for in the form of an export says where that is. */
export function withExport(
  error: ApiError,
  req: IncomingMessage,
  routes: readonly DeclaredRoute[],
): ApiError {
  if (error.code !== 'NOT_ACCEPTABLE' || !ofExport.test(req.headers.accept ?? '')) return error
  const found = servedWith('export', routes).find(({ isHost }) => isHost(req.headers.host))
  if (!found || !isOfStep('search', req, routes)) return error
  const remedy = `${found.path} has all hits as text/csv or application/x-ndjson`
  return new ApiError(error.code, `${error.message}; ${remedy}`)
}

/** The code of JSON-RPC for what its table does not name. */
const otherError = -32000

/**
 * A refusal as a message of JSON-RPC, where the pipeline answers in it: clients of MCP show no other
 * one. `data` is what an envelope has; the id stays unread.
 */
export function toRpcRefusal(
  error: ApiError,
  req: IncomingMessage,
  routes: readonly DeclaredRoute[],
): Result | undefined {
  const context = findContext(req)
  if (!context || !isOfStep('mcp', req, routes)) return undefined
  const { code, message, details, status } = error
  const data = { code, details, meta: makeMeta(context.requestId) }
  const body = { jsonrpc: '2.0', id: null, error: { code: otherError, message, data } }
  const json = [Buffer.from(JSON.stringify(body))]
  return { status, headers: errorHeaders(error), json, isWhole: true }
}

/** The routes whose pipelines have a step of a policy. */
const servedWith = (policy: string, routes: readonly DeclaredRoute[]): ServedRoute[] =>
  routes.filter(isServed).filter((one) => one.pipeline.steps.some((step) => step.policy === policy))

/** Whether the pipeline of a request has a step of a policy. */
function isOfStep(policy: string, req: IncomingMessage, routes: readonly DeclaredRoute[]): boolean {
  const { pipeline } = findContext(req) ?? {}
  return servedWith(policy, routes).some((one) => one.pipeline.name === pipeline)
}
