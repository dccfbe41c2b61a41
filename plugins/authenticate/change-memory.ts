import type { ChangeRow } from '../../kit/api/internal-answers.js'

/** How long a change is kept when the auth service does not say, in milliseconds. */
const rememberMs = 24 * 60 * 60 * 1000

/** Added to its time: an access token may live this much longer where clocks differ or are set. */
const spareMs = 5 * 60 * 1000

/** What is known about something that ended or changed. */
interface RememberedChange {
  /** The number of the feed's last answer that reported it. */
  position: number
  hasEnded: boolean
  /**
   * When it last ended or changed otherwise than by its plan, ms since 1970 by the clock of the
   * auth service that did it.
   */
  at: number
  /** Of a user: the plan of the tokens, if it changed since. */
  plan: string | undefined
  /** When it is forgotten, by performance.now(). */
  until: number
}

/** For another worker: `until` is how long it is still kept, in milliseconds. */
export type RememberedChangeRow = RememberedChange & { id: string }

/**
 * The ends and changes of one kind, by id. Independent of the gateway's own clock, which may be set
 * at any time.
 */
export class ChangeMemory {
  readonly #entries = new Map<string, RememberedChange>()
  readonly #isFinal: boolean

  /**
   * @param isFinal Whether ends are final: a disabled user may be enabled again, a revoked key
   *   never is.
   */
  constructor({ isFinal }: { isFinal: boolean }) {
    this.#isFinal = isFinal
  }

  get(id: string): Readonly<RememberedChange> | undefined {
    return this.#entries.get(id)
  }

  /** The changes of an answer, oldest first. @param position The answer's number. */
  learn(changes: readonly ChangeRow[], position: number): void {
    for (const { id, kind, at, plan, until = at + rememberMs } of changes) {
      const known = this.#entries.get(id)
      this.#entries.set(id, {
        position,
        hasEnded: kind === 'ended' || (this.#isFinal && known?.hasEnded === true),
        at: Math.max(plan === undefined ? at : 0, known?.at ?? 0),
        plan,
        until: Math.max(performance.now() + until - at + spareMs, known?.until ?? 0),
      })
    }
  }

  remembered(): RememberedChangeRow[] {
    const now = performance.now()
    return Array.from(this.#entries, ([id, entry]) => ({ ...entry, id, until: entry.until - now }))
  }

  /** Continues with what another worker knows. */
  takeOver(rows: readonly RememberedChangeRow[]): void {
    const now = performance.now()
    this.#entries.clear()
    for (const { id, ...entry } of rows)
      this.#entries.set(id, { ...entry, until: entry.until + now })
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Removes expired entries. @returns the highest position of those removed, or 0. */
  sweep(): number {
    const now = performance.now()
    let greatest = 0
    for (const [id, { until, position }] of this.#entries) {
      if (until >= now) continue
      this.#entries.delete(id)
      greatest = Math.max(greatest, position)
    }
    return greatest
  }
}
