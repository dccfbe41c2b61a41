import { log } from '../../log/log.js'
import type { Ipc } from '../../process/ipc.js'
import { type HeldPlace, MemoryHolds } from '../holds.js'
import type { Windows } from '../windows.js'
import { LeasedWindows, type LeaseSource } from './leased-windows.js'
import type { CounterOptions, Given, Returned, SharedLimits, Taking } from './shared-limits.js'

type LeaseRequest = [CounterOptions, Taking]
type Return = [CounterOptions, Returned]

interface PendingLease {
  request: LeaseRequest
  resolve(given: Given): void
  reject(error: Error): void
}

/**
 * A worker's connection to the primary's shared limits. Requests of one event loop turn are sent in
 * one message.
 */
export class SharedLimitsLink implements LeaseSource {
  readonly #ipc: Ipc
  readonly #windows: LeasedWindows[] = []
  /** Those of this worker, while the primary cannot count. */
  readonly #holds = new MemoryHolds()
  #waiting: PendingLease[] = []
  #hasFailed = false

  constructor(ipc: Ipc) {
    this.#ipc = ipc
  }

  windows(options: CounterOptions): Windows {
    const made = new LeasedWindows(this, options)
    this.#windows.push(made)
    return made
  }

  take(options: CounterOptions, taking: Taking): Promise<Given> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#requestAll())
      this.#waiting.push({ request: [options, taking], resolve, reject })
    })
  }

  async giveBack(...returned: Return): Promise<void> {
    await this.#ipc.request('limits-back', returned)
  }

  /** A `Hold`. */
  async hold(place: HeldPlace, forMs: number): Promise<boolean> {
    try {
      return await this.#ipc.request<boolean>('limits-hold', [place, forMs])
    } catch (error) {
      this.#report(error)
      return this.#holds.hold(place, forMs)
    }
  }

  /** Gives back what was not spent. */
  async close(): Promise<void> {
    await Promise.all(this.#windows.map((windows) => windows.close()))
  }

  async #requestAll(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    try {
      const given = await this.#ipc.request<Given[]>(
        'limits',
        waiting.map(({ request }) => request),
      )
      for (const [i, { resolve }] of waiting.entries()) resolve(given[i]!)
    } catch (error) {
      this.#report(error)
      for (const { reject } of waiting) reject(error as Error)
    }
  }

  /** Logs the first fault. A primary that is gone is none: its workers end. */
  #report(err: unknown): void {
    if (this.#hasFailed || !this.#ipc.isConnected) return
    this.#hasFailed = true
    log.error(
      { err },
      'the primary cannot count rate limits: this worker counts its own requests only',
    )
  }
}

/** Answers a worker from the shared limits. */
export function answerLimits(ipc: Ipc, limits: SharedLimits): void {
  ipc.handle('limits', (requests: LeaseRequest[]) =>
    requests.map(([options, taking]) => limits.take(options, taking)),
  )
  ipc.handle('limits-back', ([options, returned]: Return) => limits.giveBack(options, returned))
  ipc.handle('limits-hold', ([place, forMs]: [HeldPlace, number]) =>
    limits.holds.hold(place, forMs),
  )
}
