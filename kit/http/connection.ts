import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../errors.js'
import { refuse, refuseSocket } from './refusals.js'

/** Requests that may wait on one connection for the answers before them. */
const maxWaiting = 16

/**
 * Requests of all connections that Node has parsed and nobody has begun. It parses whole packets, thousands of small requests
 * at once, at about 4 KB each: so they hold 40 MB at most.
 */
const maxUnbegun = 10_000

/** How many requests of all connections are parsed and not begun. */
export interface Backlog {
  size: number
}

/** What waits for its turn: a request, or what is told instead of one. */
interface Waiting {
  res?: ServerResponse
  begin(): void
}

/**
 * A connection, whose requests are begun one at a time: the next when the answer before it has left. What a packet brought
 * beyond that waits here, the rest in the kernel; behind too many the connection is closed after the last that was taken,
 * which its answer tells (RFC 9112 9.3.2, 9.6). Nothing is begun once the caller has hung up.
 */
export class Connection {
  readonly socket: Socket
  readonly #backlog: Backlog
  readonly #waiting: Waiting[] = []
  /** What is being answered. */
  #current: ServerResponse | undefined
  /** What was taken last, answered or not. */
  #latest: ServerResponse | undefined
  /** Its share of the backlog. */
  #unbegun = 0
  /** Nothing more is taken. */
  #isLast = false
  #isCrowded = false
  #isRefused = false

  constructor(socket: Socket, backlog: Backlog) {
    this.socket = socket
    this.#backlog = backlog
    socket.on('error', () => undefined) // Node takes its own listener away at CONNECT and Upgrade: a reset would end the process
    socket.on('resume', () => this.#holdBack()) // Node resumes whenever a body is read
    socket.once('close', () => this.#forget())
  }

  /** Whether there has been a whole request head. */
  get isUsed(): boolean {
    return this.#latest !== undefined
  }

  /** What is being answered and has not been answered yet. */
  get unanswered(): ServerResponse | undefined {
    return this.#current?.headersSent === false ? this.#current : undefined
  }

  /** Begins a request when it is its turn. @param isLast Whether its answer is to be the last. */
  take(res: ServerResponse, begin: () => void, isLast: boolean): void {
    if (this.#isLast) {
      this.#countUnbegun()
      return
    }
    if (this.#waiting.length === maxWaiting) {
      this.#isCrowded = true
      this.endAfterLatest()
      this.#countUnbegun()
      return
    }
    this.#latest = res
    if (isLast) this.endAfterLatest()
    if (this.#current) this.#wait({ res, begin })
    else this.#begin({ res, begin })
  }

  /** Takes nothing more, and tells so with the latest answer, if it has not left yet. */
  endAfterLatest(): void {
    if (!this.#latest || this.#latest.headersSent) return
    this.#latest.setHeader('Connection', 'close')
    this.#isLast = true
  }

  /** Refuses what has arrived and is no request, in its turn and as the last; never beside another answer to the same. */
  refuse(refusal: ApiError): void {
    if (this.#isRefused) return // the parser complains about every further packet
    this.#isRefused = true
    const begin = () => refuseSocket(this.socket, refusal)
    if (this.#latest?.req.complete === false) {
      // the body of what was taken last
      this.#isLast = true
      if (this.#waiting.at(-1)?.res === this.#latest) this.#waiting.splice(-1, 1, { begin })
      else if (this.#latest.headersSent)
        this.socket.destroySoon() // this one has its answer
      else begin()
    } else if (!this.#isLast) {
      this.#isLast = true
      if (this.#current) this.#wait({ begin })
      else begin()
    }
  }

  /** Answers what is being answered in place of the application. */
  giveUp(error: ApiError): void {
    if (this.unanswered) refuse(this.unanswered, error)
  }

  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting)
    this.#countUnbegun()
    this.#holdBack()
  }

  #begin({ res, begin }: Waiting): void {
    this.#current = res
    res?.once('finish', this.#next)
    begin()
  }

  readonly #next = (): void => {
    this.#current = undefined
    if (!this.socket.writable) this.#forget() // it was the last answer, or the caller has hung up
    const next = this.#waiting.shift()
    if (next) {
      this.#countUnbegun(-1)
      this.#begin(next)
    }
    if (this.#waiting.length === 0 && this.socket.isPaused()) this.socket.resume()
  }

  /** Leaves in the kernel what has not been read. */
  #holdBack(): void {
    if (this.#waiting.length > 0 || this.#isCrowded) this.socket.pause()
  }

  #countUnbegun(change: 1 | -1 = 1): void {
    this.#unbegun += change
    this.#backlog.size += change
    if (this.#backlog.size > maxUnbegun) this.socket.destroy()
  }

  #forget(): void {
    this.#isLast = true
    this.#waiting.length = 0
    this.#backlog.size -= this.#unbegun
    this.#unbegun = 0
  }
}
