import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { ApiError } from '../kit/api/errors.js'
import { toVisitorId } from '../kit/credentials/plans.js'
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

/** How requests count for the turns of their owners. */
const charges = new WeakMap<IncomingMessage, (ms: number) => void>()

/**
 * Counts work of a request, besides what any has, for the turns of its owner: a request that takes
 * long delays those of its sender. @param ms In milliseconds.
 */
export function chargeRequest(req: IncomingMessage, ms: number): void {
  charges.get(req)?.(ms)
}

/** Who sends a request. */
export interface Senders {
  /** Returns the address of a client, also behind trusted proxies. */
  addressOf(req: IncomingMessage): string
  /** Whether its credential was found valid. */
  isKnown(req: IncomingMessage): boolean
}

/**
 * Begins requests in turn, so that a burst only delays its own sender. A credential that was valid
 * before has a queue of its own. All other requests are of visitors, who are one owner together,
 * each address with its share: an invented credential must not open a queue.
 */
export class Admission {
  readonly #queue = new TurnQueue()
  readonly #validCredentials = new LRUCache<string, true>(lruOptions(maxWaiting))
  readonly #senders: Senders

  constructor(senders: Senders) {
    this.#senders = senders
    queues.push(this.#queue)
  }

  /**
   * Begins a request now or soon, or refuses it. A request whose client has disconnected is never
   * begun.
   */
  admit(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
    const listen = (leave?: () => void) => void (leave && res.once('close', leave))
    try {
      const owner = this.#ownerOf(req, res)
      charges.set(req, (ms) => this.#queue.charge(owner, ms))
      const turn = this.#queue.enter(owner, { listen })
      if (turn) turn.then(begin, (error: ApiError) => refuse(res, error))
      else begin()
    } catch (error) {
      refuse(res, error as ApiError)
    }
  }

  #ownerOf(req: IncomingMessage, res: ServerResponse): string {
    const { addressOf, isKnown } = this.#senders
    const credential = rawCredential(req)
    if (credential !== undefined) {
      if (this.#validCredentials.get(credential)) return credential
      // for queueing only: each request is verified again
      res.once('finish', () => {
        if (isKnown(req)) this.#validCredentials.set(credential, true)
      })
    }
    return toVisitorId(countedAddress(addressOf(req)))
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
