import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  maxHeaderSize,
  type ServerResponse,
} from 'node:http'
import { Stream } from 'node:stream'
import httpProxy from 'http-proxy'
import { ApiError } from '../../kit/api/errors.js'
import type { CallSpan, Trace } from '../../kit/telemetry/request-span.js'
import { connectMs } from '../kit/target-pool.js'
import { type Body, sendBody } from './body.js'
import { TargetFailure, unavailable } from './failure.js'
import type { Target } from './targets.js'

/** A request to a service, besides the body of the caller's request. */
export interface TargetRequest {
  method: string
  /** Path and query, exactly as appended to the path of the target. */
  path: string
  /** All fields except Host. */
  headers: IncomingHttpHeaders
  /** Its span is the parent of the one of the request. */
  trace: Trace
  body: Body
  maxBodyBytes: number
  /** Aborted at the deadline, or when the caller disconnects. Its reason is thrown then. */
  signal: AbortSignal
  /** Called when no byte has come or gone for so long. */
  idle?: { timeoutMs: number; end(): void }
}

const proxy = httpProxy.createProxyServer({
  selfHandleResponse: true,
  // http-proxy would merge the slashes of a path: it is set by hand
  toProxy: true,
  ignorePath: true,
})

/**
 * Sends a request to a target, and its body once there is a connection: before that it can still go
 * to another one.
 * @param agent Keeps connections; without it the request gets one of its own.
 * @returns The target's answer, its body not read yet.
 * @throws TargetFailure, ApiError PAYLOAD_TOO_LARGE, or the reason of the signal.
 */
export function sendToTarget(
  req: IncomingMessage,
  res: ServerResponse,
  target: Target,
  request: TargetRequest,
  agent?: Agent,
): Promise<IncomingMessage> {
  const { method, path, headers, trace, body, maxBodyBytes, signal, idle } = request
  const span = trace.span?.call(method, target.server, { 'http.request.method': method })
  req.headers = { ...headers, host: target.host } // http-proxy takes them from here
  // the operator's rules may have removed it
  if (span && headers.traceparent) req.headers.traceparent = span.traceparent
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    let isSent = false
    // http-proxy pipes this into its request before anything is sent: the only time to modify the
    // request
    const start = (request: ClientRequest) => {
      request.path = target.basePath + path
      const fail = (message: string) =>
        reject(new TargetFailure(message, { isSent, isKept: request.reusedSocket }))
      request.once('close', () => fail('closed without an answer'))
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (error instanceof ApiError) reject(error)
        else if (error.code === 'HPE_HEADER_OVERFLOW') reject(headersTooLarge(error))
        else fail(error.message)
      })
      request.once('response', (answer) => {
        if (answer.statusCode! >= 200) resolve(answer)
        else request.destroy(new Error(`it answered with status ${answer.statusCode}`))
      })
      if (headers.upgrade !== undefined) {
        request.once('upgrade', (answer, socket, first) => {
          socket.unshift(first)
          resolve(answer)
        })
      }
      if (idle) request.setTimeout(idle.timeoutMs, idle.end)
      signal.addEventListener('abort', () => {
        reject(signal.reason)
        request.destroy()
      })
      if (body.form === 'chunked') {
        // set by http-proxy on a DELETE that announces no length
        request.removeHeader('Content-Length')
        request.setHeader('Transfer-Encoding', 'chunked')
      }
      if (body.form === 'none') request.end()
      whenConnected(request, target, () => {
        isSent = true
        sendBody(req, request, body, maxBodyBytes)
      })
      return request
    }
    signal.throwIfAborted()
    const buffer = Object.assign(new Stream(), { pipe: start })
    // `start` handles the errors of the request, the signal those of the caller
    const ignored = () => undefined
    proxy.web(req, res, { target: target.server, method, buffer, ...(agent && { agent }) }, ignored)
  })
  if (span) endWithAnswer(span, answered)
  return answered
}

/** The span ends with the last byte of the answer. A caller that has left is no failure. */
function endWithAnswer(span: CallSpan, answered: Promise<IncomingMessage>): void {
  void answered.then(
    (answer) => answer.once('close', () => span.end({ status: answer.statusCode })),
    (error: unknown) => {
      if (error instanceof TargetFailure) span.end({ error: 'unreachable' })
      else span.end({ error: error instanceof ApiError ? error.code : undefined })
    },
  )
}

/** The caller's error for an answer of which no try has shorter headers. */
function headersTooLarge(error: Error): ApiError {
  const cause = new Error(`the headers of its answer are over ${maxHeaderSize} bytes`, {
    cause: error,
  })
  return unavailable('headers-too-large', { cause })
}

/** Calls back when the request has its connection, which a healthy target accepts at once. */
function whenConnected(request: ClientRequest, { server }: Target, connected: () => void): void {
  request.once('socket', (socket) => {
    if (request.reusedSocket) return connected()
    const tooLate = () => request.destroy(new Error(`no connection within ${connectMs} ms`))
    const patience = setTimeout(tooLate, connectMs)
    request.once('close', () => clearTimeout(patience))
    socket.once(server.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      clearTimeout(patience)
      connected()
    })
  })
}
