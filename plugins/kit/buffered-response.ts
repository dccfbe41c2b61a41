import type { IncomingHttpHeaders } from 'node:http'
import { releaseBuffers } from '../../kit/http/release-buffers.js'
import type { Cancellable } from './cancellation.js'
import { Mutex } from './mutex.js'

/**
 * Larger answers are read and processed one after the other, so that many at once do not fill the
 * memory.
 */
export const largeBytes = 256 * 1024

/** An answer that was not read to its end. Its message is for the log. */
export class UnusableResponse extends Error {
  /**
   * `unreadable`: compressed without being requested: a few kilobytes of gzip may expand to
   * gigabytes.
   */
  readonly reason: 'too-large' | 'unreadable'

  constructor(reason: 'too-large' | 'unreadable') {
    super(reason)
    this.name = 'UnusableAnswer'
    this.reason = reason
  }
}

/**
 * Reads whole answers, with a size limit for each, and nearly the same limit for all large ones
 * together.
 */
export class BufferedResponses {
  readonly #maxBytes: number
  readonly #large = new Mutex()

  /** @param maxBytes Maximum size of an answer. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Starts reading an answer after its headers.
   * @param cancel Stops a large answer's wait for the lock; the body must be aborted too.
   * @param mayBeLarge Throws when the caller may not get a large answer now.
   * @throws UnusableResponse
   */
  begin(
    headers: IncomingHttpHeaders,
    cancel: Cancellable,
    mayBeLarge = () => {},
  ): BufferedResponse {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new UnusableResponse('unreadable')
    const announced = Number(headers['content-length'] ?? 0)
    if (announced > this.#maxBytes) throw new UnusableResponse('too-large')
    return new BufferedResponse({
      maxBytes: this.#maxBytes,
      announced,
      large: this.#large,
      cancel,
      mayBeLarge,
    })
  }

  /**
   * Reads one from a stream. @throws UnusableResponse; the failure of the body; the signal's
   * reason.
   */
  async read(
    body: AsyncIterable<Buffer>,
    headers: IncomingHttpHeaders,
    cancel: Cancellable,
  ): Promise<string> {
    const answer = this.begin(headers, cancel)
    try {
      for await (const chunk of body) await answer.take(chunk)
      return answer.bytes().toString()
    } finally {
      answer.end()
    }
  }
}

interface BufferOptions {
  maxBytes: number
  /** Its Content-Length, or 0. */
  announced: number
  /** The lock of large answers. */
  large: Mutex
  cancel: Cancellable
  mayBeLarge(): void
}

/** One answer, as its bytes arrive. Always call `end`. */
export class BufferedResponse {
  readonly #reading: BufferOptions
  readonly #chunks: Buffer[] = []
  #size = 0
  #turn: 'none' | 'asked' | 'taken' | 'over' = 'none'

  constructor(reading: BufferOptions) {
    this.#reading = reading
  }

  /**
   * @returns when the next bytes may come, if not at once; rejects with the signal's reason, or an
   *   error of `mayBeLarge`.
   * @throws UnusableResponse; an error of `mayBeLarge`.
   */
  take(chunk: Buffer): Promise<void> | undefined {
    const { maxBytes, announced, large, cancel, mayBeLarge } = this.#reading
    this.#size += chunk.length
    if (this.#size > maxBytes) throw new UnusableResponse('too-large')
    this.#chunks.push(chunk)
    if (Math.max(this.#size, announced) <= largeBytes || this.#turn !== 'none') return undefined
    mayBeLarge()
    this.#turn = 'asked'
    return large.acquire(cancel.signal).then(() => {
      if (this.#turn === 'over') return large.release()
      this.#turn = 'taken'
      mayBeLarge() // those ahead of it in the queue may have been the same caller's
    })
  }

  /** All bytes; to be called once. */
  bytes(): Buffer {
    const chunks = this.#chunks.splice(0)
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /**
   * Releases its bytes. The next large answer proceeds in another iteration of the event loop, as
   * waiting ones may all be refused one after the other.
   */
  end(): void {
    if (this.#turn === 'taken') setImmediate(() => this.#reading.large.release())
    this.#turn = 'over'
    if (this.#chunks.length > 0 && this.#size > largeBytes) releaseBuffers(this.#chunks.splice(0))
  }
}
