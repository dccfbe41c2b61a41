import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError } from '../kit/api/errors.js'
import { countedPeer, type Trust } from '../kit/http/client-ip.js'
import { refuse } from '../kit/http/refusals.js'
import { ClientConnection } from './connection.js'
import { TurnQueue } from './fair-queue.js'
import { closePort } from './listen.js'

/**
 * How long kept connections without a request stay open when the server ends: a request that
 * arrives meanwhile is answered with `Connection: close`. The responses at the deadline may take as
 * long to be sent.
 */
const graceMs = 500

const tooLate = new ApiError('SHUTTING_DOWN', 'The service is being stopped. Try again shortly.')

/** The connections of a server, and its shutdown, which leaves no complete request unanswered. */
export class Connections {
  readonly #server: Server
  readonly #open = new Map<Duplex, ClientConnection>()
  #isDraining = false
  /** The deadline has passed. */
  #isLate = false

  /**
   * To be created before the server gets a handler.
   * @param isTrusted Proxies, whose packets do not wait for a turn of their address.
   */
  constructor(server: Server, isTrusted: Trust) {
    this.#server = server
    const shared = { turns: new TurnQueue(), heldBytes: 0 }
    // of a TLS connection both are known: only the bare one exists before the handshake
    for (const event of ['connection', 'secureConnection']) {
      server.on(event, (socket: Socket) => {
        const address = countedPeer(socket, isTrusted)
        this.#open.set(socket, new ClientConnection(socket, address, shared))
        socket.once('close', () => this.#open.delete(socket))
      })
    }
  }

  /**
   * Begins a request that its connection takes.
   * @param isLast Whether its connection is to be closed after its response.
   */
  take({ socket }: IncomingMessage, res: ServerResponse, begin: () => void, isLast = false): void {
    if (!this.#open.get(socket)?.take(res, isLast || this.#isDraining)) return
    if (this.#isLate) refuse(res, tooLate)
    else begin()
  }

  /** The open ones; of a TLS connection also the bare one. */
  readonly sockets = () => this.#open.keys() as Iterable<Socket>

  /** Refuses an invalid request on a connection; see `ClientConnection.refuse`. */
  refuse(socket: Duplex, error: ApiError): void {
    this.#open.get(socket)?.refuse(error)
  }

  /**
   * Shuts the server down: new connections are refused, requests on open ones are served, each
   * connection is closed after its response or when it is idle, and requests not answered at the
   * deadline get SHUTTING_DOWN. Resolves when all are closed.
   */
  async drain(deadlineMs: number): Promise<void> {
    this.#isDraining = true
    for (const connection of this.#open.values()) connection.endAfterLatest()
    const timer = setTimeout(() => this.#endLate(), deadlineMs)
    const closed = new Promise<true>((resolve) => closePort(this.#server, () => resolve(true)))
    while (!(await Promise.race([closed, wait(graceMs, false, { ref: false })]))) this.#closeIdle()
    clearTimeout(timer)
  }

  /** Node does not count a connection as idle on which nothing was ever sent. */
  #closeIdle(): void {
    this.#server.closeIdleConnections()
    for (const socket of this.sockets()) if (socket.bytesRead === 0) socket.destroy()
  }

  #endLate(): void {
    this.#isLate = true
    for (const connection of this.#open.values()) connection.giveUp(tooLate)
    setTimeout(() => {
      for (const socket of this.sockets()) socket.destroy()
    }, graceMs)
  }
}
