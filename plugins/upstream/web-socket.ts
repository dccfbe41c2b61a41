import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { validationError } from '../../kit/api/errors.js'
import { setHeaders } from './answer.js'

/** Asks a service for a WebSocket (RFC 6455), and tells the caller that there is one. */
export const upgradeHeaders = { connection: 'Upgrade', upgrade: 'websocket' } as const

/**
 * Whether a request asks for a WebSocket. Other protocols, such as h2c, are only offered, and go on
 * as HTTP/1.1.
 */
export function asksForWebSocket({ headers: { upgrade = '' } }: IncomingMessage): boolean {
  return /(^|[ ,])websocket($|[ ,/])/i.test(upgrade)
}

/**
 * A service would be asked without Upgrade, and refuse that in words of its own. A service that
 * takes an incomplete handshake would get all later bytes of a connection that its client, or a
 * proxy, still uses for requests.
 * @throws ApiError VALIDATION_ERROR for a WebSocket, where the step passes none on, with a body,
 *   which would be taken for the first of its bytes, or with an incomplete handshake.
 */
export function refuseWebSocket(req: IncomingMessage, isPassedOn: boolean): void {
  const remedy = isPassedOn
    ? findHandshakeFault(req)
    : 'WebSocket connections are not passed on: ask for an event stream (text/event-stream), or ' +
      'ask again from time to time'
  if (remedy) throw validationError({ upgrade: [remedy] })
}

/** What a handshake lacks (RFC 6455, 4.2.1); undefined for a complete one. */
function findHandshakeFault({ method, httpVersion, headers }: IncomingMessage) {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  const isPlain = method === 'GET' && encoding === undefined && Number(length) === 0
  if (!isPlain || httpVersion !== '1.1')
    return 'A WebSocket is asked for by a GET of HTTP/1.1 without a body'
  if (!/(^|,)\s*upgrade\s*(,|$)/i.test(headers.connection ?? ''))
    return 'A WebSocket is asked for with the header Connection: Upgrade'
  if (!/^[\w+/]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    return 'A WebSocket is asked for with a Sec-WebSocket-Key, 16 random bytes in base64'
  if (headers['sec-websocket-version'] !== '13')
    return 'A WebSocket is asked for with Sec-WebSocket-Version: 13'
  return undefined
}

/**
 * Joins the caller's connection with the service's, which has switched protocols. Resolves when
 * either is closed; the other one is closed then, too.
 * @param idleTimeoutMs Closes them when no byte has passed for so long.
 * @param signal Closes them.
 */
export async function joinWebSocket(
  answer: IncomingMessage,
  res: ServerResponse,
  headers: OutgoingHttpHeaders,
  { idleTimeoutMs = 0, signal }: { idleTimeoutMs?: number | undefined; signal: AbortSignal },
): Promise<void> {
  const [client, service] = [res.socket!, answer.socket]
  const end = () => {
    client.destroy()
    service.destroy()
  }
  // the edge, and behind it Node's parser: from here on these are no requests
  client.removeAllListeners('data')
  setHeaders(res, headers, answer)
  res.writeHead(101, upgradeHeaders).flushHeaders()
  for (const socket of [client, service]) socket.once('error', end).once('close', end)
  service.setTimeout(idleTimeoutMs, end)
  signal.addEventListener('abort', end)
  client.pipe(service).pipe(client)
  if (!service.destroyed) await once(service, 'close')
}
