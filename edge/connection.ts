import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../kit/api/errors.js'
import { refuse, refuseSocket } from '../kit/http/refusals.js'
import { releaseBuffers } from '../kit/http/release-buffers.js'
import { LoopScheduler } from './loop-scheduler.js'
import { noteArrival, noteConnection, scheduleRead } from './read-scheduler.js'

/**
 * Bytes of all connections that have been read and wait behind a request. Per connection this is
 * one packet of at most 64 KB, and the same again that Node may read before it stops.
 */
const maxHeldBytes = 16 * 1024 * 1024

/** While more bytes than this wait, new data is parsed at once: others may be waiting for it. */
const maxDeferredBytes = maxHeldBytes / 2

/** Number of bytes of all connections that have been read and wait. */
export interface Backlog {
  bytes: number
}

/** What waits for its turn: a request, or the error response in place of one. */
interface PendingRequest {
  res?: ServerResponse
  begin(): void
}

/** Passes bytes to Node's parser. */
type Parse = (bytes: Buffer) => void

/** Invalid requests are refused a few at a time, so that a flood of them delays no one else. */
const refusals = new LoopScheduler()

/** Ends every request head and every chunked body; a body may also contain it. */
const endOfHead = Buffer.from('\n\r\n')
const empty = Buffer.alloc(0)

/** What a request handler knows about the connection and sets on it. */
export interface Sender {
  /** Whether it has ever sent a request before the previous one was answered. */
  readonly pipelines: boolean
  /**
   * The queue in which it waits under load; undefined until the handler knows whose requests it
   * sends.
   */
  line: string | undefined
  /** Whether its queue has low priority; set by the handler. */
  isLowPriority: boolean
}

/**
 * A connection whose requests are parsed and started one at a time: the next one when the previous
 * response has been sent. The rest of a packet waits here, further data in the kernel. Nothing is
 * started after the client has disconnected.
 */
export class ClientConnection implements Sender {
  readonly socket: Socket
  line: string | undefined
  isLowPriority = false
  readonly #backlog: Backlog
  /** What starts after the current response. */
  readonly #waiting: PendingRequest[] = []
  /** The request being answered. */
  #current: ServerResponse | undefined
  /**
   * The last request taken, unless it is finished: all that it references would grow old on each
   * connection that is kept.
   */
  #lastTaken: ServerResponse | undefined
  /** Its share of the backlog. */
  #heldBytes = 0
  /** Remaining bytes of the latest body, where its length is announced. */
  #bodyLeft = 0
  /** The last parsed bytes, where a packet ended within a head or a chunked body. */
  #lastBytes = empty
  /** Removes it from the read queue while it waits there. */
  #dequeue: (() => void) | undefined
  /** It is its turn: data read now is parsed. */
  #hasTurn = false
  /** No further requests are taken. */
  #isLast = false
  #isRefused = false
  #pipelines = false
  #hasAnswered = false
  /** Nothing has arrived since the last response was sent. */
  #isQuiet = true

  /** To be created when Node already listens to the socket. */
  constructor(socket: Socket, backlog: Backlog) {
    this.socket = socket
    this.#backlog = backlog
    noteConnection()
    // Node removes its own listener at CONNECT and Upgrade: a reset would end the process
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#release()
      if (socket.readableLength > 0) releaseBuffers([...unread(socket)])
    })
    // Node would parse each packet whole, even thousands of small requests, and no public API stops
    // it in between
    const [parse] = socket.listeners('data') as Parse[]
    if (parse) socket.off('data', parse).on('data', (bytes: Buffer) => this.#read(bytes, parse))
  }

  /**
   * Whether no part of an unanswered request has arrived. For TLS, ask the encrypted connection.
   */
  get isIdle(): boolean {
    return (
      this.#isQuiet &&
      (this.#lastTaken
        ? this.#lastTaken.req.complete
        : this.#hasAnswered || this.socket.bytesRead === 0)
    )
  }

  /** The current request, if no response to it has started. */
  get unanswered(): ServerResponse | undefined {
    return this.#current?.headersSent === false ? this.#current : undefined
  }

  get pipelines(): boolean {
    return this.#pipelines
  }

  /** Starts a request when it is its turn. @param isLast Whether its response is to be the last. */
  take(res: ServerResponse, begin: () => void, isLast: boolean): void {
    if (this.#isLast) return
    this.#lastTaken = res
    this.#bodyLeft = Number(res.req.headers['content-length'] ?? 0)
    if (isLast) this.endAfterLatest()
    if (this.#current) {
      this.#pipelines = true
      this.#waiting.push({ res, begin })
    } else this.#begin({ res, begin })
  }

  /**
   * Takes no further requests, and says so in the current response if its head has not been sent.
   */
  endAfterLatest(): void {
    if (!this.#lastTaken || this.#lastTaken.headersSent) return
    this.#lastTaken.setHeader('Connection', 'close')
    this.#isLast = true
  }

  /**
   * Refuses an invalid request, in its turn and as the last one; never in addition to another
   * response to the same request.
   */
  refuse(refusal: ApiError): void {
    if (this.#isRefused) return
    this.#isRefused = true
    const begin = () => void refusals.take('', () => refuseSocket(this.socket, refusal))
    if (this.#lastTaken?.req.complete === false) {
      // the body of the last request taken
      this.#isLast = true
      if (this.#waiting.at(-1)?.res === this.#lastTaken) this.#waiting.splice(-1, 1, { begin })
      else if (this.#lastTaken.headersSent)
        this.socket.destroySoon() // this one has its response
      else begin()
    } else if (!this.#isLast) {
      this.#isLast = true
      if (this.#current) this.#waiting.push({ begin })
      else begin()
    }
  }

  /** Answers the current request in place of the application. */
  giveUp(error: ApiError): void {
    if (this.unanswered) refuse(this.unanswered, error)
  }

  /** Whether a complete request is being answered, or waits. */
  get #isBusy(): boolean {
    return this.#current?.req.complete === true || this.#waiting.length > 0
  }

  /** Whether nothing more is to be parsed: the parser may serve another connection by now. */
  get #isClosed(): boolean {
    return this.#isRefused || (this.#isLast && this.#lastTaken?.req.complete !== false)
  }

  /** Parses new data: now, or in one of the next turns under load. */
  #read(bytes: Buffer, parse: Parse): void {
    this.#isQuiet = false
    noteArrival(this.line)
    if (this.#hasTurn || this.#isBusy || this.#backlog.bytes > maxDeferredBytes)
      this.#parse(bytes, parse)
    else if (this.#dequeue)
      this.#putBack(bytes) // Node had resumed it, for more of a body
    else {
      this.#dequeue = scheduleRead(this, () =>
        this.#dequeue ? this.#readInTurn() : this.#parse(bytes, parse),
      )
      if (this.#dequeue) this.#putBack(bytes)
    }
  }

  #readInTurn(): void {
    this.#dequeue = undefined
    this.#hasTurn = true
    this.socket.resume().read()
    this.#hasTurn = false
  }

  /** Parses one head or body after the other, until one must wait. */
  #parse(bytes: Buffer, parse: Parse): void {
    this.#setHeldBytes(0)
    for (let at = 0; at < bytes.length && !this.#isClosed; ) {
      if (this.#isBusy || this.socket.isPaused()) {
        this.#pipelines ||= this.#isBusy
        this.#putBack(bytes.subarray(at))
        return
      }
      const end = this.#pieceEnd(bytes, at)
      parse(bytes.subarray(at, end))
      at = end
    }
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
    this.#lastBytes = empty
    if (tail.length > 0) {
      const end = Buffer.concat([tail, bytes.subarray(at, at + 2)]).indexOf(endOfHead)
      if (end >= 0) return at + end + endOfHead.length - tail.length
    }
    const end = bytes.indexOf(endOfHead, at)
    if (end >= 0) return end + endOfHead.length
    this.#lastBytes = Buffer.concat([
      tail,
      bytes.subarray(Math.max(at, bytes.length - 2)),
    ]).subarray(-2)
    return bytes.length
  }

  #begin({ res, begin }: PendingRequest): void {
    this.#current = res
    res?.once('finish', this.#next)
    begin()
  }

  readonly #next = (): void => {
    this.#hasAnswered = true
    if (this.#lastTaken === this.#current && this.#lastTaken?.req.complete)
      this.#lastTaken = undefined
    this.#current = undefined
    // it was the last response, or the client has disconnected
    if (!this.socket.writable) this.#release()
    const next = this.#waiting.shift()
    if (next) this.#begin(next)
    else this.#isQuiet = this.#heldBytes === 0
    if (this.#heldBytes > 0) this.socket.resume()
  }

  #putBack(bytes: Buffer): void {
    this.socket.pause().unshift(bytes)
    this.#setHeldBytes(bytes.length)
  }

  #setHeldBytes(bytes: number): void {
    this.#backlog.bytes += bytes - this.#heldBytes
    this.#heldBytes = bytes
    if (this.#backlog.bytes > maxHeldBytes) this.socket.destroy()
  }

  #release(): void {
    this.#isLast = true
    this.#waiting.length = 0
    this.#dequeue?.()
    this.#dequeue = undefined
    this.#setHeldBytes(0)
  }
}

/** Unused data of a closed connection as it was read: Node's parser passes on copies of bodies. */
function* unread(socket: Socket): Iterable<Buffer> {
  socket.resume() // while paused, it would return all of it in one new piece
  for (let bytes = socket.read(); bytes; bytes = socket.read()) yield bytes
}
