import type { Server, Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { unreadBytes } from '../kit/http/paced-write.js'
import { log } from '../kit/log/log.js'

/** How long a caller may take nothing of an answer, and what the answers may hold that wait to be taken. */
export interface SlowClientLimits {
  /** Milliseconds without a byte taken. Whoever goes on taking may take as long as he likes. */
  stallMs: number
  /** Bytes of all connections together. */
  unreadBytes: number
}

/** The unread answers of a process may hold as much as four of the greatest answers of an engine (16 MiB). */
export const slowClientLimits: SlowClientLimits = { stallMs: 30_000, unreadBytes: 64 * 1024 * 1024 }

/** How often it is looked, in milliseconds. */
const lookEveryMs = 500

/** What Node tells of the bytes of a connection: how many were handed to the kernel's side, and how many it has not taken. */
interface SocketHandle {
  bytesWritten: number
  writeQueueSize: number
}

/** A connection's state when it was looked at last. */
interface Seen {
  taken: number
  /** When it had taken something last, or had nothing to take. */
  movedAt: number
  /** Since when an answer waits. */
  unreadSince: number
}

/**
 * Closes connections whose callers do not take their answers: those that have taken nothing for too long, and, when the
 * unread answers hold too much, those that have held most for longest.
 */
export class SlowClientGuard {
  readonly #limits: SlowClientLimits
  #seen = new WeakMap<Socket, Seen>()

  constructor(limits: SlowClientLimits) {
    this.#limits = limits
  }

  /** Looks at the connections of a server again and again while some are open. */
  watch(server: Server, sockets: () => Iterable<Socket>): void {
    let timer: NodeJS.Timeout | undefined
    const look = () => {
      const open = [...sockets()]
      if (open.length > 0) return this.#look(open, performance.now())
      clearInterval(timer)
      timer = undefined
    }
    server.on('connection', () => {
      timer ??= setInterval(look, lookEveryMs).unref()
    })
  }

  #look(sockets: readonly Socket[], now: number): void {
    const unread: { socket: Socket; bytes: number; weight: number }[] = []
    let inAll = 0
    for (const socket of sockets) {
      const bytes = unreadBytes(socket)
      const { movedAt, unreadSince } = this.#see(socket, bytes, now)
      if (now - movedAt >= this.#limits.stallMs) {
        close(socket, 'it took nothing of its answer')
      } else if (bytes > 0) {
        unread.push({ socket, bytes, weight: bytes * (now - unreadSince + lookEveryMs) })
        inAll += bytes
      }
    }
    if (inAll <= this.#limits.unreadBytes) return
    for (const { socket, bytes } of unread.sort((a, b) => b.weight - a.weight)) {
      close(socket, 'the unread answers hold too much')
      inAll -= bytes
      if (inAll <= this.#limits.unreadBytes) return
    }
  }

  #see(socket: Socket, unread: number, now: number): Seen {
    const before = this.#seen.get(socket)
    const { taken, waits } = progressOf(socket)
    const seen = {
      taken,
      movedAt: before && waits && before.taken === taken ? before.movedAt : now,
      unreadSince: before && unread > 0 ? before.unreadSince : now,
    }
    this.#seen.set(socket, seen)
    return seen
  }
}

/**
 * How many bytes the kernel has taken, and whether some wait. Nothing public tells it of a write that is under way, and a
 * large answer is one write. Under TLS the bare connection tells it; the encrypted one would in steps of 160 KB.
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
