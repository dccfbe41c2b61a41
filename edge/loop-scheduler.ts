import { RoundRobinQueue } from './round-robin-queue.js'

interface ScheduledTask {
  owner: string
  begin(): void
  /** By `performance.now()`. */
  since: number
}

/** How work is spread. */
export interface LoopSchedulerOptions {
  /** How long a turn of the event loop may begin things at once, in milliseconds. */
  atOnceMs?: number
  /**
   * How long a turn begins those that wait, in milliseconds: a few requests together cost a sixth less than each in a turn of
   * its own, as code and data are at hand then; a longer time than 0.2 gains no more.
   */
  beginMs?: number
  /** Whether one of an owner may begin now. @param isQuiet Whether nothing came in this turn, and nothing else ran. */
  mayBegin?(owner: string, isQuiet: boolean): boolean
  /** Whether an owner leaves most of the time to others: when some of his have begun in a turn, all such owners rest. */
  rests?(owner: string): boolean
  /** How many times as long as what began of theirs took, with all that it led to at once, they rest. */
  restTimes?: number
}

/** Of a turn that was long with other work, such as many large bodies that pass by, those that wait may take this part more. */
const beginPart = 1 / 20

/** A turn as short as this, in milliseconds, did nothing but look for what has arrived. */
const quietMs = 0.1

/**
 * Spreads work over the turns of the event loop: what comes when a turn has begun enough waits, and some of those that wait
 * begin in each of the next turns, the owners in turn. Whatever else is ready goes on in between, before it when there is much.
 */
export class LoopScheduler {
  readonly #lines = new RoundRobinQueue<ScheduledTask>()
  readonly #atOnceMs: number
  readonly #beginMs: number
  readonly #restTimes: number
  readonly #mayBegin: (owner: string, isQuiet: boolean) => boolean
  readonly #rests: (owner: string) => boolean
  #restUntil = 0
  /** Since when something of those who rest runs, and what it leads to at once. */
  #restlessSince: number | undefined
  /** Ends the rest when nothing else is to begin. */
  #alarm: NodeJS.Timeout | undefined
  /** Until when more may begin in this turn; 0 when nothing has begun in it. */
  #until = 0
  /** When all that is ours of this turn was over, but for what began at once. */
  #leftAt = 0
  /** The same with it. */
  #idleAt = 0

  constructor(options: LoopSchedulerOptions = {}) {
    const { atOnceMs = 1, beginMs = 0.2, mayBegin = () => true, rests = () => false, restTimes = 3 } = options
    this.#atOnceMs = atOnceMs
    this.#beginMs = beginMs
    this.#mayBegin = mayBegin
    this.#rests = rests
    this.#restTimes = restTimes
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
    const mayBegin = this.#hasTime(since) && this.#lines.size === 0 && this.#mayBegin(owner, false)
    if (mayBegin && (since >= this.#restUntil || !this.#rests(owner))) {
      this.#idleAt = this.#begin(owner, begin, since)
      return undefined
    }
    return this.#lines.add(owner, { owner, begin, since })
  }

  #hasTime(now: number): boolean {
    if (this.#until > 0) return now < this.#until
    this.#until = now + this.#atOnceMs
    this.#leftAt = now
    setImmediate(this.#next)
    return true
  }

  readonly #next = (): void => {
    const now = performance.now()
    let isQuiet = now - this.#leftAt < quietMs
    const isRested = now >= this.#restUntil
    const isReady = (owner: string) => this.#mayBegin(owner, isQuiet) && (isRested || !this.#rests(owner))
    const mayTakeMs = Math.max(this.#beginMs, (now - Math.max(this.#leftAt, this.#idleAt)) * beginPart)
    this.#until = 0
    for (let at = now; at - now < mayTakeMs; ) {
      const one = this.#lines.next(isReady)
      if (this.#lines.size > 0) this.#lookAgain(one !== undefined || isRested, now)
      if (!one) break
      isQuiet = false
      at = this.#begin(one.owner, one.begin, at)
    }
    this.#leftAt = performance.now()
  }

  /** @param at The present moment. @returns that at which it has begun. */
  #begin(owner: string, begin: () => void, at: number): number {
    if (this.#restlessSince === undefined && this.#rests(owner)) {
      this.#restlessSince = at
      // most of a request runs in microtasks behind this; a tick that one of them asks for comes when there are no more
      queueMicrotask(() => process.nextTick(this.#rest))
    }
    begin()
    return performance.now()
  }

  readonly #rest = (): void => {
    const now = performance.now()
    this.#restUntil = now + (now - this.#restlessSince!) * this.#restTimes
    this.#restlessSince = undefined
  }

  #lookAgain(isSoon: boolean, now: number): void {
    if (isSoon) this.#hasTime(now)
    else {
      this.#alarm ??= setTimeout(() => {
        this.#alarm = undefined
        this.#hasTime(performance.now())
      }, this.#restUntil - now)
    }
  }
}
