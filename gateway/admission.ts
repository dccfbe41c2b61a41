import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { countedAddress, plainAddress } from '../kit/address.js'
import { sendError } from '../kit/envelope.js'
import { ApiError } from '../kit/errors.js'
import { countEarly } from '../kit/http/refusals.js'
import { Turns } from '../kit/turns.js'

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
 * each; everybody else, such as those who log in or bring a credential that nobody has judged yet, in a line per address.
 */
export class Admission {
  readonly #callers = new Turns()
  readonly #strangers = new Turns()
  readonly #newcomers = new Turns(0) // what one sends is parsed later, so that its time is not seen
  readonly #known = new LRUCache<string, true>({ max: maxKnown })
  readonly #addressOf: (req: IncomingMessage) => string

  /** @param addressOf Tells the address of a client, behind trusted proxies too. */
  constructor(addressOf: (req: IncomingMessage) => string) {
    this.#addressOf = addressOf
  }

  /**
   * Reads from a new connection now or soon: Node parses a whole packet at once, thousands of small requests if need be, and
   * those of many new connections without a break. Until then they wait in the kernel.
   */
  meet(socket: Socket): void {
    const address = countedAddress(plainAddress(socket.remoteAddress ?? ''))
    if (!inTurn(this.#newcomers, address, socket, () => socket.resume())) socket.pause()
  }

  /** Begins a request now or soon, or refuses it with OVERLOADED. One whose caller has hung up is never begun. */
  admit(req: IncomingMessage, res: ServerResponse, begin: () => void): void {
    const credential = writtenCredential(req)
    const isKnown = credential !== undefined && this.#known.get(credential) === true
    if (isKnown) enter(this.#callers, credential, res, begin)
    else {
      if (credential !== undefined) this.#learn(credential, res)
      enter(this.#strangers, countedAddress(this.#addressOf(req)), res, begin)
    }
  }

  /** A credential with which a request succeeded is good, as far as turns go: it is judged anew with each request. */
  #learn(credential: string, res: ServerResponse): void {
    res.once('finish', () => {
      if (res.statusCode < 300) this.#known.set(credential, true)
    })
  }
}

function enter(turns: Turns, line: string, res: ServerResponse, begin: () => void): void {
  const isFull = turns.waiting >= maxWaiting || turns.waitingOf(line) >= maxWaitingPerLine
  if (isFull || turns.delayOf(line) > patienceMs) {
    countEarly([overloaded.code])
    sendError(res, overloaded, randomUUID()) // the connection is kept: to make it anew would cost more than the refusal
    return
  }
  inTurn(turns, line, res, begin)
}

/** Begins at once or in turn; what closes before that leaves its line. @returns whether it has begun. */
function inTurn(turns: Turns, line: string, one: Socket | ServerResponse, begin: () => void): boolean {
  let leave: (() => void) | undefined
  leave = turns.take(line, () => {
    if (leave) one.off('close', leave)
    begin()
  })
  if (leave) one.once('close', leave)
  return leave === undefined
}

/** The credential as it is written, be it good or bad, as the name of a line (docs/api.md, Credentials). */
function writtenCredential({ headers, url }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': key } = headers
  return authorization ?? (key as string | undefined) ?? /[?&]api_key=([^&]*)/.exec(url!)?.[1]
}
