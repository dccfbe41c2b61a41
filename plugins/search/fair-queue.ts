import { ApiError } from '../../kit/errors.js'
import { Lines } from '../../kit/lines.js'
import { Turns } from '../../kit/turns.js'
import type { Cancellable } from '../kit/cancellation.js'

export interface FairQueueOptions {
  /** How many searches may be under way. */
  slots: number
  /** From this share of the cap on a search is dear. */
  dearShare: number
  /** How long a search waits at most, in milliseconds. */
  patienceMs: number
}

/** Greatest number of searches that wait, of one owner and of all (docs/query-cost.md). */
const maxWaitingPerOwner = 2000
const maxWaiting = 10_000

/** The part of the slots that dear searches may use. */
const dearPart = 1 / 4

/** A search that waits for its slots. */
interface Waiting {
  weight: number
  begin(): void
}

/**
 * Begins searches from one line per owner, the owners in turn, so that whoever sends many waits for himself. Dear
 * searches have slots of their own, and take them by their price: one that costs as much as the cap takes all of them.
 */
export class FairQueue {
  readonly #dearShare: number
  readonly #dearSlots: number
  readonly #dear: Lane
  readonly #ordinary: Lane

  constructor({ slots, dearShare, patienceMs }: FairQueueOptions) {
    this.#dearShare = dearShare
    this.#dearSlots = Math.max(1, Math.floor(slots * dearPart))
    this.#dear = new Lane(this.#dearSlots, patienceMs)
    this.#ordinary = new Lane(Math.max(1, slots - this.#dearSlots), patienceMs)
  }

  /** Searches that wait. */
  get waiting(): number {
    return this.#dear.waiting + this.#ordinary.waiting
  }

  /**
   * Takes the slots of a search, at once where they are free.
   * @param share Price of the search as a share of the cap, 0 to 1.
   * @param cancel Aborted when the caller hangs up, or the deadline has come: the search leaves the line.
   * @returns the function that gives the slots back.
   * @throws ApiError RATE_LIMITED when too many of the owner wait, OVERLOADED when too many of all do, or it left the line.
   */
  enter(owner: string, share: number, cancel: Cancellable): (() => void) | Promise<() => void> {
    const isDear = share >= this.#dearShare
    const lane = isDear ? this.#dear : this.#ordinary
    const weight = isDear ? Math.min(this.#dearSlots, Math.ceil(share * this.#dearSlots)) : 1
    const leave = () => lane.leave(weight)
    if (lane.take(weight)) return leave
    if (this.#dear.waitingOf(owner) + this.#ordinary.waitingOf(owner) >= maxWaitingPerOwner) {
      throw new ApiError('RATE_LIMITED', `No more than ${maxWaitingPerOwner} of your searches may wait at once`, retry)
    }
    if (this.waiting >= maxWaiting) {
      throw new ApiError('OVERLOADED', 'Too many searches at once. Try again shortly.', retry)
    }
    return lane.wait(owner, weight, cancel.signal).then(() => leave)
  }
}

const retry = { headers: { 'Retry-After': '1' } }

/** Slots, and those who wait for them. */
class Lane {
  readonly #patienceMs: number
  #free: number
  readonly #lines = new Lines<Waiting>()
  /** Those whose patience ends at once are told one by one, so that others are served in between. */
  readonly #givingUp = new Turns()

  constructor(slots: number, patienceMs: number) {
    this.#free = slots
    this.#patienceMs = patienceMs
  }

  get waiting(): number {
    return this.#lines.size
  }

  waitingOf(owner: string): number {
    return this.#lines.sizeOf(owner)
  }

  /** Takes slots if nobody waits and they are free. */
  take(weight: number): boolean {
    if (this.waiting > 0 || this.#free < weight) return false
    this.#free -= weight
    return true
  }

  leave(weight: number): void {
    this.#free += weight
    this.#beginNext()
  }

  wait(owner: string, weight: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        signal.removeEventListener('abort', giveUp)
        clearTimeout(patience)
      }
      const one: Waiting = {
        weight,
        begin() {
          settle()
          resolve()
        },
      }
      const giveUp = () => {
        settle()
        this.#lines.remove(owner, one)
        this.#beginNext() // it may have been the one that all others waited behind
        reject(new ApiError('OVERLOADED', 'The search waited too long for its turn.', retry))
      }
      const patience = setTimeout(() => this.#givingUp.take(owner, giveUp), this.#patienceMs)
      signal.addEventListener('abort', giveUp, { once: true })
      this.#lines.add(owner, one)
    })
  }

  /** Whoever has the turn begins as soon as there is room for him; nobody overtakes, so that the dearest begins too. */
  #beginNext(): void {
    for (let one = this.#lines.first(); one && one.weight <= this.#free; one = this.#lines.first()) {
      this.#lines.next()
      this.#free -= one.weight
      one.begin()
    }
  }
}
