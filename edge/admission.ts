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
const maxWaitingPerLine = 2000
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
  readonly #company = new Contention()
  readonly #callers = new AdmissionQueue((line) => !this.#company.isAlone(line))
  readonly #strangers = new AdmissionQueue()
  readonly #known = new LRUCache<string, true>(lruOptions(maxKnown))
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
    const credential = writtenCredential(req)
    const isKnown = credential !== undefined && this.#known.get(credential) === true
    if (credential !== undefined && !isKnown) this.#learn(credential, res)
    sender.line = isKnown ? credential : this.#lineOfStrangers(req, credential !== undefined, sender.pipelines)
    sender.isLowPriority = !isKnown && sender.pipelines
    this.#company.note(sender.line)
    const door = isKnown ? this.#callers : this.#strangers
    door.admit(sender.line, res, begin)
  }

  #lineOfStrangers(req: IncomingMessage, hasCredential: boolean, pipelines: boolean): string {
    const address = countedAddress(this.#addressOf(req))
    const line = hasCredential ? `${address} with a credential` : address
    return pipelines ? `${line}, pipelined` : line
  }

  /**
   * A credential whose request succeeded counts as valid for queueing only: each request is
   * verified again.
   */
  #learn(credential: string, res: ServerResponse): void {
    res.once('finish', () => {
      if (res.statusCode < 300) this.#known.set(credential, true)
    })
  }
}

/**
 * Queues of requests. While many requests are in flight, an owner with one of them waits with the
 * next, unless those in flight wait for another service and the process has time to spare.
 */
class AdmissionQueue {
  readonly #underWay = new InFlight()
  readonly #turns: LoopScheduler

  /**
   * @param rests Whether a queue with requests in flight leaves most of the spare time to others.
   */
  constructor(rests: (line: string) => boolean = () => false) {
    const underWay = this.#underWay
    this.#turns = new LoopScheduler({
      mayBegin: (line, isQuiet) => isQuiet || !underWay.isFull(line),
      rests: (line) => underWay.isFull(line) && rests(line),
    })
  }

  admit(line: string, res: ServerResponse, begin: () => void): void {
    const turns = this.#turns
    const isFull = turns.waiting >= maxWaiting || turns.waitingOf(line) >= maxWaitingPerLine
    if (isFull || turns.delayOf(line) > patienceMs) {
      countEarly([overloaded.code])
      // the connection is kept: a new one would cost more than the refusal
      sendError(res, overloaded, randomUUID())
      return
    }
    let leave: (() => void) | undefined
    leave = turns.take(line, () => {
      if (leave) res.off('close', leave)
      this.#underWay.add(line, res)
      begin()
    })
    if (leave) res.once('close', leave)
  }
}

/** The credential as sent, valid or not, as the key of a queue (docs/api.md, Credentials). */
function writtenCredential({ headers, url }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key as string | undefined) ?? /[?&]api_key=([^&]*)/.exec(url!)?.[1]
}
