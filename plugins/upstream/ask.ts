import type { Agent, ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Stream, Transform } from 'node:stream'
import httpProxy from 'http-proxy'
import { tooLarge } from '../../kit/body.js'
import { ApiError } from '../../kit/errors.js'
import type { Target } from './targets.js'

/** What is asked of a target, besides the method and body of the caller's request. */
export interface Question {
  target: Target
  /** Path and query, exactly as the target shall get them. */
  path: string
  headers: IncomingHttpHeaders
  maxBodyBytes: number
  /** Aborted at the deadline, or when the caller hangs up. Its reason is what is thrown then. */
  signal: AbortSignal
}

/** Methods that may be sent again when nobody knows whether the first try was heard (RFC 9110 9.2.2). */
const repeatable = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']

const proxy = httpProxy.createProxyServer({
  selfHandleResponse: true,
  // http-proxy would merge the slashes of a path: it is set by hand
  toProxy: true,
  ignorePath: true,
})

/**
 * Sends a request on, and streams its body.
 * @returns The upstream's answer, its body still to be read.
 * @throws ApiError PAYLOAD_TOO_LARGE, UPSTREAM_UNAVAILABLE, or the reason of the signal.
 */
export function ask(req: IncomingMessage, res: ServerResponse, question: Question): Promise<IncomingMessage> {
  const body = bodyOf(req)
  req.headers = question.headers // http-proxy takes them from here
  return send(req, res, question, body, question.target.agent)
}

/** A failure of the connection to an upstream, or an answer that is none. */
export function unavailable(cause: unknown): ApiError {
  return new ApiError('UPSTREAM_UNAVAILABLE', 'The service behind this path cannot be reached', { cause })
}

type Body = 'none' | 'sized' | 'chunked'

function bodyOf({ headers }: IncomingMessage): Body {
  if (headers['transfer-encoding'] !== undefined) return 'chunked'
  return Number(headers['content-length'] ?? 0) > 0 ? 'sized' : 'none'
}

/** @param agent Keeps connections; when one of them turns out to be closed, a request that allows it is sent again without. */
function send(
  req: IncomingMessage,
  res: ServerResponse,
  question: Question,
  body: Body,
  agent?: Agent,
): Promise<IncomingMessage> {
  const { target, path, maxBodyBytes, signal } = question
  const mayRepeat = agent !== undefined && body === 'none' && repeatable.includes(req.method!)
  return new Promise((resolve, reject) => {
    // http-proxy pipes this into its request before anything is sent: the one moment to take the request in hand
    const start = (request: ClientRequest) => {
      request.path = path
      const closed = () => reject(unavailable(new Error('closed without an answer')))
      request.once('close', closed)
      request.once('response', (answer) => {
        request.off('close', closed)
        resolve(answer)
      })
      request.once('error', (error) => {
        if (mayRepeat && request.reusedSocket && !signal.aborted) resolve(send(req, res, question, body))
        else reject(error instanceof ApiError ? error : unavailable(error))
      })
      signal.addEventListener('abort', () => {
        reject(signal.reason)
        request.destroy()
      })
      if (body === 'chunked') {
        request.removeHeader('Content-Length') // set by http-proxy on a DELETE that announces no length
        request.setHeader('Transfer-Encoding', 'chunked')
      }
      if (body === 'none') request.end()
      else req.pipe(counter(maxBodyBytes).once('error', (error) => request.destroy(error))).pipe(request)
      return request
    }
    signal.throwIfAborted()
    const buffer = Object.assign(new Stream(), { pipe: start })
    const ignored = () => undefined // `start` hears the errors of the request, the signal those of the caller
    proxy.web(req, res, { target: target.server, buffer, ...(agent && { agent }) }, ignored)
  })
}

/** Lets so many bytes through. */
function counter(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}
