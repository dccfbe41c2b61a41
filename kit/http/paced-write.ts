import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers'
import { byteLength } from './byte-length.js'

/**
 * A turn of the event loop hands so much of an answer to the kernel, which copies up to 2.5 MB of it while the loop stands:
 * many large answers at once would let everybody wait.
 */
const bytesPerTurn = 64 * 1024

/** So much is copied into one piece: it costs less than to hand on a piece more. */
const fewBytes = 16 * 1024

/** Bytes of an answer that are not written yet, by connection; an answer has its connection to itself (`Connection`). */
const held = new WeakMap<Socket, number>()

/** Bytes of answers that a connection's caller has not taken: those that wait in it, and those that are not written yet. */
export function unreadBytes(socket: Socket): number {
  return socket.writableLength + (held.get(socket) ?? 0)
}

/**
 * Sends the body of an answer, whose head is written, and ends it. What is no larger than a turn's share goes out at once, in
 * one piece with the head; the rest of a larger one a share at a time, each when the one before has been taken. When the
 * caller hangs up, the rest is dropped.
 */
export function writePaced(res: ServerResponse, pieces: readonly Buffer[]): void {
  const { socket } = res.req
  let rest = byteLength(pieces)
  if (rest <= fewBytes) {
    if (!res.destroyed) res.end(Buffer.concat(pieces, rest))
    return
  }
  let [next, from] = [0, 0]
  const writeShare = () => {
    if (res.destroyed) return
    for (let share = Math.min(rest, bytesPerTurn); share > 0; ) {
      const piece = pieces[next]!.subarray(from, from + share)
      share -= piece.length
      rest -= piece.length
      from += piece.length
      if (from === pieces[next]!.length) [next, from] = [next + 1, 0]
      res.write(piece, share === 0 && rest > 0 ? () => nextTurn(writeShare) : undefined)
    }
    if (rest > 0) held.set(socket, rest)
    else {
      held.delete(socket)
      res.end()
    }
  }
  writeShare()
}
