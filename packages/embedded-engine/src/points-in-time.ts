import { randomBytes } from 'node:crypto'
import { EngineError, illegalArgument, indexNotFound } from './errors.js'
import type { Shard } from './index/shard.js'
import type { Json } from './queries/options.js'

/** The indices as they were when a point in time was opened. */
interface PointInTime {
  /** For each index that of then: the index itself, or a copy once something was written to it. */
  shards: Map<Shard, Shard>
  /** By the process's clock, in milliseconds. */
  expiresAt: number
}

/** The points in time that searches may name. Each ends when it is closed, or was not used. */
export class PointsInTime {
  readonly #open = new Map<string, PointInTime>()

  /** @returns its id. @throws EngineError */
  open(shards: readonly Shard[], keepAlive: unknown): string {
    const id = randomBytes(15).toString('base64url')
    const expiresAt = performance.now() + spanOf(keepAlive)
    this.#open.set(id, { shards: new Map(shards.map((shard) => [shard, shard])), expiresAt })
    return id
  }

  /**
   * The indices of one, which lives on for the span that the search names.
   * @param isThere Whether an index still exists.
   * @throws EngineError
   */
  shardsOf({ id, keep_alive }: Json, isThere: (shard: Shard) => boolean): Shard[] {
    this.#dropExpired()
    const found = this.#open.get(String(id))
    if (!found)
      throw new EngineError(404, 'search_context_missing_exception', 'No search context found')
    for (const shard of found.shards.keys()) if (!isThere(shard)) throw indexNotFound(shard.name)
    if (keep_alive !== undefined) found.expiresAt = performance.now() + spanOf(keep_alive)
    return [...found.shards.values()]
  }

  /** @returns whether it was open. */
  close(id: unknown): boolean {
    this.#dropExpired()
    return this.#open.delete(String(id))
  }

  /** To be called before an index is written to. */
  beforeWrite(shard: Shard): void {
    if (this.#open.size === 0) return
    this.#dropExpired()
    const holding = [...this.#open.values()].filter(({ shards }) => shards.get(shard) === shard)
    if (holding.length === 0) return
    const copy = shard.copy()
    for (const { shards } of holding) shards.set(shard, copy)
  }

  #dropExpired(): void {
    const now = performance.now()
    for (const [id, { expiresAt }] of this.#open) if (expiresAt <= now) this.#open.delete(id)
  }
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** A time span in milliseconds. */
function spanOf(text: unknown): number {
  const [, amount, unit = ''] = /^(\d{1,9})(ms|s|m|h)$/.exec(String(text)) ?? []
  if (amount === undefined) throw illegalArgument('[keep_alive] must be a time span such as 1m')
  return Number(amount) * units[unit]!
}
