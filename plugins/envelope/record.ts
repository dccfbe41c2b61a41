import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiError } from '../../kit/errors.js'
import { log } from '../../kit/log.js'
import type { RequestContext } from '../kit/context.js'

/** What the log line of a request says besides its context. */
interface Line {
  /** Without the query, which may hold a key. */
  path: string
  clientRequestId: string | undefined
}

/** Writes one line per request, when the answer is out or the caller has hung up. Never a credential. */
export function logWhenClosed(
  { method }: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  { path, clientRequestId }: Line,
): void {
  if (!log.isLevelEnabled('info')) return
  res.once('close', () => {
    const { requestId, address, endpoint, caller, startedAt } = context
    log.info(
      {
        requestId,
        clientRequestId: clientRequestId && withoutCredentials(clientRequestId),
        method,
        path: withoutCredentials(path.slice(0, 256)),
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
  log[level]({ requestId, code: error.code, cause: outlineOf(error.cause) }, error.message)
}

/** Errors of client libraries carry whole requests, credentials included: only these members are written. */
function outlineOf(cause: unknown): unknown {
  if (!(cause instanceof Error)) return typeof cause
  const { name, message, stack } = cause
  return { name, message, code: (cause as NodeJS.ErrnoException).code, stack }
}

/** Callers put tokens and keys where they do not belong, too. */
function withoutCredentials(text: string): string {
  return text.replace(/(npd_|v4\.)[\w.-]+/g, '$1[redacted]')
}
