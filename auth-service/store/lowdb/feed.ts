import { randomBytes } from 'node:crypto'
import {
  type Change,
  type ChangeFeed,
  type KeptChanges,
  type News,
  Signal,
  selectNews,
} from '../feed.js'

/** How many changes are kept; readers further behind get a full snapshot. */
const maxChanges = 10_000

/**
 * The changes feed of a single process: in memory, so every restart invalidates earlier cursors.
 */
export class MemoryFeed implements ChangeFeed {
  readonly #kept: KeptChanges = { run: randomBytes(6).toString('hex'), first: 0, changes: [] }
  readonly #signal = new Signal()
  #isClosed = false

  async announce(changes: readonly Change[]): Promise<void> {
    const kept = this.#kept
    kept.changes.push(...changes)
    this.#signal.fire()
    const surplus = kept.changes.length - 2 * maxChanges
    if (surplus < 0) return
    kept.changes = kept.changes.slice(-maxChanges)
    kept.first += surplus + maxChanges
  }

  async since(cursor: string | undefined, waitMs: number): Promise<News> {
    const isUpToDate = selectNews(this.#kept, cursor).changes?.length === 0
    if (isUpToDate && waitMs > 0 && !this.#isClosed) await this.#signal.wait(waitMs)
    return selectNews(this.#kept, cursor)
  }

  close(): void {
    this.#isClosed = true
    this.#signal.fire()
  }
}
