import { Lines } from './lines.js'

interface Waiting {
  begin(): void
  /** By `performance.now()`. */
  since: number
}

/** How long a turn of the event loop may begin things at once. */
const sliceMs = 1

/**
 * How long a turn begins those that wait: a few requests together cost a sixth less than each in a turn of its own, as code and data
 * are at hand then; a longer time gains no more.
 */
const beginMs = 0.2

/** Of a turn that was long with other work, such as many large bodies that pass by, those that wait may take this part more. */
const beginPart = 1 / 20

/** A turn as short as this, in milliseconds, did nothing but look for what has arrived. */
const quietMs = 0.1

/**
 * Spreads work over the turns of the event loop: what comes when a turn has begun enough waits, and some of those that wait
 * begin in each of the next turns, the owners in turn. Whatever else is ready goes on in between, before it when there is much.
 */
export class Turns {
  readonly #lines = new Lines<Waiting>()
  readonly #isFull: (owner: string) => boolean
  /** Until when more may begin in this turn; 0 when nothing has begun in it. */
  #until = 0
  /** When all that is ours of this turn was over, but for what began at once. */
  #leftAt = 0
  /** The same with it. */
  #idleAt = 0

  /** @param isFull Whether so much is under way that one more of an owner would only be slower: it begins in a quiet turn. */
  constructor(isFull: (owner: string) => boolean = () => false) {
    this.#isFull = isFull
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
    if (this.#lines.size === 0 && this.#hasTime(since) && !this.#isFull(owner)) {
      begin()
      this.#idleAt = performance.now()
      return undefined
    }
    const waiting = { begin, since }
    this.#lines.add(owner, waiting)
    return () => this.#lines.remove(owner, waiting)
  }

  #hasTime(now: number): boolean {
    if (this.#until > 0) return now < this.#until
    this.#until = now + sliceMs
    this.#leftAt = now
    setImmediate(this.#next)
    return true
  }

  readonly #next = (): void => {
    const now = performance.now()
    let isQuiet = now - this.#leftAt < quietMs
    const mayTakeMs = Math.max(beginMs, (now - Math.max(this.#leftAt, this.#idleAt)) * beginPart)
    this.#until = 0
    do {
      const one = this.#lines.next((owner) => isQuiet || !this.#isFull(owner))
      if (this.#lines.size > 0 && this.#until === 0) this.#hasTime(now)
      if (!one) break
      isQuiet = false
      one.begin()
    } while (performance.now() - now < mayTakeMs)
    this.#leftAt = performance.now()
  }
}
