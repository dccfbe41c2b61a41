import { ApiError } from '../kit/api/errors.js'
import { usedUp } from '../kit/api/rate-limited.js'
import { Contention } from './contention.js'
import { KeyedCounter } from './keyed-counter.js'
import { LinkedList } from './linked-list.js'
import { LoopScheduler } from './loop-scheduler.js'
import { RoundRobinQueue } from './round-robin-queue.js'

/** Adds one listener for the client's disconnect or the deadline; undefined removes it. */
export interface Cancellation {
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
const crowd = 16
const restTimes = 8

/**
 * While others are active, an owner starts an expensive search when its queue has not grown for
 * this long, in milliseconds: while a burst is being read, the processors are busy
 * (docs/performance.md). The second number is the longest wait for that.
 */
const gatherMs = 25
const longestGatherMs = 3000

/** The part of the slots that expensive searches may use. */
const dearPart = 1 / 4

/** A search that waits for its slots. */
interface QueuedSearch {
  owner: string
  weight: number
  begin(): void
  giveUp(): void
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
  readonly #dearShare: number
  readonly #dearSlots: number
  readonly #dear: Lane
  readonly #ordinary: Lane
  readonly #company: Contention

  constructor({ slots, dearShare, patienceMs, now }: FairQueueOptions) {
    this.#dearShare = dearShare
    this.#dearSlots = Math.max(1, Math.floor(slots * dearPart))
    this.#company = new Contention(now)
    this.#dear = new Lane(this.#dearSlots, patienceMs, (owner) => this.#company.isAlone(owner))
    this.#ordinary = new Lane(Math.max(1, slots - this.#dearSlots), patienceMs, () => true)
  }

  /** Searches that wait. */
  get waiting(): number {
    return this.#dear.waiting + this.#ordinary.waiting
  }

  /**
   * Whether a search that has its slots is to leave the engine's threads to others: an expensive
   * one, while its owner is not alone.
   */
  mustBeGentle(owner: string, share: number): boolean {
    return share >= this.#dearShare && !this.#company.isAlone(owner)
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
  enter(owner: string, share: number, cancel: Cancellation): (() => void) | Promise<() => void> {
    this.#company.note(owner)
    const isDear = share >= this.#dearShare
    const lane = isDear ? this.#dear : this.#ordinary
    const weight = isDear ? Math.min(this.#dearSlots, Math.ceil(share * this.#dearSlots)) : 1
    const begun = () => {
      const since = performance.now()
      return () => lane.leave(owner, weight, performance.now() - since)
    }
    if (lane.take(owner, weight)) return begun()
    if (this.#dear.waitingOf(owner) + this.#ordinary.waitingOf(owner) >= maxWaitingPerOwner) {
      const message = `No more than ${maxWaitingPerOwner} of your searches may wait at once`
      throw usedUp(message, maxWaitingPerOwner, 1)
    }
    if (this.waiting >= maxWaiting) {
      throw new ApiError('OVERLOADED', 'Too many searches at once. Try again shortly.', retry)
    }
    return lane.wait(owner, weight, cancel).then(begun)
  }
}

const retry = { headers: { 'Retry-After': '1' } }

/** Slots, and the searches that wait for them. */
class Lane {
  readonly #patienceMs: number
  #free: number
  readonly #lines = new RoundRobinQueue<QueuedSearch>()
  /** All that wait, in the order of arrival: the first times out first. */
  readonly #waiting = new LinkedList<QueuedSearch>()
  #alarm: NodeJS.Timeout | undefined
  /** Number of searches in flight of each owner. */
  readonly #underWay = new KeyedCounter()
  /**
   * Owners that leave the engine to others for a while: their burst still arrives, or their last
   * search has just ended.
   */
  readonly #resting = new Set<string>()
  readonly #mayHaveMore: (owner: string) => boolean
  readonly #isReady: (owner: string) => boolean
  /**
   * Searches that time out together are rejected one by one, so that others are served in between.
   */
  readonly #givingUp = new LoopScheduler()

  /** @param mayHaveMore Whether an owner that has one in flight, or rests, may start another. */
  constructor(slots: number, patienceMs: number, mayHaveMore: (owner: string) => boolean) {
    this.#free = slots
    this.#patienceMs = patienceMs
    this.#mayHaveMore = mayHaveMore
    this.#isReady = (owner) => (this.#underWay.of(owner) === 0 && !this.#resting.has(owner)) || mayHaveMore(owner)
  }

  get waiting(): number {
    return this.#lines.size
  }

  waitingOf(owner: string): number {
    return this.#lines.sizeOf(owner)
  }

  /**
   * Takes slots if they are free and none waits; not for an owner that may have only one, as its
   * burst may follow.
   */
  take(owner: string, weight: number): boolean {
    if (!this.#mayHaveMore(owner)) {
      if (this.#isReady(owner) && this.waitingOf(owner) === 0) this.#gather(owner)
      return false
    }
    if (this.waiting > 0 || this.#free < weight) return false
    this.#begin(owner, weight)
    return true
  }

  /** @param tookMs How long its slots were taken. */
  leave(owner: string, weight: number, tookMs: number): void {
    this.#free += weight
    this.#underWay.remove(owner)
    if (this.waitingOf(owner) >= crowd && !this.#mayHaveMore(owner)) this.#rest(owner, tookMs * restTimes)
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
  #gather(owner: string, seen = 1, latest = performance.now() + longestGatherMs): void {
    this.#resting.add(owner)
    const look = () => {
      const waiting = this.waitingOf(owner)
      if (waiting > seen && performance.now() < latest) this.#gather(owner, waiting, latest)
      else this.#wake(owner)
    }
    setTimeout(look, gatherMs).unref()
  }

  wait(owner: string, weight: number, cancel: Cancellation): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        cancel.listen(undefined)
        this.#waiting.remove(place)
      }
      const one: QueuedSearch = {
        owner,
        weight,
        until: performance.now() + this.#patienceMs,
        begin() {
          settle()
          resolve()
        },
        giveUp: () => {
          if (!leave()) return // it has started before its rejection
          settle()
          this.#beginNext() // it may have been the one that all others waited behind
          reject(new ApiError('OVERLOADED', 'The search waited too long for its turn.', retry))
        },
      }
      cancel.listen(one.giveUp)
      const place = this.#waiting.add(one)
      const leave = this.#lines.add(owner, one)
      if (!this.#alarm) this.#wakeIn(this.#patienceMs)
      this.#beginNext() // those before may wait for searches of their own
    })
  }

  /** One timer for all: a burst would have thousands. */
  readonly #endPatience = (): void => {
    const now = performance.now()
    let place = this.#waiting.first
    for (; place && place.value.until <= now; place = this.#waiting.first) {
      const { owner, giveUp } = place.value
      this.#waiting.remove(place)
      this.#givingUp.take(owner, giveUp)
    }
    this.#alarm = undefined
    if (place) this.#wakeIn(Math.ceil(place.value.until - now))
  }

  #wakeIn(ms: number): void {
    // waiting requests keep the process alive by their connections
    this.#alarm = setTimeout(this.#endPatience, ms).unref()
  }

  /**
   * The next owner in turn that may start a search does so as soon as there is room; none overtakes
   * it, so that the most expensive search starts too.
   */
  #beginNext(): void {
    for (;;) {
      const one = this.#lines.first(this.#isReady)
      if (!one || one.weight > this.#free) return
      this.#lines.next(this.#isReady)
      this.#begin(one.owner, one.weight)
      one.begin()
    }
  }

  #begin(owner: string, weight: number): void {
    this.#free -= weight
    this.#underWay.add(owner)
  }
}
