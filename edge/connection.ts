import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiError } from '../kit/api/errors.js'
import { refuse, refuseSocket } from '../kit/http/refusals.js'
import { releaseBuffers } from '../kit/http/release-buffers.js'
import { LoopScheduler } from './loop-scheduler.js'
import { noteArrival, noteConnection, scheduleRead } from './read-scheduler.js'

/**
 * Bytes of all connections that have been read and wait behind a request. Of a connection they are a packet, 64 KB at most,
 * and as much again that Node may read before it stops.
 */
const maxHeldBytes = 16 * 1024 * 1024

/** While more bytes than this wait, what comes is parsed at once: it may be what others wait for. */
const maxDeferredBytes = maxHeldBytes / 2

/** How many bytes of all connections have been read and wait. */
export interface Backlog {
  bytes: number
}

/** What waits for its turn: a request, or what is told instead of one. */
interface PendingRequest {
  res?: ServerResponse
  begin(): void
}

/** Hands bytes to Node's parser. */
type Parse = (bytes: Buffer) => void

/** What is no request is refused a few at a time, so that a crowd of it holds up nobody else. */
const refusals = new LoopScheduler()

/** Every request head and every chunked body ends with it; a body may hold it inside, too. */
const endOfHead = Buffer.from('\n\r\n')
const nothing = Buffer.alloc(0)

/** What a handler of requests learns of their connection, and tells of it. */
export interface Sender {
  /** Whether it has ever sent a request before the one before it was answered. */
  readonly pipelines: boolean
  /** The line in which it waits when much comes at once; nothing until the handler knows whose requests it sends. */
  line: string | undefined
  /** Whether its line leaves most of the time to others, if there are any; the handler tells. */
  isLowPriority: boolean
}

/**
 * A connection, whose requests are parsed and begun one at a time: the next when the answer before it has left. What a packet
 * brought beyond that waits here, the rest in the kernel. Nothing is begun once the caller has hung up.
 */
export class ClientConnection implements Sender {
  readonly socket: Socket
  line: string | undefined
  isLowPriority = false
  readonly #backlog: Backlog
  /** What begins after the current answer. */
  readonly #waiting: PendingRequest[] = []
  /** What is being answered. */
  #current: ServerResponse | undefined
  /** What was taken last, unless it is over: with all that hangs on it, it would grow old on each connection that is kept. */
  #latest: ServerResponse | undefined
  /** Its share of the backlog. */
  #held = 0
  /** Bytes of the latest body that are still to come, where its length is announced. */
  #bodyLeft = 0
  /** The last bytes that were parsed, where a packet ended within a head or a chunked body. */
  #tail = nothing
  /** Takes it out of the line of arrivals, while it stands there. */
  #leave: (() => void) | undefined
  /** Its turn has come: what is read now is parsed. */
  #isDue = false
  /** Nothing more is taken. */
  #isLast = false
  #isRefused = false
  #pipelines = false
  #hasAnswered = false
  /** Nothing has come since the last answer has left. */
  #isQuiet = true

  /** To be made when Node listens to the socket already. */
  constructor(socket: Socket, backlog: Backlog) {
    this.socket = socket
    this.#backlog = backlog
    noteConnection()
    socket.on('error', () => undefined) // Node takes its own listener away at CONNECT and Upgrade: a reset would end the process
    socket.once('close', () => {
      this.#forget()
      if (socket.readableLength > 0) releaseBuffers([...unread(socket)])
    })
    // Node would parse each packet whole, thousands of small requests if need be, and nothing public stops it in between
    const [parse] = socket.listeners('data') as Parse[]
    if (parse) socket.off('data', parse).on('data', (bytes: Buffer) => this.#read(bytes, parse))
  }

  /** Whether nothing of a request has come that is not answered. Of a TLS connection the encrypted one tells it. */
  get isIdle(): boolean {
    return (
      this.#isQuiet && (this.#latest ? this.#latest.req.complete : this.#hasAnswered || this.socket.bytesRead === 0)
    )
  }

  /** What is being answered and has not been answered yet. */
  get unanswered(): ServerResponse | undefined {
    return this.#current?.headersSent === false ? this.#current : undefined
  }

  get pipelines(): boolean {
    return this.#pipelines
  }

  /** Begins a request when it is its turn. @param isLast Whether its answer is to be the last. */
  take(res: ServerResponse, begin: () => void, isLast: boolean): void {
    if (this.#isLast) return
    this.#latest = res
    this.#bodyLeft = Number(res.req.headers['content-length'] ?? 0)
    if (isLast) this.endAfterLatest()
    if (this.#current) {
      this.#pipelines = true
      this.#waiting.push({ res, begin })
    } else this.#begin({ res, begin })
  }

  /** Takes nothing more, and tells so with the latest answer, if it has not left yet. */
  endAfterLatest(): void {
    if (!this.#latest || this.#latest.headersSent) return
    this.#latest.setHeader('Connection', 'close')
    this.#isLast = true
  }

  /** Refuses what has arrived and is no request, in its turn and as the last; never beside another answer to the same. */
  refuse(refusal: ApiError): void {
    if (this.#isRefused) return
    this.#isRefused = true
    const begin = () => void refusals.take('', () => refuseSocket(this.socket, refusal))
    if (this.#latest?.req.complete === false) {
      // the body of what was taken last
      this.#isLast = true
      if (this.#waiting.at(-1)?.res === this.#latest) this.#waiting.splice(-1, 1, { begin })
      else if (this.#latest.headersSent)
        this.socket.destroySoon() // this one has its answer
      else begin()
    } else if (!this.#isLast) {
      this.#isLast = true
      if (this.#current) this.#waiting.push({ begin })
      else begin()
    }
  }

  /** Answers what is being answered in place of the application. */
  giveUp(error: ApiError): void {
    if (this.unanswered) refuse(this.unanswered, error)
  }

  /** Whether a whole request is being answered, or waits. */
  get #isBusy(): boolean {
    return this.#current?.req.complete === true || this.#waiting.length > 0
  }

  /** Whether nothing more is to be parsed: the parser may serve another connection by now. */
  get #isOver(): boolean {
    return this.#isRefused || (this.#isLast && this.#latest?.req.complete !== false)
  }

  /** Parses what has come: now, or in one of the next turns when much comes at once. */
  #read(bytes: Buffer, parse: Parse): void {
    this.#isQuiet = false
    noteArrival(this.line)
    if (this.#isDue || this.#isBusy || this.#backlog.bytes > maxDeferredBytes) this.#parse(bytes, parse)
    else if (this.#leave)
      this.#putBack(bytes) // Node had it resumed, for more of a body
    else {
      this.#leave = scheduleRead(this, () => (this.#leave ? this.#readDue() : this.#parse(bytes, parse)))
      if (this.#leave) this.#putBack(bytes)
    }
  }

  #readDue(): void {
    this.#leave = undefined
    this.#isDue = true
    this.socket.resume().read()
    this.#isDue = false
  }

  /** Parses one head or body after the other, until one must wait. */
  #parse(bytes: Buffer, parse: Parse): void {
    this.#hold(0)
    for (let at = 0; at < bytes.length && !this.#isOver; ) {
      if (this.#isBusy || this.socket.isPaused()) {
        this.#pipelines ||= this.#isBusy
        this.#putBack(bytes.subarray(at))
        return
      }
      const end = this.#endOfPiece(bytes, at)
      parse(bytes.subarray(at, end))
      at = end
    }
  }

  /**
   * Where a piece ends that reaches beyond no head and no body. Node drops what it is given behind a request with
   * `Upgrade`, and would read what comes after that as a request.
   */
  #endOfPiece(bytes: Buffer, at: number): number {
    if (this.#bodyLeft > 0) {
      const end = Math.min(bytes.length, at + this.#bodyLeft)
      this.#bodyLeft -= end - at
      return end
    }
    const tail = this.#tail
    this.#tail = nothing
    if (tail.length > 0) {
      const end = Buffer.concat([tail, bytes.subarray(at, at + 2)]).indexOf(endOfHead)
      if (end >= 0) return at + end + endOfHead.length - tail.length
    }
    const end = bytes.indexOf(endOfHead, at)
    if (end >= 0) return end + endOfHead.length
    this.#tail = Buffer.concat([tail, bytes.subarray(Math.max(at, bytes.length - 2))]).subarray(-2)
    return bytes.length
  }

  #begin({ res, begin }: PendingRequest): void {
    this.#current = res
    res?.once('finish', this.#next)
    begin()
  }

  readonly #next = (): void => {
    this.#hasAnswered = true
    if (this.#latest === this.#current && this.#latest?.req.complete) this.#latest = undefined
    this.#current = undefined
    if (!this.socket.writable) this.#forget() // it was the last answer, or the caller has hung up
    const next = this.#waiting.shift()
    if (next) this.#begin(next)
    else this.#isQuiet = this.#held === 0
    if (this.#held > 0) this.socket.resume()
  }

  #putBack(bytes: Buffer): void {
    this.socket.pause().unshift(bytes)
    this.#hold(bytes.length)
  }

  #hold(bytes: number): void {
    this.#backlog.bytes += bytes - this.#held
    this.#held = bytes
    if (this.#backlog.bytes > maxHeldBytes) this.socket.destroy()
  }

  #forget(): void {
    this.#isLast = true
    this.#waiting.length = 0
    this.#leave?.()
    this.#leave = undefined
    this.#hold(0)
  }
}

/** What a closed connection had read and nobody has taken, as it was read: Node's parser hands on copies of bodies. */
function* unread(socket: Socket): Iterable<Buffer> {
  socket.resume() // paused, it would give all of it in one piece, a new one
  for (let bytes = socket.read(); bytes; bytes = socket.read()) yield bytes
}
