import type { ChangeRow } from '../../kit/api/internal-answers.js'

/** How long a change is remembered when the auth service does not say, in milliseconds. */
const rememberMs = 24 * 60 * 60 * 1000

/** How much longer than it says: an access token may live on so long where clocks differ or are set. */
const spareMs = 5 * 60 * 1000

/** What is known of something that ended or changed. */
interface Heard {
  /** The answer of the feed that told it last, by its number. */
  position: number
  hasEnded: boolean
  /** When it was, ms since 1970 by the clock of the auth service that did it. */
  at: number
  /** Until when it is remembered, by performance.now(). */
  until: number
}

/** What ended or changed of one kind, by id. The gateway's own clock may be set at will: it decides nothing here. */
export class ChangeMemory {
  readonly #heard = new Map<string, Heard>()
  readonly #isFinal: boolean

  /** @param isFinal Whether what ended stays so: a disabled user may be enabled again, a revoked key never is. */
  constructor({ isFinal }: { isFinal: boolean }) {
    this.#isFinal = isFinal
  }

  get(id: string): Readonly<Heard> | undefined {
    return this.#heard.get(id)
  }

  /** The changes of an answer, oldest first. @param position The answer's number. */
  learn(changes: readonly ChangeRow[], position: number): void {
    for (const { id, kind, at, until = at + rememberMs } of changes) {
      const known = this.#heard.get(id)
      this.#heard.set(id, {
        position,
        hasEnded: kind === 'ended' || (this.#isFinal && known?.hasEnded === true),
        at: Math.max(at, known?.at ?? 0),
        until: Math.max(performance.now() + until - at + spareMs, known?.until ?? 0),
      })
    }
  }

  clear(): void {
    this.#heard.clear()
  }

  /** Forgets what is over. @returns the greatest position of what was forgotten, or 0. */
  sweep(): number {
    const now = performance.now()
    let greatest = 0
    for (const [id, { until, position }] of this.#heard) {
      if (until >= now) continue
      this.#heard.delete(id)
      greatest = Math.max(greatest, position)
    }
    return greatest
  }
}
