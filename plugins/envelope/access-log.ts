import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { ApiError } from '../../kit/api/errors.js'
import { log, requestLog } from '../../kit/log/log.js'
import { redacted, redactedPath } from '../../kit/log/redact.js'
import { counter, gauge, histogram } from '../../kit/metrics/prometheus.js'
import { readTraceId } from '../../kit/telemetry/trace-context.js'
import { usageCounter } from '../../kit/usage/counter.js'
import type { RequestContext } from '../kit/context.js'

/** What is recorded for each request, besides metrics. */
export interface Recording {
  /** Whether there is a line for each request (ACCESS_LOG). */
  isLogged: boolean
}

/** The data of a request's record besides its context. */
interface RequestRecord extends Recording {
  /** Without the query, which may contain a key. */
  path: string
  /** Of the paths served. */
  beginnings: readonly string[]
  clientRequestId: string | undefined
}

const count = counter({
  name: 'directory_requests_total',
  help:
    'Requests by pipeline, status of the answer and error code; "none" where there is none, ' +
    '"aborted" for clients that disconnected.',
  labels: ['pipeline', 'status', 'code'],
})
const observe = histogram({
  name: 'directory_request_duration_seconds',
  help: 'Time from the first step of a request to the last byte of its answer, by pipeline.',
  labels: ['pipeline'],
})
let inFlight = 0
gauge(
  { name: 'directory_requests_in_flight', help: 'Requests that are being answered.' },
  () => inFlight,
)

/**
 * Counts each request, and logs a line, when the answer is sent or the caller has disconnected.
 * Never a secret.
 */
export function recordWhenClosed(
  req: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  line: RequestRecord,
): void {
  const isLogged = line.isLogged && requestLog.isOn()
  const { socket } = req
  const sentBefore = socket.bytesWritten
  inFlight++
  res.once('close', () => {
    inFlight--
    const bytes = socket.bytesWritten - sentBefore
    const durationMs = performance.now() - context.startedAt
    const { pipeline = 'none', code = 'none' } = context
    count([pipeline, statusLabel(res), code])
    observe(durationMs / 1000, [pipeline])
    countUsage(context, bytes)
    context.steps.end()
    endSpan(req, res, context, line)
    if (!isLogged) return
    writeLine(req, res, context, line, { durationMs, bytes })
  })
}

/** A known status code: an upstream may answer with any number. */
function statusLabel({ writableFinished, statusCode }: ServerResponse): string {
  if (!writableFinished) return 'aborted'
  return statusCode in STATUS_CODES ? String(statusCode) : 'other'
}

/** The path is redacted as in the log. */
function endSpan(
  { socket }: IncomingMessage,
  res: ServerResponse,
  { span, pipeline, code }: RequestContext,
  { path, beginnings }: RequestRecord,
): void {
  if (!span) return
  span.endWith(res, code, {
    'url.path': redactedPath(path, beginnings),
    'url.scheme': 'encrypted' in socket ? 'https' : 'http',
    'directory.pipeline': pipeline,
  })
}

/** Adds the request to what its credential has used. What a throttle refused has no cost. */
function countUsage({ caller, search, code, limit }: RequestContext, bytes: number): void {
  if (!usageCounter || !caller || caller.kind === 'none') return
  const cost = limit === undefined ? (search?.cost.total ?? 0) : 0
  usageCounter.count(caller, { code, cost, bytes })
}

function writeLine(
  { method }: IncomingMessage,
  res: ServerResponse,
  context: RequestContext,
  { path, beginnings, clientRequestId }: RequestRecord,
  { durationMs, bytes }: { durationMs: number; bytes: number },
): void {
  const { requestId, traceparent, address, endpoint, pipeline, code, limit } = context
  const { caller, search, steps } = context
  const isKnown = caller?.kind !== 'none'
  const ids = { requestId, traceId: readTraceId(traceparent) }
  requestLog.write(ids, {
    clientRequestId: clientRequestId && redacted(clientRequestId),
    method,
    path: redactedPath(path, beginnings),
    status: res.headersSent ? res.statusCode : undefined,
    code,
    limit,
    aborted: res.writableFinished ? undefined : true,
    durationMs,
    stepsMs: steps,
    pipeline,
    endpoint,
    caller: isKnown ? caller?.ownerId : undefined,
    credential: isKnown ? caller?.credentialId : undefined,
    keyPrefix: caller?.keyPrefix,
    cost: search?.cost.total,
    bytes,
    address,
  })
}

/** Logs what the caller does not see: the cause of a failure that is not the caller's. */
export function logCause(error: ApiError, context: RequestContext | undefined): void {
  if (error.status < 500 || error.cause === undefined) return
  const { code, cause, message } = error
  const { requestId, failed: policy } = context ?? {}
  if (code === 'INTERNAL_ERROR') log.error({ requestId, code, policy, err: cause }, message)
  else log.warn({ requestId, code, policy, cause }, message)
}
