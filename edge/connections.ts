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
 * How long kept connections without a request stay open when the server ends. A request that
 * arrives meanwhile is answered with `Connection: close`.
 */
const graceMs = 500

/**
 * The same where other processes continue to serve the port, and nothing waits for the end: most
 * connections are used once more by then.
 */
const longGraceMs = 2000

/** Number of idle connections closed per turn: requests sent meanwhile would be lost. */
const closedPerTurn = 8

/** How long the responses at the deadline may take to be sent. */
const flushMs = 500

/** An event loop turn as short as this only polled for events. */
const quietMs = 0.1

/** How long to wait for a quiet turn. */
const maxQuietWaitMs = 3000

const tooLate = new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.')

/** The connections of a server, and its shutdown, which leaves no complete request unanswered. */
export class Connections {
  readonly #server: Server
  readonly #open = new Map<Duplex, ClientConnection>()
  #accepted = 0
  #isDraining = false
  /** The deadline has passed. */
  #isLate = false
  /** Requests that wait until the port is closed. */
  #postponed: (() => void)[] | undefined

  /** To be created before the server gets a handler. */
  constructor(server: Server) {
    this.#server = server
    const backlog = { bytes: 0 }
    // of a TLS connection both are known: only the bare one exists before the handshake
    for (const event of ['connection', 'secureConnection']) {
      server.on(event, (socket: Socket) => {
        this.#accepted++
        this.#open.set(socket, new ClientConnection(socket, backlog))
        socket.once('close', () => this.#open.delete(socket))
      })
    }
  }

  /**
   * Takes a request, to start it in its turn.
   * @param begin Receives the state of its connection.
   * @param isLast Whether its connection is to be closed after its response.
   */
  take(
    { socket }: IncomingMessage,
    res: ServerResponse,
    begin: (sender: Sender) => void,
    isLast = false,
  ): void {
    const connection = this.#open.get(socket)
    const start = () => (this.#isLate ? refuse(res, tooLate) : begin(connection!))
    connection?.take(res, () => this.#startOrPostpone(start), isLast || this.#isDraining)
  }

  /** The open ones; of a TLS connection also the bare one. */
  *sockets(): Iterable<Socket> {
    for (const { socket } of this.#open.values()) yield socket
  }

  /** Refuses an invalid request on a connection; see `Connection.refuse`. */
  refuse(socket: Duplex, refusal: ApiError): void {
    this.#open.get(socket)?.refuse(refusal)
  }

  /**
   * Shuts the server down: new connections are refused, requests on open ones are served, each
   * connection is closed after its response or when it is idle, and requests not answered at the
   * deadline get SHUTTING_DOWN. Resolves when all are closed.
   * @param portGoesOn Whether other processes continue to serve the port: then nothing in its queue
   * is lost.
   */
  async drain(deadlineMs: number, portGoesOn = false): Promise<void> {
    this.#isDraining = true
    for (const connection of this.#open.values()) connection.endAfterLatest()
    const timer = setTimeout(() => this.#endLate(), deadlineMs)
    const closed = new Promise<true>(
      (resolve) => void this.#closePort(() => resolve(true), portGoesOn),
    )
    const intervalMs = portGoesOn ? longGraceMs : graceMs
    while (!(await Promise.race([closed, wait(intervalMs, false, { ref: false })])))
      await this.#closeIdle()
    clearTimeout(timer)
  }

  /** At once, except for the moment in which the port is closed. */
  #startOrPostpone(begin: () => void): void {
    if (this.#postponed) this.#postponed.push(begin)
    else begin()
  }

  /**
   * Node accepts few connections from the kernel per turn: to accept all of them soon, nothing else
   * starts meanwhile.
   */
  async #closePort(onClosed: () => void, portGoesOn: boolean): Promise<void> {
    const closeNow = () => closePort(this.#server, onClosed)
    if (portGoesOn) {
      closeNow()
      return
    }
    this.#postponed = []
    // compiles the code path: connections that arrive while the port is being closed are lost
    closePort(new NetServer(), () => undefined)
    if (!(await this.#inQuietTurn(closeNow))) closeNow()
    const postponed = this.#postponed
    this.#postponed = undefined
    for (const begin of postponed) begin()
  }

  /**
   * Runs something at the end of a turn without events or other work. The kernel accepts
   * connections and requests by itself, and drops what it holds when a socket is closed; such a
   * turn has just found that it holds nothing.
   * @returns false when the process was too busy for such a turn, and nothing was done.
   */
  async #inQuietTurn(act: () => void): Promise<boolean> {
    for (const deadline = performance.now() + maxQuietWaitMs; performance.now() < deadline; ) {
      await wait(1) // a process that has slept is seldom interrupted in the next moment
      let [startedAt, accepted] = [0, -1]
      while (this.#accepted !== accepted) {
        // until all that arrived meanwhile is read: on a busy machine that is a part in each turn
        startedAt = performance.now()
        accepted = this.#accepted
        await nextTurn()
      }
      if (performance.now() - startedAt < quietMs) {
        act()
        return true
      }
    }
    return false
  }

  /** Not by Node's own method, which closes all of them in one turn. */
  async #closeIdle(): Promise<void> {
    const idle = [...this.#open.values()].filter((connection) => connection.isIdle)
    while (idle.length > 0) {
      const some = idle.splice(-closedPerTurn)
      const closeSome = () => {
        for (const { socket, isIdle } of some) if (isIdle) socket.destroy()
      }
      if (!(await this.#inQuietTurn(closeSome))) return
    }
  }

  #endLate(): void {
    this.#isLate = true
    for (const connection of this.#open.values()) connection.giveUp(tooLate)
    setTimeout(() => {
      for (const socket of this.#open.keys()) socket.destroy()
    }, flushMs)
  }
}
