import { ApiError } from '../kit/api/errors.js'
import { type QueueReason, usedUp } from '../kit/api/rate-limited.js'
import { isVisitor } from '../kit/credentials/plans.js'
import { Flow } from './flow.js'

/** Adds one listener for the client's disconnect or the deadline; undefined removes it. */
export interface CancelSignal {
  listen(listener: (() => void) | undefined): void
}

export interface FairQueueOptions {
  /** How many tasks may run at once. */
  slots: number
  /** How many of the slots are only for owners who are owed a turn; none if absent. */
  reserved?: number
  /** Maximum wait of a task, in milliseconds. */
  patienceMs: number
  /** `details.reason` of its refusals. */
  reason: QueueReason
}

/** Returns the slot of a task. @param ms What the task has used, in milliseconds. */
export type Release = (ms: number) => void

/** Maximum number of waiting tasks, per owner and in all (docs/query-cost.md promises both). */
const maxWaitingPerOwner = 2000
export const maxWaiting = 10_000

/** Requests begun, or given up, in one turn of the event loop: others continue in between. */
const perTurn = 8

/** A task that waits for its slot. */
interface Task {
  /** Whether its owner was owed a turn when it came. */
  isOwed: boolean
  /** When its wait times out, by `performance.now()`. */
  until: number
  begin(): void
  abandon(): void
}

/**
 * Starts tasks from one queue per owner, so that a burst only delays its own sender; visitors are
 * one owner together. The number of waiting tasks is bounded, per owner and in all, and so is their
 * wait.
 */
export class FairQueue {
  /** How many tasks may run at once; those beyond a smaller number run to their end. */
  slots: number
  /** Number of tasks that have a slot. */
  running = 0
  /** What a task has used at most, in milliseconds. */
  #longestMs = 0
  readonly #options: Required<FairQueueOptions>
  readonly #all = new Flow<Task>()
  readonly #visitors = new Flow(this.#all)
  /** Those that wait, run, or have used something that may still count. */
  readonly #flows = new Map<string, Flow<Task>>()
  /** All waiting tasks, in the order of arrival: the first times out first. */
  readonly #tasks = new Set<Task>()
  #isTimed = false

  constructor(options: FairQueueOptions) {
    this.#options = { reserved: 0, ...options }
    this.slots = options.slots
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#tasks.size
  }

  /**
   * Takes a slot for a task, at once where one is free for it.
   * @param cancel Called when the client disconnects, or at the deadline: the task leaves the
   * queue. It has no other listener.
   * @returns the function that releases the slot.
   * @throws ApiError RATE_LIMITED when too many of the owner wait, OVERLOADED when too many of all
   * do, it would wait for too long, or it left the queue.
   */
  enter(owner: string, cancel: CancelSignal): Release | Promise<Release> {
    const { reserved, patienceMs, reason } = this.#options
    const flow = this.#flowOf(owner)
    if (this.#free > reserved) return this.#take(flow)
    const isOwed = reserved > 0 && flow.isOwed
    if (isOwed && this.#free > 0) return this.#take(flow)
    if (flow.waiting >= maxWaitingPerOwner) {
      const message = `No more than ${maxWaitingPerOwner} of your requests may wait at the same time`
      const limit = { limit: maxWaitingPerOwner, unit: 'requests', by: 'owner' }
      throw usedUp(message, { ...limit, reason }, 1)
    }
    if (this.waiting >= maxWaiting || this.#waitMs(flow) > patienceMs)
      throw this.#overloaded(flow, 'Too many requests at once. Try again shortly.')
    return new Promise((resolve, reject) => {
      const task: Task = {
        isOwed,
        until: performance.now() + patienceMs,
        begin: () => {
          this.#tasks.delete(task)
          cancel.listen(undefined)
          resolve(this.#take(flow, task))
        },
        abandon: () => {
          if (!this.#tasks.delete(task)) return // a listener that cannot be removed
          cancel.listen(undefined)
          flow.leave(task)
          reject(this.#overloaded(flow, 'The request waited too long in the queue.'))
        },
      }
      cancel.listen(task.abandon)
      this.#tasks.add(task)
      flow.join(task)
      if (!this.#isTimed) this.#checkIn(patienceMs)
    })
  }

  /** Counts what an owner has used besides its tasks, in milliseconds. */
  charge(owner: string, ms: number): void {
    this.#flowOf(owner).charge(ms)
  }

  get #free(): number {
    return this.slots - this.running
  }

  #flowOf(owner: string): Flow<Task> {
    const known = this.#flows.get(owner)
    if (known) return known
    if (this.#flows.size >= 2 * maxWaiting)
      for (const [name, { isIdle }] of this.#flows) if (isIdle) this.#flows.delete(name)
    const flow = new Flow(isVisitor(owner) ? this.#visitors : this.#all)
    this.#flows.set(owner, flow)
    return flow
  }

  /** How long a further task is expected to wait, in milliseconds, where that may be too long. */
  #waitMs(flow: Flow<Task>): number {
    const { reserved, patienceMs } = this.#options
    const atOnce = Math.max(1, this.slots - reserved)
    return this.waiting * this.#longestMs > atOnce * patienceMs ? flow.backlogMs / atOnce : 0
  }

  #overloaded(flow: Flow<Task>, message: string): ApiError {
    const { patienceMs, reason } = this.#options
    const seconds = Math.ceil((this.#waitMs(flow) - patienceMs) / 1000)
    const headers = { 'Retry-After': String(Math.max(1, seconds)) }
    return new ApiError('OVERLOADED', message, { details: { reason }, headers })
  }

  #take(flow: Flow<Task>, task?: Task): Release {
    this.running++
    const end = flow.begin(task)
    return (ms) => {
      this.running--
      this.#longestMs = Math.max(this.#longestMs, ms)
      end(ms)
      this.#beginNext()
    }
  }

  /** Starts waiting tasks while there is room. */
  #beginNext(): void {
    while (this.#free > 0) {
      const { line } = this.#all
      const flow =
        this.#free > this.#options.reserved ? line[0] : line.find(({ next }) => next.isOwed)
      if (!flow) return
      flow.next.begin()
    }
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

/** What a request is taken to use: the CPU of an everyday one, in milliseconds. */
const requestMs = 1

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
    if (entered instanceof Promise)
      return entered.then((release) => void setImmediate(release, requestMs))
    setImmediate(entered, requestMs)
    return undefined
  }

  /** As `FairQueue.charge`. */
  charge(owner: string, ms: number): void {
    this.#queue.charge(owner, ms)
  }
}
