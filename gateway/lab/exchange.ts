import { type IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type App, expressClasses } from '../host/express-gateway.js'

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

/** Makes the requests of an application, and its responses, of which nothing is sent. */
export interface Exchange {
  /**
   * A request as the application sees it. @param onRead Called in place of a body, which nobody
   * knows, when something begins to read it.
   */
  incoming(request: TrialRequest, onRead?: () => void): IncomingMessage
  /** Passes it to the application, as Node's server would, and returns its whole response. */
  exchange(req: IncomingMessage): Promise<TrialResponse>
}

/** A connection that goes nowhere. */
class NoSocket extends Socket {
  constructor(address: string) {
    super()
    Object.defineProperty(this, 'remoteAddress', { value: address })
  }
}

/** Responses that are read where they are written: they have no connection. */
const heldResponses = () =>
  class HeldResponse extends ServerResponse {
    readonly chunks: Buffer[] = []

    constructor(req: IncomingMessage) {
      super(req)
      this.setMaxListeners(0)
    }

    override write(chunk: unknown, ...others: unknown[]): boolean {
      if (!this.headersSent) this.writeHead(this.statusCode)
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        this.chunks.push(Buffer.from(chunk))
      const done = others.find((one) => typeof one === 'function') as (() => void) | undefined
      if (done) process.nextTick(done)
      return true
    }

    override end(...given: unknown[]): this {
      if (this.finished) return this
      const [chunk] = given
      this.write(typeof chunk === 'function' ? undefined : chunk, ...given)
      this.finished = true
      process.nextTick(() => {
        this.emit('finish')
        this.destroy()
      })
      return this
    }

    override destroy(): this {
      if (this.destroyed) return this
      this.destroyed = true
      this.emit('close')
      return this
    }
  }

/** What is exchanged with an application. */
export function makeExchange(app: App): Exchange {
  const { Request, Response } = expressClasses(app, heldResponses())
  let socket = new NoSocket('')
  return {
    incoming({ method, url, headers, body, address }, onRead) {
      if (socket.destroyed || socket.remoteAddress !== address) socket = new NoSocket(address)
      const req = new Request(socket)
      const length = body !== '' && { 'content-length': String(Buffer.byteLength(body)) }
      const all = { host: 'directory.example.org', ...length, ...headers }
      const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 }
      Object.assign(req, { method, url, ...version })
      for (const [name, value] of Object.entries(all)) {
        req.headers[name.toLowerCase()] = value
        req.rawHeaders.push(name, value)
      }
      if (onRead) req._read = onRead
      else {
        if (body !== '') req.push(body)
        req.push(null)
        req.complete = true
      }
      return req
    },
    exchange(req) {
      const res = new Response(req)
      return new Promise((resolve) => {
        res.once('close', () =>
          resolve({
            ...{ status: res.statusCode, headers: res.getHeaders() },
            body: Buffer.concat(res.chunks),
          }),
        )
        app(req, res)
      })
    },
  }
}
