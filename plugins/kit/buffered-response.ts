import type { IncomingHttpHeaders } from 'node:http'
import { releaseBuffers } from '../../kit/http/release-buffers.js'
import type { Cancellable } from './cancellation.js'
import { Mutex } from './mutex.js'

/** Answers beyond this size are read and used one after the other, so that many of them at once do not fill the memory. */
export const largeBytes = 256 * 1024

/** An answer that is not read to its end. Its message is for the log. */
export class UnusableResponse extends Error {
  /** `unreadable`: compressed, though nobody asked for it: a few kilobytes of gzip may be gigabytes of answer. */
  readonly reason: 'too-large' | 'unreadable'

  constructor(reason: 'too-large' | 'unreadable') {
    super(reason)
    this.name = 'UnusableAnswer'
    this.reason = reason
  }
}

/** Reads answers whole, within a bound for each, and nearly one for all of them. */
export class BufferedResponses {
  readonly #maxBytes: number
  readonly #large = new Mutex()

  /** @param maxBytes Greatest size of an answer. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * An answer whose head has come.
   * @param cancel Ends the waiting of a large answer for its turn; whoever aborts it ends the body too.
   * @param mayBeLarge Throws when the caller is not to get a large answer now.
   * @throws UnusableAnswer
   */
  begin(headers: IncomingHttpHeaders, cancel: Cancellable, mayBeLarge = () => {}): BufferedResponse {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnusableResponse('unreadable')
    const announced = Number(headers['content-length'] ?? 0)
    if (announced > this.#maxBytes) throw new UnusableResponse('too-large')
    return new BufferedResponse({ maxBytes: this.#maxBytes, announced, large: this.#large, cancel, mayBeLarge })
  }

  /** Reads one from a stream. @throws UnusableAnswer; the failure of the body; the signal's reason. */
  async read(body: AsyncIterable<Buffer>, headers: IncomingHttpHeaders, cancel: Cancellable): Promise<string> {
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
  /** The length that its head tells, 0 when it does not. */
  announced: number
  /** The turn of large answers. */
  large: Mutex
  cancel: Cancellable
  mayBeLarge(): void
}

/** One answer, as its bytes come in. `end` is due whatever becomes of it. */
export class BufferedResponse {
  readonly #reading: BufferOptions
  readonly #chunks: Buffer[] = []
  #size = 0
  #turn: 'none' | 'asked' | 'taken' | 'over' = 'none'

  constructor(reading: BufferOptions) {
    this.#reading = reading
  }

  /**
   * @returns when the next bytes may come, if not at once; rejects with the signal's reason, or what `mayBeLarge` throws.
   * @throws UnusableAnswer; what `mayBeLarge` throws.
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
      mayBeLarge() // those before it in the line may have been the same caller's
    })
  }

  /** All of them; to be asked for once. */
  bytes(): Buffer {
    const chunks = this.#chunks.splice(0)
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /**
   * Its bytes are needed no longer, or will not come: the next large answer has its turn, in another turn of the event loop, as those
   * that wait may all be refused one after the other.
   */
  end(): void {
    if (this.#turn === 'taken') setImmediate(() => this.#reading.large.release())
    this.#turn = 'over'
    if (this.#chunks.length > 0 && this.#size > largeBytes) releaseBuffers(this.#chunks.splice(0))
  }
}
