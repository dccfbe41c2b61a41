import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../../kit/log/log.js'
import type { UsageStore } from '../../kit/usage/store.js'
import { addUsed, dayAt, hourAt, keptDays, type UsageRow } from '../../kit/usage/usage.js'
import type { WorkerUsage } from '../worker/messages.js'
import { SearchTerms } from './search-terms.js'
import type { WorkerProcess } from './worker-process.js'

/** Pause between two writes, in milliseconds: what kill -9 may lose. */
const pauseMs = 60_000

/** How long a busy worker is waited for; what it hands over later is in the next write. */
const lateMs = 5000

/** Days with usage that are removed at once: one is due each day, and some when it was down. */
const removedPerDay = 2

/** An hour of which the last counts may still come. */
interface OpenHour {
  /** Of its part in the store. An hour that is opened again has another: it replaces nothing. */
  id: string
  /** By credential. */
  rows: Map<string, UsageRow>
  hasNews: boolean
}

/** What a ledger needs of the primary. */
interface UsageSources {
  readonly workers: readonly Pick<WorkerProcess, 'ipc'>[]
}

/** Collects what the workers have counted, and writes it once a minute and at the end. */
export class UsageLedger {
  readonly #store: UsageStore
  readonly #sources: UsageSources
  readonly #timer: NodeJS.Timeout
  readonly #hours = new Map<string, OpenHour>()
  readonly #searchTerms: SearchTerms
  #writing: Promise<void> = Promise.resolve()
  /** The last day of which older ones were removed. */
  #cleaned = ''
  #hasFailed = false

  constructor(store: UsageStore, sources: UsageSources, everyMs = pauseMs) {
    this.#store = store
    this.#sources = sources
    this.#searchTerms = new SearchTerms(store)
    this.#timer = setInterval(() => this.#collectAndWrite(), everyMs).unref()
  }

  /** Counts what a worker has handed over. */
  add({ rows, terms }: WorkerUsage): void {
    this.#searchTerms.add(terms)
    for (const row of rows) {
      const hour = this.#hours.get(row.hour) ?? { id: randomUUID(), rows: new Map(), hasNews: true }
      this.#hours.set(row.hour, hour)
      hour.hasNews = true
      const id = row.key ?? row.owner
      const sum = hour.rows.get(id)
      if (sum) addUsed(sum, row)
      else hour.rows.set(id, row)
    }
  }

  /** Writes what the workers have handed over when they ended, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.#write()
  }

  #collectAndWrite(): void {
    this.#writing = this.#writing.then(async () => {
      const asked = this.#sources.workers.map(async ({ ipc }) =>
        this.add(await ipc.request<WorkerUsage>('usage')),
      )
      const late = wait(lateMs, undefined, { ref: false })
      await Promise.race([Promise.allSettled(asked), late])
      await this.#write()
    })
  }

  async #write(): Promise<void> {
    const now = Date.now()
    try {
      await this.#writeNews(now)
      if (this.#cleaned !== dayAt(now)) await removeOld(this.#store, now)
      this.#cleaned = dayAt(now)
      this.#hasFailed = false
    } catch (err) {
      if (!this.#hasFailed) log.error({ err }, 'usage cannot be written; retrying every minute')
      this.#hasFailed = true
    }
    // a store that stays away must not fill the memory
    for (const hour of this.#hours.keys())
      if (hour < hourAt(now - 86_400_000)) this.#hours.delete(hour)
  }

  /** An hour that cannot be written does not hold up the others. */
  async #writeNews(now: number): Promise<void> {
    const failures: unknown[] = []
    const note = (error: unknown) => failures.push(error)
    for (const [hour, open] of this.#hours)
      await this.#writeHour(hour, open, hourAt(now)).catch(note)
    await this.#searchTerms.write(dayAt(now)).catch(note)
    if (failures.length > 0) throw failures[0]
  }

  async #writeHour(hour: string, open: OpenHour, current: string): Promise<void> {
    if (open.hasNews) {
      open.hasNews = false
      try {
        await this.#store.write({ hour, id: open.id, rows: [...open.rows.values()] })
      } catch (error) {
        open.hasNews = true
        throw error
      }
    }
    if (hour < current && !open.hasNews) this.#hours.delete(hour)
  }
}

/** Removes old days, but few: the clock may be wrong. */
async function removeOld(store: UsageStore, now: number): Promise<void> {
  const first = dayAt(now, 1 - keptDays)
  const old = (await store.days()).filter((day) => day < first)
  if (old.length > removedPerDay)
    log.warn({ days: old.length, first }, 'many days of usage are old: is the clock right?')
  for (const day of old.slice(0, removedPerDay)) await store.remove(day)
}
