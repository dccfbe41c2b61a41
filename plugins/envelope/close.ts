import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, toApiError } from '../../kit/api/errors.js'
import { sendError, sendResult } from '../../kit/http/send.js'
import type { DeclaredRoute } from '../../routes/routes.js'
import { headersUnderCaching } from '../kit/caching.js'
import { contextOf, findContext } from '../kit/context.js'
import { makeMissingPage } from '../kit/missing-page.js'
import { logCause } from './access-log.js'
import { sendAsTaken } from './compressed.js'
import { toRpcRefusal, withWay } from './refusals.js'

/** The handler after the router: answers with the result of the steps. */
export function answer(
  req: IncomingMessage,
  res: ServerResponse,
  next: (error: unknown) => void,
): void {
  const { result: found, requestId, compression } = contextOf(req)
  if (found === undefined) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
  const { headers } = found
  const result = headers ? { ...found, headers: headersUnderCaching(res, headers) } : found
  if (compression) sendAsTaken(req, res, { result, requestId, compression })?.catch(next)
  else sendResult(res, result, requestId)
}

/**
 * The error handler after the router: the only place where an error becomes an answer. Express
 * identifies it by its arity.
 * @param routes Those in force.
 */
export const refuser = (routes: () => readonly DeclaredRoute[]) =>
  function refuse(
    thrown: unknown,
    req: IncomingMessage,
    res: ServerResponse,
    _next: unknown,
  ): void {
    const context = findContext(req)
    const requestId = context?.requestId ?? randomUUID()
    const error = withWay(toApiError(thrown), req, routes())
    if (context) context.code = error.code
    logCause(error, context)
    if (res.headersSent) return void res.destroy()
    const page = context?.errorPage?.(error) ?? toRpcRefusal(error, req, routes())
    const missing = page ?? (error.code === 'NOT_FOUND' && makeMissingPage(routes(), req))
    if (!missing) sendError(res, error, requestId)
    else
      Promise.resolve(missing).then(
        (made) => sendResult(res, made, requestId),
        () => sendError(res, error, requestId),
      )
  }
