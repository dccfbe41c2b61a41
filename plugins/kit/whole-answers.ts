import type { IncomingHttpHeaders } from 'node:http'
import { Mutex } from './mutex.js'

/** Answers beyond this size are read one after the other, so that many of them at once do not fill the memory. */
const largeBytes = 512 * 1024

/** An answer that is not read to its end. Its message is for the log. */
export class UnusableAnswer extends Error {
  /** `unreadable`: compressed, though nobody asked for it: a few kilobytes of gzip may be gigabytes of answer. */
  readonly reason: 'too-large' | 'unreadable'

  constructor(reason: 'too-large' | 'unreadable') {
    super(reason)
    this.name = 'UnusableAnswer'
    this.reason = reason
  }
}

/** Reads answers whole, within a bound for each, and nearly one for all of them. */
export class WholeAnswers {
  readonly #maxBytes: number
  readonly #large = new Mutex()

  /** @param maxBytes Greatest size of an answer. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * @param signal Ends the waiting of a large answer for its turn; whoever aborts it ends the body too.
   * @throws UnusableAnswer; the failure of the body; the signal's reason.
   */
  async read(body: AsyncIterable<Buffer>, headers: IncomingHttpHeaders, signal: AbortSignal): Promise<string> {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnusableAnswer('unreadable')
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes) throw new UnusableAnswer('too-large')
    const chunks: Buffer[] = []
    let size = 0
    let isAcquired = false
    try {
      for await (const chunk of body) {
        size += chunk.length
        if (size > this.#maxBytes) throw new UnusableAnswer('too-large')
        if (size > largeBytes && !isAcquired) {
          await this.#large.acquire(signal)
          isAcquired = true
        }
        chunks.push(chunk)
      }
      return Buffer.concat(chunks).toString()
    } finally {
      if (isAcquired) this.#large.release()
    }
  }
}
