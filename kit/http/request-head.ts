import type { IncomingMessage } from 'node:http'
import { ApiError } from '../api/errors.js'
import { headersTooLarge, malformed, maxHeaders, maxUrlBytes, urlTooLong } from './refusals.js'
import { isHost, toOriginForm } from './target.js'

/** What is wrong with a request head that Node's parser accepted, or undefined. */
export function findHeadProblem(req: IncomingMessage): ApiError | undefined {
  if (req.httpVersionMajor !== 1) return malformed('The request must be HTTP/1.1')
  if (req.url!.length > maxUrlBytes) return urlTooLong()
  if (req.rawHeaders.length > 2 * maxHeaders) return headersTooLarge()
  return findHostProblem(req) ?? findFramingProblem(req)
}

/**
 * RFC 9112 6.1: an unknown transfer coding, or one in HTTP/1.0, leaves the end of the body
 * ambiguous.
 */
function findFramingProblem({ headers, httpVersionMinor }: IncomingMessage): ApiError | undefined {
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  if (httpVersionMinor === 0) return malformed('Transfer-Encoding needs HTTP/1.1')
  // Node 24 refuses it itself
  if (coding === '') return malformed('Transfer-Encoding must not be empty')
  if (coding.toLowerCase() === 'chunked') return undefined
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Transfer-Encoding must be chunked, alone')
}

/**
 * RFC 9112 3.2: HTTP/1.1 requires one Host header; two are an attack on caches and routers, as is
 * an invalid host.
 */
function findHostProblem(req: IncomingMessage): ApiError | undefined {
  const { rawHeaders, httpVersionMinor } = req
  const hosts: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 4 && rawHeaders[i]!.toLowerCase() === 'host')
      hosts.push(rawHeaders[i + 1]!)
  }
  if (hosts.length > 1 || (hosts.length === 0 && httpVersionMinor > 0)) {
    return malformed('The request must have one Host header')
  }
  if (!hosts.every(isHost))
    return malformed('The Host header must be a host name or address, with or without a port')
  return toOriginForm(req)
    ? undefined
    : malformed('The request target must name a host, such as http://host/path')
}
