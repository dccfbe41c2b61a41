import type { Server, Socket } from 'node:net'
import { unreadBytes } from '../kit/http/paced-write.js'
import { log } from '../kit/log/log.js'

/** How long a client may read nothing, and how many bytes unread responses take in all. */
export interface SlowClientLimits {
  /** Milliseconds without progress. A client that continues to read may take any time. */
  stallMs: number
  /** Bytes of all connections together. */
  unreadBytes: number
}

/** 64 MiB are four of the largest responses of an engine. */
export const slowClientLimits: SlowClientLimits = { stallMs: 30_000, unreadBytes: 64 * 1024 * 1024 }

/** A connection with an unread response, as it was at the last check. */
interface Unread {
  socket: Socket
  bytes: number
  /** Bytes that the kernel has taken, counted by whole writes (`kit/http/paced-write.ts`). */
  taken: number
  /** When it last took something. */
  movedAt: number
  since: number
}

/**
 * Closes connections whose clients read nothing of their responses for too long, and, when the
 * unread responses hold too much, those that have held most for longest.
 */
export function closeSlowClients(
  server: Server,
  sockets: () => Iterable<Socket>,
  limits: SlowClientLimits,
  intervalMs: number,
): void {
  let timer: NodeJS.Timeout | undefined
  let unread = new Map<Socket, Unread>()
  const check = () => {
    const open = [...sockets()]
    const now = performance.now()
    const waiting = open.filter((socket) => unreadBytes(socket) > 0)
    unread = new Map(
      waiting.map((socket) => [socket, measureUnread(socket, unread.get(socket), now)]),
    )
    closeSome([...unread.values()], limits, now)
    if (open.length > 0) return
    clearInterval(timer)
    timer = undefined
  }
  server.on('connection', () => {
    timer ??= setInterval(check, intervalMs).unref()
  })
}

function measureUnread(socket: Socket, before: Unread | undefined, now: number): Unread {
  const taken = socket.bytesWritten - socket.writableLength
  const movedAt = before?.taken === taken ? before.movedAt : now
  return { socket, bytes: unreadBytes(socket), taken, movedAt, since: before?.since ?? now }
}

function closeSome(
  unread: readonly Unread[],
  { stallMs, unreadBytes: maxBytes }: SlowClientLimits,
  now: number,
): void {
  const weight = ({ bytes, since }: Unread) => bytes * (1 + now - since)
  let total = unread.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { socket, bytes, movedAt } of [...unread].sort((a, b) => weight(b) - weight(a))) {
    const isStalled = now - movedAt >= stallMs
    if (!isStalled && total <= maxBytes) continue
    const reason = isStalled ? 'it read nothing of its answer' : 'the unread answers hold too much'
    log.info({ address: socket.remoteAddress, reason }, 'connection closed')
    socket.destroy()
    total -= bytes
  }
}
