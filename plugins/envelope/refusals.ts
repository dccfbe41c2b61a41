import type { IncomingMessage } from 'node:http'
import { errorHeaders, makeMeta, type Result } from '../../kit/api/envelope.js'
import type { ApiError } from '../../kit/api/errors.js'
import { type DeclaredRoute, isServed, type ServedRoute } from '../../routes/routes.js'
import { findContext } from '../kit/context.js'

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
