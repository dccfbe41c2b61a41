import type { ServerResponse } from 'node:http'
import { ApiError } from '../../kit/errors.js'

/** Answers up to this size are not counted. */
export const countedBytes = 512 * 1024

/** What the large answers of one owner may hold that have not left yet: two of 10,000 hits reach it. */
const maxBytes = 8 * 1024 * 1024

/**
 * Counts the large answers that have been made and not taken, by owner: whoever asks for more while he does not read what
 * he has got costs everybody time and memory.
 */
export class UnreadAnswers {
  readonly #bytesOf = new Map<string, number>()

  /** @throws ApiError RATE_LIMITED while those of an owner hold too much. */
  judge(owner: string): void {
    if ((this.#bytesOf.get(owner) ?? 0) < maxBytes) return
    const message = `Read your earlier answers first: more than ${maxBytes >> 20} MiB of them wait`
    throw new ApiError('RATE_LIMITED', message, { headers: { 'Retry-After': '1' } })
  }

  /** Counts an answer of so many bytes until it has left, or its caller has. */
  add(owner: string, bytes: number, res: ServerResponse): void {
    if (res.closed) return
    this.#change(owner, bytes)
    res.once('close', () => this.#change(owner, -bytes))
  }

  #change(owner: string, bytes: number): void {
    const sum = (this.#bytesOf.get(owner) ?? 0) + bytes
    if (sum > 0) this.#bytesOf.set(owner, sum)
    else this.#bytesOf.delete(owner)
  }
}
