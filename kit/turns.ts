import { Lines } from './lines.js'

interface Waiting {
  begin(): void
  /** By `performance.now()`. */
  since: number
}

/**
 * Spreads work over the turns of the event loop: what comes when a turn has begun enough waits, and one of those that wait
 * begins in each of the next turns, the owners in turn. Whatever else is ready goes on in between.
 */
export class Turns {
  readonly #lines = new Lines<Waiting>()
  readonly #sliceMs: number
  /** Until when more may begin in this turn; 0 when nothing has begun in it. */
  #until = 0

  /** @param sliceMs How long a turn of the event loop may begin things at once, in milliseconds; 0: one in each turn. */
  constructor(sliceMs = 1) {
    this.#sliceMs = sliceMs
  }

  /** How many wait. */
  get waiting(): number {
    return this.#lines.size
  }

  /** How many of an owner wait. */
  waitingOf(owner: string): number {
    return this.#lines.sizeOf(owner)
  }

  /** How long the first of an owner has waited, in milliseconds; 0 when none waits. */
  delayOf(owner: string): number {
    const first = this.#lines.firstOf(owner)
    return first ? performance.now() - first.since : 0
  }

  /**
   * Begins at once, or in one of the next turns.
   * @returns what takes it out of its line; nothing when it has begun.
   */
  take(owner: string, begin: () => void): (() => void) | undefined {
    const since = performance.now()
    if (this.#lines.size === 0 && this.#hasTime(since)) {
      begin()
      return undefined
    }
    const waiting = { begin, since }
    this.#lines.add(owner, waiting)
    return () => this.#lines.remove(owner, waiting)
  }

  #hasTime(now: number): boolean {
    if (this.#until > 0) return now < this.#until
    this.#until = now + this.#sliceMs
    setImmediate(this.#next)
    return true
  }

  readonly #next = (): void => {
    this.#until = 0
    const one = this.#lines.next()
    if (!one) return
    if (this.#lines.size > 0) this.#hasTime(performance.now())
    one.begin()
  }
}
