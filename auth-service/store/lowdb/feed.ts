import { randomBytes } from 'node:crypto'
import type { Change, ChangeFeed, News } from '../feed.js'
import { Signal } from '../signal.js'

/** How many changes are kept; readers further behind get a full snapshot. */
const maxChanges = 10_000

/**
 * The changes feed of a single process: in memory, so every restart invalidates earlier cursors.
 */
export class MemoryFeed implements ChangeFeed {
  readonly #run = randomBytes(6).toString('hex')
  readonly #signal = new Signal()
  #first = 0
  #changes: Change[] = []
  #isClosed = false

  async announce(changes: readonly Change[]): Promise<void> {
    this.#changes.push(...changes)
    this.#signal.fire()
    const surplus = this.#changes.length - 2 * maxChanges
    if (surplus < 0) return
    this.#changes = this.#changes.slice(-maxChanges)
    this.#first += surplus + maxChanges
  }

  async since(cursor: string | undefined, waitMs = 0): Promise<News> {
    const isUpToDate = cursor === this.#cursorAt(this.#first + this.#changes.length)
    if (isUpToDate && waitMs > 0 && !this.#isClosed) await this.#signal.wait(waitMs)
    return this.#since(cursor)
  }

  close(): void {
    this.#isClosed = true
    this.#signal.fire()
  }

  #since(cursor: string | undefined): News {
    const next = this.#first + this.#changes.length
    const from = Number(cursor?.slice(this.#run.length + 1))
    const known = cursor === this.#cursorAt(from) && from >= this.#first && from <= next
    return {
      cursor: this.#cursorAt(next),
      changes: known ? this.#changes.slice(from - this.#first) : undefined,
    }
  }

  #cursorAt(number: number): string {
    return `${this.#run}.${number}`
  }
}
