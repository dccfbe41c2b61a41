import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '../../kit/errors.js'
import { log } from '../../kit/log.js'
import { loggable, loggablePath } from '../../kit/loggable.js'
import type { RequestContext } from '../kit/context.js'
import type { CompiledRoute } from './routes.js'

/** What the log line of a request is made of besides its context. */
interface Line {
  /** Without the query, which may hold a key. */
  path: string
  routes: readonly CompiledRoute[]
  clientRequestId: string | undefined
}

/** Writes one line per request, when the answer is out or the caller has hung up. Never a secret. */
export function logWhenClosed(
  { method }: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  { path, routes, clientRequestId }: Line,
): void {
  if (!log.isLevelEnabled('info')) return
  res.once('close', () => {
    const { requestId, address, endpoint, caller, startedAt } = context
    log.info(
      {
        requestId,
        clientRequestId: clientRequestId && loggable(clientRequestId),
        method,
        path: loggablePath(
          path,
          routes.map(({ beginning }) => beginning),
        ),
        status: res.headersSent ? res.statusCode : undefined,
        aborted: res.writableFinished ? undefined : true,
        durationMs: Math.round((performance.now() - startedAt) * 100) / 100,
        endpoint,
        caller: caller?.ownerId,
        credential: caller?.credentialId,
        address,
      },
      'request',
    )
  })
}

/** Tells the operators what the caller is not told: the cause of a failure that is not the caller's. */
export function logCause(error: ApiError, requestId: string | undefined): void {
  if (error.status < 500 || error.cause === undefined) return
  const level = error.code === 'INTERNAL_ERROR' ? 'error' : 'warn'
  log[level]({ requestId, code: error.code, cause: error.cause }, error.message)
}
