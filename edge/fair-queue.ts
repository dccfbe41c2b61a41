import { ApiError } from '../kit/api/errors.js'
import { type QueueReason, usedUp } from '../kit/api/rate-limited.js'

/** Adds one listener for the client's disconnect or the deadline; undefined removes it. */
export interface CancelSignal {
  listen(listener: (() => void) | undefined): void
}

export interface FairQueueOptions {
  /** How many tasks may run at once. */
  slots: number
  /** Maximum wait of a task, in milliseconds. */
  patienceMs: number
  /** `details.reason` of its refusals. */
  reason: QueueReason
  /** How many slots one owner may have at once; all if absent. */
  slotsPerOwner?: number
  /** The group of an owner: its members have these slots together. Absent: each is one. */
  groupOf?: (owner: string) => string
  /** What an owner has used lately: who has used least is next; absent: the owners in turn. */
  usedBy?: (owner: string) => number
}

/** Returns the slot of a task. */
export type Release = () => void

/** Maximum number of waiting tasks, per owner and in all (docs/query-cost.md promises both). */
const maxWaitingPerOwner = 2000
export const maxWaiting = 10_000

/** Requests begun, or given up, in one turn of the event loop: others continue in between. */
const perTurn = 8

/** A task that waits for its slot. */
interface Task {
  owner: string
  /** When its wait times out, by `performance.now()`. */
  until: number
  begin(): void
  abandon(): void
}

/**
 * Starts tasks from one queue per owner, so that a burst only delays its own sender. The number of
 * waiting tasks is bounded, per owner and in all, and so is their wait.
 */
export class FairQueue {
  #free: number
  readonly #slots: number
  readonly #patienceMs: number
  readonly #reason: QueueReason
  readonly #slotsPerOwner: number
  readonly #groupOf: (owner: string) => string
  readonly #usedBy: (owner: string) => number
  /** How many slots each group has. */
  readonly #running = new Map<string, number>()
  /** The waiting tasks by owner; the owner whose turn is next comes first. */
  readonly #owners = new Map<string, Set<Task>>()
  /** All waiting tasks, in the order of arrival: the first times out first. */
  readonly #tasks = new Set<Task>()
  #isTimed = false

  constructor(options: FairQueueOptions) {
    const { slots, patienceMs, reason, slotsPerOwner = slots, usedBy = () => 0 } = options
    const { groupOf = (owner) => owner } = options
    this.#slots = slots
    this.#free = slots
    this.#patienceMs = patienceMs
    this.#reason = reason
    this.#slotsPerOwner = slotsPerOwner
    this.#groupOf = groupOf
    this.#usedBy = usedBy
  }

  /** Number of tasks that have a slot. */
  get running(): number {
    return this.#slots - this.#free
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#tasks.size
  }

  /**
   * Takes a slot for a task, at once where one is free for it and none of its owner waits.
   * @param cancel Called when the client disconnects, or at the deadline: the task leaves the
   * queue. It has no other listener.
   * @returns the function that releases the slot.
   * @throws ApiError RATE_LIMITED when too many of the owner wait, OVERLOADED when too many of all
   * do, or it left the queue.
   */
  enter(owner: string, cancel: CancelSignal): Release | Promise<Release> {
    // while a slot is free, only tasks of owners wait who have all of theirs
    if (this.#free > 0 && this.#mayHaveMore(owner)) return this.#take(owner)
    if ((this.#owners.get(owner)?.size ?? 0) >= maxWaitingPerOwner) {
      const message = `No more than ${maxWaitingPerOwner} of your requests may wait at the same time`
      const limit = { limit: maxWaitingPerOwner, unit: 'requests', by: 'owner' }
      throw usedUp(message, { ...limit, reason: this.#reason }, 1)
    }
    if (this.waiting >= maxWaiting)
      throw this.#overloaded('Too many requests at once. Try again shortly.')
    return new Promise((resolve, reject) => {
      const leave = () => {
        cancel.listen(undefined)
        this.#remove(task)
      }
      const task: Task = {
        owner,
        until: performance.now() + this.#patienceMs,
        begin: () => {
          leave()
          resolve(this.#take(owner))
        },
        abandon: () => {
          leave()
          reject(this.#overloaded('The request waited too long in the queue.'))
        },
      }
      cancel.listen(task.abandon)
      this.#add(task)
    })
  }

  #overloaded(message: string): ApiError {
    const details = { reason: this.#reason }
    return new ApiError('OVERLOADED', message, { details, headers: { 'Retry-After': '1' } })
  }

  #take(owner: string): Release {
    this.#free--
    const group = this.#groupOf(owner)
    this.#running.set(group, this.#runningOf(group) + 1)
    return () => {
      this.#free++
      const running = this.#runningOf(group) - 1
      if (running > 0) this.#running.set(group, running)
      else this.#running.delete(group)
      this.#beginNext()
    }
  }

  #runningOf(group: string): number {
    return this.#running.get(group) ?? 0
  }

  #mayHaveMore(owner: string): boolean {
    return this.#runningOf(this.#groupOf(owner)) < this.#slotsPerOwner
  }

  /** Starts waiting tasks while there is room. */
  #beginNext(): void {
    for (let task = this.#next(); task; task = this.#next()) {
      const line = this.#owners.get(task.owner)!
      this.#owners.delete(task.owner) // the owner's next turn comes after those of the others
      this.#owners.set(task.owner, line)
      task.begin()
    }
  }

  #next(): Task | undefined {
    if (this.#free === 0) return undefined
    let [next, least]: [Task?, number?] = []
    for (const [owner, [task]] of this.#owners) {
      if (!this.#mayHaveMore(owner)) continue
      const used = this.#usedBy(owner)
      if (least === undefined || used < least) [next, least] = [task, used]
      if (least === 0) break
    }
    return next
  }

  #add(task: Task): void {
    const line = this.#owners.get(task.owner)
    if (line) line.add(task)
    else this.#owners.set(task.owner, new Set([task]))
    this.#tasks.add(task)
    if (!this.#isTimed) this.#checkIn(this.#patienceMs)
  }

  #remove(task: Task): void {
    this.#tasks.delete(task)
    const line = this.#owners.get(task.owner)
    line?.delete(task)
    if (line?.size === 0) this.#owners.delete(task.owner)
  }

  /** One timer for all tasks: a burst would have thousands. */
  #checkIn(ms: number): void {
    this.#isTimed = true
    // waiting requests keep the process alive by their connections
    setTimeout(() => this.#endLate(), ms).unref()
  }

  #endLate(): void {
    const now = performance.now()
    let left = perTurn
    for (const task of this.#tasks) {
      if (task.until > now || left-- === 0) break
      task.abandon()
    }
    const [next] = this.#tasks
    this.#isTimed = false
    if (next) this.#checkIn(Math.ceil(next.until - now))
  }
}

/**
 * Maximum wait for a turn: a later answer helps no client. A burst of a thousand requests of one
 * client must fit, even on a slow machine.
 */
const patienceMs = 5000

/** A fair queue whose slots are free again in the next turn of the event loop. */
export class TurnQueue {
  readonly #queue = new FairQueue({ slots: perTurn, patienceMs, reason: 'admission_queue' })

  /** Number of requests that wait. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /**
   * @returns nothing when it is the owner's turn now, else a promise for it, which is rejected like
   * that of `FairQueue.enter`. @throws as `FairQueue.enter`
   */
  enter(owner: string, cancel: CancelSignal): Promise<void> | undefined {
    const entered = this.#queue.enter(owner, cancel)
    if (entered instanceof Promise) return entered.then((release) => void setImmediate(release))
    setImmediate(entered)
    return undefined
  }
}
