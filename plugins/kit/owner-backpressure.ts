import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { usedUp } from '../../kit/api/rate-limited.js'

/** Answers up to this size are not counted. */
export const countedBytes = 512 * 1024

/** Maximum size of one owner's unread large answers: two of 10,000 hits reach it. */
const maxBytes = 8 * 1024 * 1024

/**
 * Minimum time between reads of the kernel's table, in milliseconds: it is long with many open
 * connections.
 */
const lookEveryMs = 100

/**
 * Counts large answers that were sent and not read yet, by owner: a client that requests more
 * without reading costs all others time and memory.
 */
export class OwnerBackpressure {
  readonly #bytesOf = new Map<string, number>()
  /** Functions that release answers already handed to the kernel, by connection. */
  readonly #inKernel = new Map<Socket, (() => void)[]>()
  readonly #readTable: (name: string) => string
  #lookedAt = Number.NEGATIVE_INFINITY

  /** @param readTable Reads the kernel's table `tcp` or `tcp6`. */
  constructor(readTable: (name: string) => string = kernelTable) {
    this.#readTable = readTable
  }

  /** @throws ApiError RATE_LIMITED while an owner's answers hold too much. */
  check(owner: string): void {
    if (!this.#isTooMuch(owner)) return
    this.#look()
    if (!this.#isTooMuch(owner)) return
    const message = `Read your earlier answers first: more than ${maxBytes >> 20} MiB of them wait`
    throw usedUp(message, maxBytes >> 20, 1)
  }

  /**
   * Counts an answer of this size until its caller has received it, as far as the kernel reports,
   * or has left.
   */
  add(owner: string, bytes: number, res: ServerResponse): void {
    const { socket, closed } = res
    if (closed || !socket) return
    this.#change(owner, bytes)
    res.once('close', () => this.#hold(socket, () => this.#change(owner, -bytes)))
  }

  #isTooMuch(owner: string): boolean {
    return (this.#bytesOf.get(owner) ?? 0) >= maxBytes
  }

  /** The kernel takes up to 4 MB of an answer (`tcp_wmem`) whether the client reads or not. */
  #hold(socket: Socket, release: () => void): void {
    if (socket.destroyed) {
      release()
      return
    }
    const known = this.#inKernel.get(socket)
    if (known) {
      known.push(release)
      return
    }
    const held = [release]
    this.#inKernel.set(socket, held)
    socket.once('close', () => {
      this.#inKernel.delete(socket)
      for (const end of held) end()
    })
  }

  /** Releases the answers that were read. */
  #look(): void {
    const now = performance.now()
    if (now - this.#lookedAt < lookEveryMs) return
    this.#lookedAt = now
    const table = this.#readTable('tcp') + this.#readTable('tcp6')
    for (const [socket, held] of this.#inKernel) {
      if (!holdsBytes(table, socket)) for (const release of held.splice(0)) release()
    }
  }

  #change(owner: string, bytes: number): void {
    const sum = (this.#bytesOf.get(owner) ?? 0) + bytes
    if (sum > 0) this.#bytesOf.set(owner, sum)
    else this.#bytesOf.delete(owner)
  }
}

/**
 * Linux's table of connections (proc_pid_net(5)); empty elsewhere, where bytes handed to the kernel
 * count as read.
 */
function kernelTable(name: string): string {
  try {
    return readFileSync(`/proc/self/net/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/**
 * Whether the kernel has unsent bytes for a client: `local:port remote:port state
 * tx_queue:rx_queue` in hex, found by the ports.
 */
function holdsBytes(table: string, { localPort = 0, remotePort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  return new RegExp(`:${hex(localPort)} \\w+:${hex(remotePort)} \\w\\w (?!0{8})`).test(table)
}
