import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Server as NetServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../kit/api/errors.js'
import { refuse } from '../kit/http/refusals.js'
import { ClientConnection, type Sender } from './connection.js'
import { closePort } from './listen.js'

/**
 * How long kept connections without a request stay open when the server ends: whoever sends one meanwhile, or has sent it
 * already, is answered, and learns by `Connection: close` that it was the last.
 */
const graceMs = 500

/** The same where other processes go on serving the port, and nobody waits for the end: most are used once more by then. */
const longGraceMs = 2000

/** Of idle connections so many are closed in one turn: what is sent meanwhile would be lost. */
const closedAtOnce = 8

/** How long the answers of the deadline may take to leave. */
const flushMs = 500

/** A turn of the event loop as short as this did nothing but look for what has arrived. */
const quietMs = 0.1

/** How long a quiet turn is waited for. */
const restlessMs = 3000

const tooLate = new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.')

/** The connections of a server, and its end, which leaves nobody without an answer who has sent a whole request. */
export class Connections {
  readonly #server: Server
  readonly #open = new Map<Duplex, ClientConnection>()
  #made = 0
  #isDraining = false
  /** The deadline has passed. */
  #isLate = false
  /** What begins requests that wait until the port is closed. */
  #held: (() => void)[] | undefined

  /** To be made before the server is given a handler. */
  constructor(server: Server) {
    this.#server = server
    const backlog = { bytes: 0 }
    // of a TLS connection both are known: the bare one is all that there is before the handshake
    for (const event of ['connection', 'secureConnection']) {
      server.on(event, (socket: Socket) => {
        this.#made++
        this.#open.set(socket, new ClientConnection(socket, backlog))
        socket.once('close', () => this.#open.delete(socket))
      })
    }
  }

  /**
   * Takes a request, to begin it in its turn.
   * @param begin Is given what is known of its connection.
   * @param isLast Whether its connection is to be closed after its answer.
   */
  take({ socket }: IncomingMessage, res: ServerResponse, begin: (sender: Sender) => void, isLast = false): void {
    const connection = this.#open.get(socket)
    const start = () => (this.#isLate ? refuse(res, tooLate) : begin(connection!))
    connection?.take(res, () => this.#begin(start), isLast || this.#isDraining)
  }

  /** The open ones; of a TLS connection the bare one too. */
  *sockets(): Iterable<Socket> {
    for (const { socket } of this.#open.values()) yield socket
  }

  /** Refuses what has arrived on a connection and is no request; see `Connection.refuse`. */
  refuse(socket: Duplex, refusal: ApiError): void {
    this.#open.get(socket)?.refuse(refusal)
  }

  /**
   * Ends the server: new connections are refused, requests on open ones are served, each connection is closed after its answer
   * or when it is idle, and what is not answered at the deadline is told SHUTTING_DOWN. Resolves when all are closed.
   * @param portGoesOn Whether other processes go on serving the port: then nothing in its queue is lost.
   */
  async drain(deadlineMs: number, portGoesOn = false): Promise<void> {
    this.#isDraining = true
    for (const connection of this.#open.values()) connection.endAfterLatest()
    const late = setTimeout(() => this.#giveUp(), deadlineMs)
    const closed = new Promise<true>((resolve) => void this.#closePort(() => resolve(true), portGoesOn))
    const pauseMs = portGoesOn ? longGraceMs : graceMs
    while (!(await Promise.race([closed, wait(pauseMs, false, { ref: false })]))) await this.#closeIdle()
    clearTimeout(late)
  }

  /** At once, but for the moment in which the port is closed. */
  #begin(begin: () => void): void {
    if (this.#held) this.#held.push(begin)
    else begin()
  }

  /** Node takes few connections from the kernel in a turn: to take them all soon, nothing else is begun meanwhile. */
  async #closePort(onClosed: () => void, portGoesOn: boolean): Promise<void> {
    const closeNow = () => closePort(this.#server, onClosed)
    if (portGoesOn) {
      closeNow()
      return
    }
    this.#held = []
    closePort(new NetServer(), () => undefined) // compiled by this: what comes while the port is being closed is lost
    if (!(await this.#inQuietTurn(closeNow))) closeNow()
    const begins = this.#held
    this.#held = undefined
    for (const begin of begins) begin()
  }

  /**
   * Does something at the end of a turn in which nothing came and nothing else ran. The kernel makes connections and takes
   * requests by itself, and drops what it holds when a socket is closed; such a turn has just found that it holds nothing.
   * @returns false when the process is so busy that there was none, and nothing was done.
   */
  async #inQuietTurn(act: () => void): Promise<boolean> {
    for (const giveUpAt = performance.now() + restlessMs; performance.now() < giveUpAt; ) {
      await wait(1) // a process that has slept is seldom interrupted in the next moment
      let [began, made] = [0, -1]
      while (this.#made !== made) {
        // until all that came meanwhile is taken: on a machine with much to do that is some in each turn that it gets
        began = performance.now()
        made = this.#made
        await nextTurn()
      }
      if (performance.now() - began < quietMs) {
        act()
        return true
      }
    }
    return false
  }

  /** Not by Node's own way, which closes all of them in one turn. */
  async #closeIdle(): Promise<void> {
    const idle = [...this.#open.values()].filter((connection) => connection.isIdle)
    while (idle.length > 0) {
      const some = idle.splice(-closedAtOnce)
      const closeSome = () => {
        for (const { socket, isIdle } of some) if (isIdle) socket.destroy()
      }
      if (!(await this.#inQuietTurn(closeSome))) return
    }
  }

  #giveUp(): void {
    this.#isLate = true
    for (const connection of this.#open.values()) connection.giveUp(tooLate)
    setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy()
    }, flushMs)
  }
}
