import { MessageChannel } from 'node:worker_threads'

/** What is transferred to a closed port leaves its sender and reaches nobody (HTML Standard, message ports). */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/** Not worth it, and Node 20 keeps its pool in pieces of this size. */
const smallBytes = 8 * 1024

/**
 * Gives back the memory of what was read for nobody: V8 by itself would begin to collect when there are 64 MB of buffers.
 * @param chunks As they were read, of a connection that is not read any further. They are empty afterwards.
 */
export function releaseBuffers(chunks: readonly Buffer[]): void {
  const read = new Set<ArrayBufferLike>()
  for (const { buffer } of chunks) if (buffer.byteLength > smallBytes) read.add(buffer)
  if (read.size === 0) return
  // in another turn: the parser may have the last of them in hand
  setImmediate(() => {
    try {
      nowhere.postMessage(null, [...read] as ArrayBuffer[])
    } catch {
      // what others have a part of cannot be transferred (Node's own pool, 64 KB from Node 24 on): V8 collects all of it some time
    }
  })
}
