import { MessageChannel } from 'node:worker_threads'

/**
 * Data transferred to a closed port is detached from its sender and delivered nowhere (HTML
 * Standard, message ports).
 */
const { port1: nowhere } = new MessageChannel()
nowhere.close()

/** Not worth it, and Node 20 keeps its pool in pieces of this size. */
const smallBytes = 8 * 1024

/**
 * Releases the memory of discarded data: V8 by itself would start to collect at 64 MB of buffers.
 * @param chunks As they were read, of a connection that is not read any further. They are empty
 * afterwards.
 */
export function releaseBuffers(chunks: readonly Buffer[]): void {
  const read = new Set<ArrayBufferLike>()
  for (const { buffer } of chunks) if (buffer.byteLength > smallBytes) read.add(buffer)
  if (read.size === 0) return
  // in another turn: the parser may still use the last of them
  setImmediate(() => {
    try {
      nowhere.postMessage(null, [...read] as ArrayBuffer[])
    } catch {
      // shared buffers cannot be transferred (Node's own pool, 64 KB from Node 24 on): V8 collects
      // them later
    }
  })
}
