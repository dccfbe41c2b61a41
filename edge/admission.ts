import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../kit/api/errors.js'
import { countedAddress } from '../kit/http/address.js'
import { countEarly } from '../kit/http/refusals.js'
import { sendError } from '../kit/http/send.js'
import { lruOptions } from '../kit/process/lru-options.js'
import type { Sender } from './connection.js'
import { Contention } from './contention.js'
import { InFlight } from './in-flight.js'
import { LoopScheduler } from './loop-scheduler.js'

/**
 * Maximum number of waiting requests: per queue, and in all queues of known or of unknown clients.
 */
const maxWaitingPerQueue = 2000
const maxWaiting = 10_000

/**
 * When the first request of a queue has waited this long, new ones are refused at once: starting
 * them even later helps no one. A burst of a thousand from one client must stay below it, even on a
 * slow machine.
 */
const patienceMs = 5000

/** Number of credentials remembered as valid (LRU). */
const maxKnown = 10_000

/** Created once: its stack trace would cost as much as the rest of the response. */
const overloaded = new ApiError('OVERLOADED', 'Too many requests at once. Try again shortly.')

/**
 * Starts requests in turn, so that a burst only delays its own sender. Clients whose credential was
 * valid before have a queue each. All others share two queues per address: one for requests without
 * a credential, such as logins, and one for credentials not yet verified. Two more low-priority
 * queues hold those of them that pipeline requests without waiting for a response, as only floods
 * do.
 */
export class Admission {
  readonly #contention = new Contention()
  readonly #knownClients = new AdmissionQueue((line) => !this.#contention.isAlone(line))
  readonly #unknownClients = new AdmissionQueue()
  readonly #validCredentials = new LRUCache<string, true>(lruOptions(maxKnown))
  readonly #addressOf: (req: IncomingMessage) => string

  /** @param addressOf Returns the address of a client, also behind trusted proxies. */
  constructor(addressOf: (req: IncomingMessage) => string) {
    this.#addressOf = addressOf
  }

  /**
   * Starts a request now or soon, or refuses it with OVERLOADED. A request whose client has
   * disconnected is never started.
   * @param sender Its connection, which learns whose requests it sends.
   */
  admit(req: IncomingMessage, res: ServerResponse, begin: () => void, sender: Sender): void {
    const credential = rawCredential(req)
    const isKnown = credential !== undefined && this.#validCredentials.get(credential) === true
    if (credential !== undefined && !isKnown) this.#rememberIfValid(credential, res)
    sender.line = isKnown
      ? credential
      : this.#queueOfUnknown(req, credential !== undefined, sender.pipelines)
    sender.isLowPriority = !isKnown && sender.pipelines
    this.#contention.note(sender.line)
    const queue = isKnown ? this.#knownClients : this.#unknownClients
    queue.admit(sender.line, res, begin)
  }

  #queueOfUnknown(req: IncomingMessage, hasCredential: boolean, pipelines: boolean): string {
    const address = countedAddress(this.#addressOf(req))
    const line = hasCredential ? `${address} with a credential` : address
    return pipelines ? `${line}, pipelined` : line
  }

  /**
   * A credential whose request succeeded counts as valid for queueing only: each request is
   * verified again.
   */
  #rememberIfValid(credential: string, res: ServerResponse): void {
    res.once('finish', () => {
      if (res.statusCode < 300) this.#validCredentials.set(credential, true)
    })
  }
}

/**
 * Queues of requests. While many requests are in flight, an owner with one of them waits with the
 * next, unless those in flight wait for another service and the process has time to spare.
 */
class AdmissionQueue {
  readonly #inFlight = new InFlight()
  readonly #scheduler: LoopScheduler

  /**
   * @param rests Whether a queue with requests in flight leaves most of the spare time to others.
   */
  constructor(rests: (line: string) => boolean = () => false) {
    const inFlight = this.#inFlight
    this.#scheduler = new LoopScheduler({
      mayBegin: (line, isQuiet) => isQuiet || !inFlight.isFull(line),
      rests: (line) => inFlight.isFull(line) && rests(line),
    })
  }

  admit(line: string, res: ServerResponse, begin: () => void): void {
    const scheduler = this.#scheduler
    const isFull =
      scheduler.waiting >= maxWaiting || scheduler.waitingOf(line) >= maxWaitingPerQueue
    if (isFull || scheduler.delayOf(line) > patienceMs) {
      countEarly([overloaded.code])
      // the connection is kept: a new one would cost more than the refusal
      sendError(res, overloaded, randomUUID())
      return
    }
    let dequeue: (() => void) | undefined
    dequeue = scheduler.take(line, () => {
      if (dequeue) res.off('close', dequeue)
      this.#inFlight.add(line, res)
      begin()
    })
    if (dequeue) res.once('close', dequeue)
  }
}

/** The credential as sent, valid or not, as the key of a queue (docs/api.md, Credentials). */
function rawCredential({ headers, url }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key as string | undefined) ?? /[?&]api_key=([^&]*)/.exec(url!)?.[1]
}
