import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers'
import { byteLength } from './byte-length.js'

/**
 * Bytes of a response passed to the kernel per event loop turn. It copies up to 2.5 MB at once
 * while the loop is blocked: many large responses together would delay all others.
 */
const bytesPerTurn = 64 * 1024

/**
 * Unwritten bytes of a response, by connection; a response has its connection to itself
 * (`Connection`).
 */
const unwrittenBytes = new WeakMap<Socket, number>()

/**
 * Response bytes that a connection's client has not read: those buffered in it, and those not yet
 * written.
 */
export function unreadBytes(socket: Socket): number {
  return socket.writableLength + (unwrittenBytes.get(socket) ?? 0)
}

/**
 * Sends the body of a response, whose head is written, and ends it. A body within a turn's share is
 * sent at once, in one piece with the head; a larger one share by share, each when the previous one
 * has been taken. When the client disconnects, the rest is dropped.
 */
export function writePaced(res: ServerResponse, pieces: readonly Buffer[]): void {
  const { socket } = res.req
  let rest = byteLength(pieces)
  if (rest <= bytesPerTurn) {
    // as text of one-byte letters, which Node joins to the head in one write
    if (!res.destroyed) res.end(Buffer.concat(pieces, rest).toString('latin1'), 'latin1')
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
    if (rest > 0) unwrittenBytes.set(socket, rest)
    else {
      unwrittenBytes.delete(socket)
      res.end()
    }
  }
  writeShare()
}
