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
   * An answer whose head has come.
   * @param signal Ends the waiting of a large answer for its turn; whoever aborts it ends the body too.
   * @throws UnusableAnswer
   */
  begin(headers: IncomingHttpHeaders, signal: AbortSignal): WholeAnswer {
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new UnusableAnswer('unreadable')
    if (Number(headers['content-length'] ?? 0) > this.#maxBytes) throw new UnusableAnswer('too-large')
    return new WholeAnswer(this.#maxBytes, this.#large, signal)
  }

  /** Reads one from a stream. @throws UnusableAnswer; the failure of the body; the signal's reason. */
  async read(body: AsyncIterable<Buffer>, headers: IncomingHttpHeaders, signal: AbortSignal): Promise<string> {
    const answer = this.begin(headers, signal)
    try {
      for await (const chunk of body) await answer.take(chunk)
      return answer.text()
    } finally {
      answer.end()
    }
  }
}

/** One answer, as its bytes come in. `end` is due whatever becomes of it. */
export class WholeAnswer {
  readonly #maxBytes: number
  readonly #large: Mutex
  readonly #signal: AbortSignal
  readonly #chunks: Buffer[] = []
  #size = 0
  #turn: 'none' | 'asked' | 'taken' = 'none'

  constructor(maxBytes: number, large: Mutex, signal: AbortSignal) {
    this.#maxBytes = maxBytes
    this.#large = large
    this.#signal = signal
  }

  /**
   * @returns when the next bytes may come, if not at once; rejects with the signal's reason.
   * @throws UnusableAnswer
   */
  take(chunk: Buffer): Promise<void> | undefined {
    this.#size += chunk.length
    if (this.#size > this.#maxBytes) throw new UnusableAnswer('too-large')
    this.#chunks.push(chunk)
    if (this.#size <= largeBytes || this.#turn !== 'none') return undefined
    this.#turn = 'asked'
    return this.#large.acquire(this.#signal).then(() => {
      this.#turn = 'taken'
    })
  }

  text(): string {
    const [first, ...more] = this.#chunks
    return more.length === 0 ? (first?.toString() ?? '') : Buffer.concat(this.#chunks).toString()
  }

  /** Lets the next large answer have its turn. */
  end(): void {
    if (this.#turn === 'taken') this.#large.release()
    this.#turn = 'none'
  }
}
