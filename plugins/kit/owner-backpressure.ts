import type { ServerResponse } from 'node:http'
import { usedUp } from '../../kit/api/rate-limited.js'

/** Maximum size of one owner's unread large answers: two of 10,000 hits reach it. */
const maxBytes = 8 * 1024 * 1024

/**
 * Counts large answers by owner until their clients have read them: a client that requests more
 * without reading costs all others time and memory.
 */
export class OwnerBackpressure {
  readonly #bytesOf = new Map<string, number>()

  /** @throws ApiError RATE_LIMITED while an owner's answers hold too much. */
  check(owner: string): void {
    if ((this.#bytesOf.get(owner) ?? 0) < maxBytes) return
    const message = `Read your earlier answers first: more than ${maxBytes >> 20} MiB of them are unread`
    const limit = { limit: maxBytes >> 20, unit: 'mebibytes', by: 'owner' }
    throw usedUp(message, { ...limit, reason: 'unread_answers' }, 1)
  }

  /** Counts an answer of this size until the kernel has taken all of it, or its client has left. */
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
