import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Result } from '../../kit/envelope.js'
import { ApiError, type ErrorCode } from '../../kit/errors.js'
import { unavailable } from './ask.js'
import { responseHeaders } from './headers.js'

/** Greatest answer that is wrapped into an envelope, in bytes: it is held in memory, once as bytes and once as JSON. */
const maxWrappedBytes = 16 * 1024 * 1024

/** Codes of refusals, by the upstream's status; what is not listed is VALIDATION_ERROR below 500. */
const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  408: 'REQUEST_TIMEOUT',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
}

/** Hands an upstream's answer to the caller as it is. Headers that we have set already are not replaced. */
export async function passOn(answer: IncomingMessage, res: ServerResponse): Promise<void> {
  res.statusCode = answer.statusCode!
  for (const [name, value] of Object.entries(responseHeaders(answer))) {
    if (name === 'vary') res.appendHeader(name, String(value))
    else if (value !== undefined && !res.hasHeader(name)) res.setHeader(name, value)
  }
  await pipeline(answer, res)
}

/**
 * Makes an upstream's JSON the `data` of our envelope.
 * @throws ApiError UPSTREAM_UNAVAILABLE when there is no JSON or the upstream failed; the code that fits its refusal.
 */
export async function wrap(answer: IncomingMessage): Promise<Result> {
  const status = answer.statusCode!
  const text = await textOf(answer)
  if (status >= 400 && status < 500) throw refusal(answer, text)
  if (status < 200 || status > 299) throw unavailable(new Error(`it answered with status ${status}`))
  if (text === '') return { data: {} }
  return { status, data: jsonOf(text) }
}

function refusal({ statusCode = 0, headers }: IncomingMessage, text: string): ApiError {
  const note = `The service behind this path answered with status ${statusCode}`
  const isJson = /[/+]json\b/i.test(headers['content-type'] ?? '')
  return new ApiError(codes[statusCode] ?? 'VALIDATION_ERROR', note, {
    details: { upstream: { _errors: [note], ...(isJson && { answer: jsonOf(text) }) } },
    headers: {
      ...(headers['retry-after'] && { 'Retry-After': headers['retry-after'] }),
      ...(headers.allow && { Allow: headers.allow }),
    },
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unavailable(cause)
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxWrappedBytes) throw new Error(`it answered with more than ${maxWrappedBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unavailable(cause)
  }
  return Buffer.concat(chunks).toString()
}
