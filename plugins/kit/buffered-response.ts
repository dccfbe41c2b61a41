import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../../kit/api/errors.js'

/** Larger answers are limited: per owner, and in all. */
export const largeBytes = 256 * 1024

/** All large answers together may take as much memory as this many of the largest. */
const largestAtOnce = 2

/** An answer that was not read to its end. Its message is for the log. */
export class UnusableResponse extends Error {
  /** `unreadable`: compressed without being requested; a little gzip may expand to gigabytes. */
  readonly reason: 'too-large' | 'unreadable'

  constructor(reason: 'too-large' | 'unreadable', message: string = reason) {
    super(message)
    this.name = 'UnusableResponse'
    this.reason = reason
  }
}

const tooMuch = new ApiError('OVERLOADED', 'Too many large answers at once. Try again shortly.', {
  headers: { 'Retry-After': '1' },
})

/** Reads whole answers, with a size limit for each, and one for all large ones together. */
export class BufferedResponses {
  readonly #maxBytes: number
  /** Size of the large answers that are being read or processed. */
  #largeInAll = 0

  /** @param maxBytes Maximum size of an answer. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Starts reading an answer after its headers.
   * @param mayBeLarge Throws when the caller may not get a large answer now.
   * @throws UnusableResponse
   */
  begin(headers: IncomingHttpHeaders, mayBeLarge = () => {}): BufferedResponse {
    const { 'content-encoding': coding = 'identity' } = headers
    if (coding !== 'identity')
      throw new UnusableResponse('unreadable', `Content-Encoding ${coding} was not asked for`)
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes)
      throw new UnusableResponse('too-large')
    return new BufferedResponse(this.#maxBytes, mayBeLarge, (bytes) => this.#count(bytes))
  }

  /** Reads one from a stream. @throws as `BufferedResponse.take`; the failure of the body. */
  async read(body: AsyncIterable<Buffer>, headers: IncomingHttpHeaders): Promise<string> {
    const answer = this.begin(headers)
    try {
      for await (const chunk of body) answer.take(chunk)
      return answer.bytes().toString()
    } finally {
      answer.end()
    }
  }

  #count(bytes: number): void {
    this.#largeInAll += bytes
    if (bytes > 0 && this.#largeInAll > largestAtOnce * this.#maxBytes) throw tooMuch
  }
}

/** One answer, as its bytes arrive. Always call `end`. */
export class BufferedResponse {
  readonly #maxBytes: number
  readonly #mayBeLarge: () => void
  readonly #count: (bytes: number) => void
  readonly #chunks: Buffer[] = []
  #size = 0
  /** The part of its size that is counted with those of other large answers. */
  #counted = 0

  constructor(maxBytes: number, mayBeLarge: () => void, count: (bytes: number) => void) {
    this.#maxBytes = maxBytes
    this.#mayBeLarge = mayBeLarge
    this.#count = count
  }

  /**
   * @throws UnusableResponse; an error of `mayBeLarge`; ApiError OVERLOADED while other large
   * answers take the memory.
   */
  take(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) throw new UnusableResponse('too-large')
    this.#chunks.push(chunk)
    if (this.#size <= largeBytes) return
    if (this.#counted === 0) this.#mayBeLarge()
    const more = this.#size - this.#counted
    this.#counted = this.#size
    this.#count(more)
  }

  /** All bytes; to be called once. */
  bytes(): Buffer {
    const chunks = this.#chunks.splice(0)
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  /** Releases its bytes. */
  end(): void {
    this.#chunks.length = 0
    this.#count(-this.#counted)
    this.#counted = 0
  }
}
