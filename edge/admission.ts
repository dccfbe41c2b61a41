import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ApiError } from '../kit/api/errors.js'
import { countedAddress } from '../kit/http/address.js'
import { countEarly } from '../kit/http/refusals.js'
import { sendError } from '../kit/http/send.js'
import { gauge } from '../kit/metrics/prometheus.js'
import { lruOptions } from '../kit/process/lru-options.js'
import { maxWaiting, TurnQueue } from './fair-queue.js'

/** Those of this process: one for each public listener. */
const queues: TurnQueue[] = []
gauge(
  {
    name: 'directory_admission_queue_length',
    help: 'Requests that wait for their turn before any pipeline.',
  },
  () => queues.reduce((sum, { waiting }) => sum + waiting, 0),
)

/**
 * Begins requests in turn, so that a burst only delays its own sender. A credential that was valid
 * before has a queue of its own; all other requests of an address share one, because an invented
 * credential must not open a queue.
 */
export class Admission {
  readonly #queue = new TurnQueue()
  readonly #validCredentials = new LRUCache<string, true>(lruOptions(maxWaiting))
  readonly #addressOf: (req: IncomingMessage) => string

  /** @param addressOf Returns the address of a client, also behind trusted proxies. */
  constructor(addressOf: (req: IncomingMessage) => string) {
    this.#addressOf = addressOf
    queues.push(this.#queue)
  }

  /**
   * Begins a request now or soon, or refuses it. A request whose client has disconnected is never
   * begun.
   */
  admit(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
    const listen = (leave?: () => void) => void (leave && res.once('close', leave))
    try {
      const turn = this.#queue.enter(this.#ownerOf(req, res), { listen })
      if (turn) turn.then(begin, (error: ApiError) => refuse(res, error))
      else begin()
    } catch (error) {
      refuse(res, error as ApiError)
    }
  }

  #ownerOf(req: IncomingMessage, res: ServerResponse): string {
    const credential = rawCredential(req)
    if (credential !== undefined) {
      if (this.#validCredentials.get(credential)) return credential
      // for queueing only: each request is verified again
      res.once('finish', () => {
        if (res.statusCode < 300) this.#validCredentials.set(credential, true)
      })
    }
    return countedAddress(this.#addressOf(req))
  }
}

/** Keeps the connection: a new one would cost more than the refusal. */
function refuse(res: ServerResponse, error: ApiError): void {
  if (res.destroyed) return
  countEarly([error.code])
  sendError(res, error, randomUUID())
}

/** The credential as sent, valid or not (docs/api.md, Credentials). */
function rawCredential({ headers, url }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key as string | undefined) ?? /[?&]api_key=([^&]*)/.exec(url!)?.[1]
}
