import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { internalCalls } from '../../kit/api/internal-api.js'
import type { TrialCallers } from './callers.js'

/** What a service behind the gateway says. */
export type ServiceAnswer = 'away' | { status?: number; headers?: object; body?: unknown }

/** A request that a service behind the gateway got. */
export interface SentUpstream {
  /** Its name under `serviceEndpoints`. */
  service: string
  method: string
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Listens on loopback in place of the services of a configuration, and keeps what they get. */
export class ServiceDoubles {
  readonly sent: SentUpstream[] = []
  #answer: ServiceAnswer = {}
  #isAuthAway = false

  forget(answer: ServiceAnswer, isAuthAway: boolean): void {
    this.sent.length = 0
    this.#answer = answer
    this.#isAuthAway = isAuthAway
  }

  /** The internal listener of the auth service. @returns its URL. */
  authService(callers: TrialCallers): Promise<string> {
    return this.#listen(async (req, res) => {
      const { pathname, searchParams } = new URL(req.url!, 'http://auth')
      const answer = (data: object) => res.end(JSON.stringify({ data }))
      if (pathname === internalCalls.publicKeys.path) answer(callers.publicKeys)
      else if (pathname === internalCalls.changes.path) {
        const [keys, sessions, users, signingKeys] = [[], [], [], []]
        const isFirst = !searchParams.has('since')
        const page = { cursor: '1', asOf: Date.now(), full: isFirst, keys, sessions, users }
        if (isFirst) answer({ ...page, signingKeys })
        else {
          const wait = setTimeout(
            () => answer({ ...page, asOf: Date.now(), signingKeys }),
            Number(searchParams.get('waitMs')),
          )
          wait.unref()
        }
      } else if (this.#isAuthAway) res.destroy()
      else answer(await callers.verify(JSON.parse(await text(req))))
    })
  }

  /** A service behind the gateway. @returns its URL. */
  upstream(service: string): Promise<string> {
    return this.#listen(async (req, res) => {
      const body = await text(req)
      const { method = '', url: path = '', headers } = req
      this.sent.push({ service, method, path, headers, body })
      if (this.#answer === 'away') return void res.destroy()
      const { status = 200, headers: own = {}, body: answered = { data: {} } } = this.#answer
      res.writeHead(status, { 'content-type': 'application/json', ...own })
      res.end(typeof answered === 'string' ? answered : JSON.stringify(answered))
    })
  }

  async #listen(listener: Listener): Promise<string> {
    const server = createServer((req, res) => {
      listener(req, res).catch(() => res.destroy()) // the gateway broke off
    }).listen(0, '127.0.0.1')
    server.unref()
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}

type Listener = (...call: Parameters<RequestListener>) => Promise<unknown>
