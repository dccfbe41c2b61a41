import { ApiError } from '../kit/api/errors.js'
import { usedUp } from '../kit/api/rate-limited.js'
import { Contention } from './contention.js'
import { KeyedCounter } from './keyed-counter.js'
import { LinkedList } from './linked-list.js'
import { LoopScheduler } from './loop-scheduler.js'
import { RoundRobinQueue } from './round-robin-queue.js'

/** Adds one listener for the client's disconnect or the deadline; undefined removes it. */
export interface CancelSignal {
  listen(listener: (() => void) | undefined): void
}

export interface FairQueueOptions {
  /** Maximum number of searches in flight. */
  slots: number
  /** From this share of the cost limit on a search is expensive. */
  dearShare: number
  /** Maximum wait of a search, in milliseconds. */
  patienceMs: number
  /** Milliseconds from any origin. */
  now?: () => number
}

/** Maximum number of waiting searches, per owner and in all (docs/query-cost.md). */
const maxWaitingPerOwner = 2000
const maxWaiting = 10_000

/**
 * While others are active, an owner with this many expensive searches waiting rests after each for
 * a multiple of the time it took.
 */
const burst = 16
const restTimes = 8

/**
 * While others are active, an owner starts an expensive search when its queue has not grown for
 * this long, in milliseconds: while a burst is being read, the processors are busy
 * (docs/performance.md). The second number is the longest wait for that.
 */
const burstPauseMs = 25
const maxBurstWaitMs = 3000

/** The part of the slots that expensive searches may use. */
const expensivePart = 1 / 4

/** A search that waits for its slots. */
interface QueuedSearch {
  owner: string
  weight: number
  begin(): void
  abandon(): void
  /** When its wait times out. */
  until: number
}

/**
 * Starts searches from one queue per owner, the owners in turn, so that a burst only delays its own
 * sender. Expensive searches have slots of their own and take them by cost: one at the limit takes
 * all of them. An owner that is not alone has one expensive search in flight: more would keep the
 * engine's threads from the others' small ones. A burst of them starts when all of it has arrived,
 * and rests after each.
 */
export class FairQueue {
  readonly #expensiveShare: number
  readonly #expensiveSlots: number
  readonly #expensive: Lane
  readonly #ordinary: Lane
  readonly #contention: Contention

  constructor({ slots, dearShare, patienceMs, now }: FairQueueOptions) {
    this.#expensiveShare = dearShare
    this.#expensiveSlots = Math.max(1, Math.floor(slots * expensivePart))
    this.#contention = new Contention(now)
    this.#expensive = new Lane(this.#expensiveSlots, patienceMs, (owner) =>
      this.#contention.isAlone(owner),
    )
    this.#ordinary = new Lane(Math.max(1, slots - this.#expensiveSlots), patienceMs, () => true)
  }

  /** Searches that wait. */
  get waiting(): number {
    return this.#expensive.waiting + this.#ordinary.waiting
  }

  /**
   * Whether a search that has its slots is to leave the engine's threads to others: an expensive
   * one, while its owner is not alone.
   */
  mustRunSingleThreaded(owner: string, share: number): boolean {
    return share >= this.#expensiveShare && !this.#contention.isAlone(owner)
  }

  /**
   * Takes the slots of a search, at once where they are free.
   * @param share Cost of the search as a share of the limit, 0 to 1.
   * @param cancel Aborted when the client disconnects, or at the deadline: the search leaves the
   * queue. It has no other listener.
   * @returns the function that releases the slots.
   * @throws ApiError RATE_LIMITED when too many of the owner wait, OVERLOADED when too many of all
   * do, or it left the queue.
   */
  enter(owner: string, share: number, cancel: CancelSignal): (() => void) | Promise<() => void> {
    this.#contention.note(owner)
    const isExpensive = share >= this.#expensiveShare
    const lane = isExpensive ? this.#expensive : this.#ordinary
    const weight = isExpensive
      ? Math.min(this.#expensiveSlots, Math.ceil(share * this.#expensiveSlots))
      : 1
    const releaseOf = () => {
      const since = performance.now()
      return () => lane.leave(owner, weight, performance.now() - since)
    }
    if (lane.take(owner, weight)) return releaseOf()
    if (this.#expensive.waitingOf(owner) + this.#ordinary.waitingOf(owner) >= maxWaitingPerOwner) {
      const message = `No more than ${maxWaitingPerOwner} of your searches may wait at once`
      throw usedUp(message, maxWaitingPerOwner, 1)
    }
    if (this.waiting >= maxWaiting) {
      throw new ApiError('OVERLOADED', 'Too many searches at once. Try again shortly.', retry)
    }
    return lane.wait(owner, weight, cancel).then(releaseOf)
  }
}

const retry = { headers: { 'Retry-After': '1' } }

/** Slots, and the searches that wait for them. */
class Lane {
  readonly #patienceMs: number
  #free: number
  readonly #queues = new RoundRobinQueue<QueuedSearch>()
  /** All that wait, in the order of arrival: the first times out first. */
  readonly #waiting = new LinkedList<QueuedSearch>()
  #timer: NodeJS.Timeout | undefined
  /** Number of searches in flight of each owner. */
  readonly #inFlight = new KeyedCounter()
  /**
   * Owners that leave the engine to others for a while: their burst still arrives, or their last
   * search has just ended.
   */
  readonly #resting = new Set<string>()
  readonly #mayExceedOne: (owner: string) => boolean
  readonly #isReady: (owner: string) => boolean
  /**
   * Searches that time out together are rejected one by one, so that others are served in between.
   */
  readonly #rejections = new LoopScheduler()

  /** @param mayExceedOne Whether an owner that has one in flight, or rests, may start another. */
  constructor(slots: number, patienceMs: number, mayExceedOne: (owner: string) => boolean) {
    this.#free = slots
    this.#patienceMs = patienceMs
    this.#mayExceedOne = mayExceedOne
    this.#isReady = (owner) =>
      (this.#inFlight.of(owner) === 0 && !this.#resting.has(owner)) || mayExceedOne(owner)
  }

  get waiting(): number {
    return this.#queues.size
  }

  waitingOf(owner: string): number {
    return this.#queues.sizeOf(owner)
  }

  /**
   * Takes slots if they are free and none waits; not for an owner that may have only one, as its
   * burst may follow.
   */
  take(owner: string, weight: number): boolean {
    if (!this.#mayExceedOne(owner)) {
      if (this.#isReady(owner) && this.waitingOf(owner) === 0) this.#waitForBurst(owner)
      return false
    }
    if (this.waiting > 0 || this.#free < weight) return false
    this.#begin(owner, weight)
    return true
  }

  /** @param tookMs How long its slots were taken. */
  leave(owner: string, weight: number, tookMs: number): void {
    this.#free += weight
    this.#inFlight.remove(owner)
    if (this.waitingOf(owner) >= burst && !this.#mayExceedOne(owner))
      this.#rest(owner, tookMs * restTimes)
    this.#beginNext()
  }

  #rest(owner: string, ms: number): void {
    this.#resting.add(owner)
    setTimeout(() => this.#wake(owner), ms).unref()
  }

  #wake(owner: string): void {
    this.#resting.delete(owner)
    this.#beginNext()
  }

  /**
   * Makes an owner rest until its queue no longer grows. @param seen How many of its searches have
   * arrived.
   */
  #waitForBurst(owner: string, seen = 1, latest = performance.now() + maxBurstWaitMs): void {
    this.#resting.add(owner)
    const check = () => {
      const waiting = this.waitingOf(owner)
      if (waiting > seen && performance.now() < latest) this.#waitForBurst(owner, waiting, latest)
      else this.#wake(owner)
    }
    setTimeout(check, burstPauseMs).unref()
  }

  wait(owner: string, weight: number, cancel: CancelSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        cancel.listen(undefined)
        this.#waiting.remove(node)
      }
      const one: QueuedSearch = {
        owner,
        weight,
        until: performance.now() + this.#patienceMs,
        begin() {
          settle()
          resolve()
        },
        abandon: () => {
          if (!dequeue()) return // it has started before its rejection
          settle()
          this.#beginNext() // it may have been the one that all others waited behind
          reject(new ApiError('OVERLOADED', 'The search waited too long for its turn.', retry))
        },
      }
      cancel.listen(one.abandon)
      const node = this.#waiting.add(one)
      const dequeue = this.#queues.add(owner, one)
      if (!this.#timer) this.#wakeIn(this.#patienceMs)
      this.#beginNext() // those before may wait for searches of their own
    })
  }

  /** One timer for all: a burst would have thousands. */
  readonly #rejectTimedOut = (): void => {
    const now = performance.now()
    let node = this.#waiting.first
    for (; node && node.value.until <= now; node = this.#waiting.first) {
      const { owner, abandon } = node.value
      this.#waiting.remove(node)
      this.#rejections.take(owner, abandon)
    }
    this.#timer = undefined
    if (node) this.#wakeIn(Math.ceil(node.value.until - now))
  }

  #wakeIn(ms: number): void {
    // waiting requests keep the process alive by their connections
    this.#timer = setTimeout(this.#rejectTimedOut, ms).unref()
  }

  /**
   * The next owner in turn that may start a search does so as soon as there is room; none overtakes
   * it, so that the most expensive search starts too.
   */
  #beginNext(): void {
    for (;;) {
      const one = this.#queues.first(this.#isReady)
      if (!one || one.weight > this.#free) return
      this.#queues.next(this.#isReady)
      this.#begin(one.owner, one.weight)
      one.begin()
    }
  }

  #begin(owner: string, weight: number): void {
    this.#free -= weight
    this.#inFlight.add(owner)
  }
}
