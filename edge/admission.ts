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

/** Greatest number of requests that wait to be begun: in one line, and in all lines of callers or of strangers. */
const maxWaitingPerLine = 2000
const maxWaiting = 10_000

/**
 * When the first of a line has waited so long, what comes is refused at once: to begin it even later helps nobody. A thousand
 * at once of one caller must not come to it, on a slow machine neither.
 */
const patienceMs = 5000

/** Credentials that are remembered as good, the longest unused forgotten first. */
const maxKnown = 10_000

/** Made once: its stack trace would cost as much as all the rest of the answer. */
const overloaded = new ApiError('OVERLOADED', 'Too many requests at once. Try again shortly.')

/**
 * Begins requests in turn, so that a crowd holds up nobody but itself: callers whose credential was good before stand in a line
 * each; everybody else in two lines per address: those who bring no credential, such as those who log in, and those who bring
 * one that nobody has judged yet; and in two more those of them who send on without waiting for an answer, as only a crowd does:
 * they leave most of the time to others.
 */
export class Admission {
  readonly #company = new Contention()
  readonly #callers = new AdmissionQueue((line) => !this.#company.isAlone(line))
  readonly #strangers = new AdmissionQueue()
  readonly #known = new LRUCache<string, true>(lruOptions(maxKnown))
  readonly #addressOf: (req: IncomingMessage) => string

  /** @param addressOf Tells the address of a client, behind trusted proxies too. */
  constructor(addressOf: (req: IncomingMessage) => string) {
    this.#addressOf = addressOf
  }

  /**
   * Begins a request now or soon, or refuses it with OVERLOADED. One whose caller has hung up is never begun.
   * @param sender Its connection, which is told whose requests it sends.
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

  /** A credential with which a request succeeded is good, as far as turns go: it is judged anew with each request. */
  #learn(credential: string, res: ServerResponse): void {
    res.once('finish', () => {
      if (res.statusCode < 300) this.#known.set(credential, true)
    })
  }
}

/**
 * Lines of requests. While many are under way, whoever has one among them waits with the next, unless those that are under way
 * wait for somebody else and the process has time to spare.
 */
class AdmissionQueue {
  readonly #underWay = new InFlight()
  readonly #turns: LoopScheduler

  /** @param rests Whether a line with some under way leaves most of the time that is to spare to others. */
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
      sendError(res, overloaded, randomUUID()) // the connection is kept: to make it anew would cost more than the refusal
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

/** The credential as it is written, be it good or bad, as the name of a line (docs/api.md, Credentials). */
function writtenCredential({ headers, url }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key as string | undefined) ?? /[?&]api_key=([^&]*)/.exec(url!)?.[1]
}
