import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import proxyAddr from 'proxy-addr'
import { plainAddress } from '../../kit/address.js'
import { parseJsonObject, readBody, tooLarge } from '../../kit/body.js'
import { sendError, sendResult } from '../../kit/envelope.js'
import { ApiError, toApiError, validationError } from '../../kit/errors.js'
import { edgeLimits, serve } from '../../kit/http/edge.js'
import { openPort, type Place } from '../../kit/http/port.js'
import { log } from '../../kit/log.js'
import { checkFields } from './fields.js'
import { type Call, type Route, routerOf } from './router.js'

/** Greatest body, as in the gateway's YAML for these calls. */
const maxBodyBytes = 16_384
/** Longer than the gateway keeps its idle connections, so that it closes them first. */
const keepAliveTimeout = 75_000
/** How long requests in flight may take when the service stops (DESIGN 6). */
const drainMs = 10_000

export interface Listener {
  url: string
  /** Serves what has been sent, 10 s at most. */
  close(): Promise<void>
}

/** Says whether an address, `hops` away, may be believed about who is behind it. */
export type Trust = (address: string, hops: number) => boolean

/**
 * Serves a table of routes; every answer is the envelope.
 * @throws Error as `openPort`.
 */
export async function listen(
  routes: readonly Route[],
  { place, trust }: { place: Place; trust: Trust },
): Promise<Listener> {
  const find = routerOf(routes)
  const server = createServer({ ...edgeLimits, keepAliveTimeout })
  const drain = serve(server, (req, res) => void answer(req, res))
  const url = await openPort(server, place)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const peerIsTrusted = trust(req.socket.remoteAddress ?? '', 0)
    const requestId = requestIdOf(req, peerIsTrusted)
    try {
      const [path = '', query = ''] = splitOnce(req.url ?? '', '?')
      const { route, params } = find(req.method ?? '', path)
      checkAnnouncedBody(req, route)
      const address = plainAddress(proxyAddr(req, trust))
      const call: Call = {
        req,
        requestId,
        address,
        params,
        query: new URLSearchParams(query),
        body: async (schema) => {
          const text = await readBody(req, maxBodyBytes)
          return checkFields(schema, text === '' && route.body === 'optional' ? {} : parseJsonObject(text))
        },
      }
      const result = await route.handle(call)
      sendResult(res, result, requestId)
    } catch (thrown) {
      if (res.headersSent) return // it took too long: the draining has answered
      const error = toApiError(thrown)
      if (error.code === 'INTERNAL_ERROR') log.error({ requestId, err: error.cause }, 'a request failed')
      sendError(res, error, requestId)
    }
  }

  return { url, close: () => drain(drainMs) }
}

/** Content type and announced length are judged before the credential, as the gateway does (DESIGN 3). */
function checkAnnouncedBody(req: IncomingMessage, { body }: Route): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked, 'content-type': type } = req.headers
  const hasBody = chunked !== undefined || Number(length) > 0
  if (body === undefined || (body === 'optional' && !hasBody)) return
  if (!hasBody && type === undefined) throw validationError({ body: ['Send a JSON object as the request body'] })
  const plain = /^application\/json *(; *charset="?utf-8"? *)?$/i.test(type ?? '')
  if (!plain || (req.headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send Content-Type: application/json without Content-Encoding')
  }
  if (Number(length) > maxBodyBytes) throw tooLarge(maxBodyBytes)
}

function requestIdOf(req: IncomingMessage, peerIsTrusted: boolean): string {
  const given = req.headers['x-request-id']
  return peerIsTrusted && typeof given === 'string' && /^[A-Za-z0-9._-]{8,128}$/.test(given) ? given : randomUUID()
}

function splitOnce(text: string, at: string): string[] {
  const i = text.indexOf(at)
  return i < 0 ? [text] : [text.slice(0, i), text.slice(i + 1)]
}
