import type { Server, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { unreadBytes } from '../kit/http/paced-write.js'
import { log } from '../kit/log/log.js'

/**
 * How long a client may read nothing of a response, and how many bytes the unread responses may
 * hold.
 */
export interface SlowClientLimits {
  /** Milliseconds without a byte read. A client that continues to read may take any time. */
  stallMs: number
  /** Bytes of all connections together. */
  unreadBytes: number
}

/**
 * The unread responses of a process may hold as much as four of the largest responses of an engine
 * (16 MiB).
 */
export const slowClientLimits: SlowClientLimits = { stallMs: 30_000, unreadBytes: 64 * 1024 * 1024 }

/** Check interval, in milliseconds. */
const checkEveryMs = 500

/** What Node knows of the bytes of a connection: passed to the kernel, and not yet taken by it. */
interface SocketHandle {
  bytesWritten: number
  writeQueueSize: number
}

/** A connection's state at the last check. */
interface ClientState {
  taken: number
  /** When it last read something, or had nothing to read. */
  movedAt: number
  /** Since when a response waits. */
  unreadSince: number
}

/**
 * Closes connections whose clients do not read their responses: those that have read nothing for
 * too long, and, when the unread responses hold too much, those that have held most for longest.
 */
export class SlowClientGuard {
  readonly #limits: SlowClientLimits
  #states = new WeakMap<Socket, ClientState>()

  constructor(limits: SlowClientLimits) {
    this.#limits = limits
  }

  /** Checks the connections of a server periodically while some are open. */
  watch(server: Server, sockets: () => Iterable<Socket>): void {
    let timer: NodeJS.Timeout | undefined
    const check = () => {
      const open = [...sockets()]
      if (open.length > 0) return this.#check(open, performance.now())
      clearInterval(timer)
      timer = undefined
    }
    server.on('connection', () => {
      timer ??= setInterval(check, checkEveryMs).unref()
    })
  }

  #check(sockets: readonly Socket[], now: number): void {
    const unread: { socket: Socket; bytes: number; weight: number }[] = []
    let total = 0
    for (const socket of sockets) {
      const bytes = unreadBytes(socket)
      const { movedAt, unreadSince } = this.#update(socket, bytes, now)
      if (now - movedAt >= this.#limits.stallMs) {
        close(socket, 'it took nothing of its answer')
      } else if (bytes > 0) {
        unread.push({ socket, bytes, weight: bytes * (now - unreadSince + checkEveryMs) })
        total += bytes
      }
    }
    if (total <= this.#limits.unreadBytes) return
    for (const { socket, bytes } of unread.sort((a, b) => b.weight - a.weight)) {
      close(socket, 'the unread answers hold too much')
      total -= bytes
      if (total <= this.#limits.unreadBytes) return
    }
  }

  #update(socket: Socket, unread: number, now: number): ClientState {
    const before = this.#states.get(socket)
    const { taken, waits } = progressOf(socket)
    const state = {
      taken,
      movedAt: before && waits && before.taken === taken ? before.movedAt : now,
      unreadSince: before && unread > 0 ? before.unreadSince : now,
    }
    this.#states.set(socket, state)
    return state
  }
}

/**
 * The number of bytes the kernel has taken, and whether some wait. No public API shows it for a
 * write in progress, and a large response is one write. Under TLS the bare connection shows it; the
 * encrypted one would in steps of 160 KB.
 */
function progressOf(socket: Socket): { taken: number; waits: boolean } {
  const { _handle: handle } = socket as Socket & { _handle?: SocketHandle | null }
  if (!handle || socket instanceof TLSSocket) return { taken: 0, waits: false }
  return { taken: handle.bytesWritten - handle.writeQueueSize, waits: handle.writeQueueSize > 0 }
}

function close(socket: Socket, reason: string): void {
  log.info({ address: socket.remoteAddress, reason }, 'connection closed')
  socket.destroy()
}
