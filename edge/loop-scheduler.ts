import { RoundRobinQueue } from './round-robin-queue.js'

interface ScheduledTask {
  owner: string
  begin(): void
  /** By `performance.now()`. */
  since: number
}

/** How work is spread. */
export interface LoopSchedulerOptions {
  /** How long an event loop turn may start work immediately, in milliseconds. */
  atOnceMs?: number
  /**
   * How long a turn starts waiting work, in milliseconds: a few requests together cost a sixth less
   * than each in a turn of its own, as code and data are in the CPU caches. More than 0.2 gains
   * nothing.
   */
  beginMs?: number
  /**
   * Whether one of an owner may start now. @param isQuiet Whether nothing arrived in this turn, and
   * nothing else ran.
   */
  mayBegin?(owner: string, isQuiet: boolean): boolean
  /**
   * Whether an owner has low priority: when some of its work has started in a turn, all such owners
   * rest.
   */
  rests?(owner: string): boolean
  /** How long they rest, as a multiple of the time that their work took with all its microtasks. */
  restTimes?: number
}

/**
 * Of a turn that was long with other work, such as many large bodies, waiting work may take this
 * additional part.
 */
const beginPart = 1 / 20

/** A turn as short as this, in milliseconds, only polled for events. */
const quietMs = 0.1

/**
 * Spreads work over event loop turns: what arrives when a turn has started enough waits, and a part
 * of the waiting work starts in each of the next turns, the owners in turn. Other events are
 * processed in between, and first when there are many.
 */
export class LoopScheduler {
  readonly #queue = new RoundRobinQueue<ScheduledTask>()
  readonly #atOnceMs: number
  readonly #beginMs: number
  readonly #restTimes: number
  readonly #mayBegin: (owner: string, isQuiet: boolean) => boolean
  readonly #rests: (owner: string) => boolean
  #restUntil = 0
  /** Since when low-priority work runs, with its microtasks. */
  #lowPrioritySince: number | undefined
  /** Ends the rest when nothing else is to start. */
  #timer: NodeJS.Timeout | undefined
  /** Until when more may start in this turn; 0 when nothing has started in it. */
  #until = 0
  /** When all our work of this turn was finished, except what started immediately. */
  #endedAt = 0
  /** The same including it. */
  #idleAt = 0

  constructor(options: LoopSchedulerOptions = {}) {
    const {
      atOnceMs = 1,
      beginMs = 0.2,
      mayBegin = () => true,
      rests = () => false,
      restTimes = 3,
    } = options
    this.#atOnceMs = atOnceMs
    this.#beginMs = beginMs
    this.#mayBegin = mayBegin
    this.#rests = rests
    this.#restTimes = restTimes
  }

  /** Number of waiting items. */
  get waiting(): number {
    return this.#queue.size
  }

  /** Number of waiting items of an owner. */
  waitingOf(owner: string): number {
    return this.#queue.sizeOf(owner)
  }

  /** How long the first of an owner has waited, in milliseconds; 0 when none waits. */
  delayOf(owner: string): number {
    const first = this.#queue.firstOf(owner)
    return first ? performance.now() - first.since : 0
  }

  /**
   * Starts immediately, or in one of the next turns.
   * @returns a function that removes it from its queue; undefined when it has started.
   */
  take(owner: string, begin: () => void): (() => void) | undefined {
    const since = performance.now()
    const mayBegin = this.#hasTime(since) && this.#queue.size === 0 && this.#mayBegin(owner, false)
    if (mayBegin && (since >= this.#restUntil || !this.#rests(owner))) {
      this.#idleAt = this.#begin(owner, begin, since)
      return undefined
    }
    return this.#queue.add(owner, { owner, begin, since })
  }

  #hasTime(now: number): boolean {
    if (this.#until > 0) return now < this.#until
    this.#until = now + this.#atOnceMs
    this.#endedAt = now
    setImmediate(this.#next)
    return true
  }

  readonly #next = (): void => {
    const now = performance.now()
    let isQuiet = now - this.#endedAt < quietMs
    const isRested = now >= this.#restUntil
    const isReady = (owner: string) =>
      this.#mayBegin(owner, isQuiet) && (isRested || !this.#rests(owner))
    const budgetMs = Math.max(
      this.#beginMs,
      (now - Math.max(this.#endedAt, this.#idleAt)) * beginPart,
    )
    this.#until = 0
    for (let at = now; at - now < budgetMs; ) {
      const one = this.#queue.next(isReady)
      if (this.#queue.size > 0) this.#schedule(one !== undefined || isRested, now)
      if (!one) break
      isQuiet = false
      at = this.#begin(one.owner, one.begin, at)
    }
    this.#endedAt = performance.now()
  }

  /** @param at The current time. @returns the time at which it has started. */
  #begin(owner: string, begin: () => void, at: number): number {
    if (this.#lowPrioritySince === undefined && this.#rests(owner)) {
      this.#lowPrioritySince = at
      // most of a request runs in microtasks behind this; a tick that one of them asks for comes
      // when there are no more
      queueMicrotask(() => process.nextTick(this.#rest))
    }
    begin()
    return performance.now()
  }

  readonly #rest = (): void => {
    const now = performance.now()
    this.#restUntil = now + (now - this.#lowPrioritySince!) * this.#restTimes
    this.#lowPrioritySince = undefined
  }

  #schedule(isSoon: boolean, now: number): void {
    if (isSoon) this.#hasTime(now)
    else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined
        this.#hasTime(performance.now())
      }, this.#restUntil - now)
    }
  }
}
