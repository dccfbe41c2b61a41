import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { App } from '../gateway/host/express-gateway.js'

/** A request to an application, without a network. */
export interface TrialRequest {
  method: string
  /** Path and query. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Of the client. */
  address: string
}

/** What the client would get. */
export interface TrialResponse {
  status: number
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** A connection that goes nowhere: the response is read where it is written. */
class NoSocket extends Socket {
  constructor(address: string) {
    super()
    Object.defineProperty(this, 'remoteAddress', { value: address })
  }

  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done()
  }

  override _writev(_chunks: unknown, done: () => void): void {
    done()
  }

  override _read(): void {}
}

/** The chunks that are written to a response. */
function writtenTo(res: ServerResponse): Buffer[] {
  const chunks: Buffer[] = []
  for (const name of ['write', 'end'] as const) {
    const own = res[name].bind(res) as (...given: unknown[]) => never
    res[name] = (...given: unknown[]) => {
      const [chunk] = given
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
      return own(...given)
    }
  }
  return chunks
}

/**
 * Passes a request to an application, as Node's server would, and returns its whole response.
 * @param req Made by `incoming`.
 */
export function exchange(app: App, req: IncomingMessage): Promise<TrialResponse> {
  const res = new ServerResponse(req)
  const chunks = writtenTo(res)
  return new Promise((resolve) => {
    res.assignSocket(req.socket)
    const end = () => {
      resolve({
        status: res.statusCode,
        headers: res.getHeaders(),
        body: Buffer.concat(chunks),
      })
      req.socket.destroy()
    }
    // Node's server ends both so after the last byte
    res.once('finish', () => {
      res.detachSocket(req.socket)
      res.destroy()
      res.emit('close')
      end()
    })
    req.socket.once('close', () => res.writableFinished || end())
    app(req, res)
  })
}

/** A request as the application sees it. */
export function incoming({ method, url, headers, body, address }: TrialRequest): IncomingMessage {
  const req = new IncomingMessage(new NoSocket(address))
  const all = Object.entries({
    host: 'directory.example.org',
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  })
  Object.assign(req, { method, url, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  for (const [name, value] of all) {
    req.headers[name.toLowerCase()] = value
    req.rawHeaders.push(name, value)
  }
  if (body !== '') req.push(body)
  req.push(null)
  req.complete = true
  return req
}
