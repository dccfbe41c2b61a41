import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../kit/api/errors.js'
import { refuse, refuseSocket } from '../kit/http/refusals.js'
import type { TurnQueue } from './fair-queue.js'

/**
 * Bytes of all connections that have been read and wait. Per connection this is
 * one packet of at most 64 KB, and the same again that Node may read before it stops.
 */
const maxHeldBytes = 16 * 1024 * 1024

/**
 * A pipelined request begins this long after the answer before it, in milliseconds: a flood on a
 * few connections would take a whole processor, and ordinary clients do not pipeline.
 */
const pipelinePauseMs = 10

/** What all connections of a server share. */
export interface Shared {
  /**
   * A few packets are parsed in each turn of the event loop, the addresses in turn: the requests of
   * two thousand connections of one client arrive in one turn, and would all be parsed before the
   * next request of another client. Which client a trusted proxy's packet is from is only known
   * when it is parsed: admission puts those in turn.
   */
  readonly turns: TurnQueue
  /** Number of bytes that have been read and wait. */
  heldBytes: number
}

/** Passes bytes to Node's parser. */
type Parse = (bytes: Buffer) => void

/** Ends every request head and every chunked body; a body may also contain it. */
const endOfHead = Buffer.from('\n\r\n')
const empty = Buffer.alloc(0)

/**
 * A connection whose requests are parsed one at a time: the next one when the previous response has
 * been sent. The rest of a packet waits here, further data in the kernel.
 */
export class ClientConnection {
  readonly #socket: Socket
  readonly #address: string | undefined
  readonly #shared: Shared
  /** The last request taken, unless it is finished. */
  #latest: ServerResponse | undefined
  /** Its response has not been sent. */
  #isAnswering = false
  /** No further requests are taken. */
  #isLast = false
  #isRefused = false
  /** Its share of the bytes that wait. */
  #heldBytes = 0
  /** The turn of its next packet has come. */
  #hasTurn = false
  #leaveTurns: (() => void) | undefined
  /** Remaining bytes of the latest body, where its length is announced. */
  #bodyLeft = 0
  /** The last parsed bytes, where a packet ended within a head or a chunked body. */
  #lastBytes = empty

  /**
   * To be created when Node already listens to the socket.
   * @param address Whose turn its packets wait for; undefined for none.
   */
  constructor(socket: Socket, address: string | undefined, shared: Shared) {
    this.#socket = socket
    this.#address = address
    this.#shared = shared
    // Node removes its own listener at CONNECT and Upgrade: a reset would end the process
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#isLast = true
      this.#setHeldBytes(0)
      this.#leaveTurns?.()
    })
    // Node would parse each packet whole, even thousands of small requests, and no public API stops
    // it in between
    const [parse] = socket.listeners('data') as Parse[]
    if (parse) socket.off('data', parse).on('data', (bytes: Buffer) => this.#read(bytes, parse))
  }

  /**
   * Takes a request. @param isLast Whether its response is to be the last.
   * @returns whether it may begin.
   */
  take(res: ServerResponse, isLast: boolean): boolean {
    if (this.#isLast) return false
    if (this.#isAnswering) {
      this.#isLast = true // only heads that end in bare line feeds pass the parser together
      return false
    }
    this.#latest = res
    this.#isAnswering = true
    this.#bodyLeft = Number(res.req.headers['content-length'] ?? 0)
    if (isLast) this.endAfterLatest()
    res.once('finish', this.#next)
    return true
  }

  /**
   * Takes no further requests, and says so in the current response if its head has not been sent.
   */
  endAfterLatest(): void {
    if (!this.#latest || this.#latest.headersSent) return
    this.#latest.setHeader('Connection', 'close')
    this.#isLast = true
  }

  /** Refuses an invalid request, or the body of one, and closes the connection. */
  refuse(error: ApiError): void {
    if (this.#isRefused) return
    this.#isRefused = true
    if (this.#latest?.headersSent)
      this.#socket.destroySoon() // this request has its response
    else refuseSocket(this.#socket, error)
  }

  /** Answers the current request in place of the application, unless its response has begun. */
  giveUp(error: ApiError): void {
    if (this.#isAnswering && !this.#latest?.headersSent) refuse(this.#latest!, error)
  }

  /** Whether a complete request is being answered. */
  get #isBusy(): boolean {
    return this.#isAnswering && this.#latest!.req.complete
  }

  /** Whether nothing more is to be parsed: the parser may serve another connection by now. */
  get #isClosed(): boolean {
    return this.#isRefused || (this.#isLast && this.#latest?.req.complete !== false)
  }

  /** Parses one head or body after the other, until one must wait. */
  #read(bytes: Buffer, parse: Parse): void {
    this.#setHeldBytes(0)
    if (this.#isClosed) return
    const at = this.#takeTurn() ? this.#parse(bytes, parse) : 0
    if (at < bytes.length && !this.#isClosed) this.#hold(bytes.subarray(at))
  }

  /** @returns how many bytes have been parsed: the others wait for the answer. */
  #parse(bytes: Buffer, parse: Parse): number {
    let at = 0
    while (at < bytes.length && !this.#isClosed && !this.#isBusy && !this.#socket.isPaused()) {
      const end = this.#pieceEnd(bytes, at)
      parse(bytes.subarray(at, end))
      at = end
    }
    return at
  }

  /** Whether it is the turn of a packet; if not, it is read again then. */
  #takeTurn(): boolean {
    if (this.#address === undefined) return true
    if (this.#hasTurn || this.#shared.heldBytes > maxHeldBytes / 2) {
      this.#hasTurn = false
      return true
    }
    if (this.#leaveTurns) return false // it waits
    const listen = (leave?: () => void) => {
      this.#leaveTurns = leave
    }
    const read = () => {
      this.#hasTurn = true
      this.#socket.resume()
    }
    try {
      const turn = this.#shared.turns.enter(this.#address, { listen })
      turn?.then(read, read)
      return !turn
    } catch {
      return true // too many wait
    }
  }

  #hold(bytes: Buffer): void {
    this.#socket.pause().unshift(bytes)
    this.#setHeldBytes(bytes.length)
  }

  /**
   * Returns the end of a piece that does not extend past a head or a body. Node drops data behind a
   * request with `Upgrade`, and would read what comes after that as a request.
   */
  #pieceEnd(bytes: Buffer, at: number): number {
    if (this.#bodyLeft > 0) {
      const end = Math.min(bytes.length, at + this.#bodyLeft)
      this.#bodyLeft -= end - at
      return end
    }
    const tail = this.#lastBytes
    const all = tail.length > 0 ? Buffer.concat([tail, bytes.subarray(at)]) : bytes.subarray(at)
    const found = all.indexOf(endOfHead)
    this.#lastBytes = found >= 0 ? empty : Buffer.from(all.subarray(-2))
    return found < 0 ? bytes.length : at + found + endOfHead.length - tail.length
  }

  readonly #next = (): void => {
    this.#isAnswering = false
    if (this.#latest?.req.complete) this.#latest = undefined
    if (this.#isLast) this.#socket.destroySoon()
    else if (this.#heldBytes > 0) setTimeout(() => this.#socket.resume(), pipelinePauseMs)
  }

  #setHeldBytes(bytes: number): void {
    this.#shared.heldBytes += bytes - this.#heldBytes
    this.#heldBytes = bytes
    if (this.#shared.heldBytes > maxHeldBytes) this.#socket.destroy()
  }
}
