/**
 * A change that gateways must learn of, because they cache the old state (docs/architecture.md,
 * Internal calls).
 */
export interface Change {
  of: 'keys' | 'sessions' | 'users' | 'signingKeys'
  id: string
  /** `ended`: refuse it from now on. `changed`: drop the cached state and ask again. */
  kind: 'ended' | 'changed'
  /** Of a user whose plan alone changed: that of the tokens, which stay valid. */
  plan?: string
  /** ms since the epoch. */
  at: number
  /** Until when an end must be kept. */
  until?: number
}

/** The answer of a feed. */
export interface News {
  /** The cursor for the next request. */
  cursor: string
  /**
   * The changes since the given cursor, oldest first; undefined when that one is not known (any
   * more).
   */
  changes: readonly Change[] | undefined
}

/** The changes that a store keeps. */
export interface KeptChanges {
  /** Distinguishes them from those of an earlier feed. */
  run: string
  /** Number of the oldest. */
  first: number
  changes: Change[]
}

/** What a reader learns with its cursor. */
export function selectNews({ run, first, changes }: KeptChanges, cursor: string | undefined): News {
  const next = first + changes.length
  const from = Number(cursor?.slice(run.length + 1))
  const isKnown = cursor === `${run}.${from}` && from >= first && from <= next
  return { cursor: `${run}.${next}`, changes: isKnown ? changes.slice(from - first) : undefined }
}

/**
 * Distributes changes to every process that serves the gateways. The oldest are dropped after a
 * while.
 */
export interface ChangeFeed {
  /** Resolves when every reader, in any process, gets the changes. */
  announce(changes: readonly Change[]): Promise<void>
  /**
   * @param cursor From the last answer; undefined for a new reader.
   * @param waitMs How long it may wait for a change when there is none since a known cursor.
   */
  since(cursor: string | undefined, waitMs: number): Promise<News>
  /** Answers all waiting requests. From now on none waits. */
  close(): void
}

/** Wakes all that wait for an event in this process. */
export class Signal {
  readonly #waiting = new Set<() => void>()

  /** Resolves when the signal fires, after this many milliseconds at the latest. */
  wait(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, withinMs)
      this.#waiting.add(wake)
    })
  }

  fire(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}
