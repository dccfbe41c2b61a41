import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../../kit/log/log.js'
import type { WorkerUsage } from '../../kit/usage/counter.js'
import {
  type AskedTerm,
  addUsed,
  dayMs,
  hourMs,
  keptDays,
  toDay,
  type UsageRow,
} from '../../kit/usage/counts.js'
import type { Series, UsagePart, UsageStore } from '../../kit/usage/store.js'
import { PopularTerms } from './popular-terms.js'
import type { WorkerProcess } from './worker-process.js'

/** Pause between two writes, in milliseconds: what kill -9 may lose. */
const pauseMs = 60_000

/** How long a busy worker is waited for; what it hands over later is in the next write. */
const lateMs = 5000

/** Days that are removed at once: one is due each day, and some when it was down. */
const removedPerDay = 2

/**
 * How long counts of one part come in, and how long after that they are kept while the store is
 * away, in milliseconds. Who has asked for a term is forgotten when the day is over.
 */
const times = {
  usage: { lastsMs: hourMs, keptMs: dayMs },
  searches: { lastsMs: dayMs, keptMs: 0 },
} as const

/** A part of which the last counts may still come. One that is opened again has another id. */
interface OpenPart extends Omit<UsagePart, 'rows'> {
  sums: { add(count: UsageRow | AskedTerm): boolean; readonly rows: UsagePart['rows'] }
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
  readonly #parts = new Map<string, OpenPart>()
  #writing: Promise<void> = Promise.resolve()
  /** The last day of which older ones were removed. */
  #cleaned = ''
  #hasFailed = false

  constructor(store: UsageStore, sources: UsageSources, everyMs = pauseMs) {
    this.#store = store
    this.#sources = sources
    this.#timer = setInterval(() => this.#collectAndWrite(), everyMs).unref()
  }

  /** Whether the last write succeeded. */
  get canWrite(): boolean {
    return !this.#hasFailed
  }

  /** Counts what a worker has handed over. */
  add({ rows, terms }: WorkerUsage): void {
    for (const row of rows) this.#add('usage', row, UsageSums)
    for (const term of terms) this.#add('searches', term, PopularTerms)
  }

  /** Writes what the workers have handed over when they ended, and stops. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    await this.#write()
  }

  #add<Count extends UsageRow | AskedTerm>(
    series: keyof Series,
    count: Count,
    Sums: new () => { add(count: Count): boolean; readonly rows: UsagePart['rows'] },
  ): void {
    const { hour } = count
    const name = `${series} ${hour}`
    const opened = { series, hour, id: randomUUID(), sums: new Sums(), hasNews: false }
    const part = this.#parts.get(name) ?? (opened as OpenPart)
    this.#parts.set(name, part)
    if (part.sums.add(count)) part.hasNews = true
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
    const failures: unknown[] = []
    const note = (error: unknown) => failures.push(error)
    // a part that cannot be written does not hold up the others
    for (const part of this.#parts.values()) await this.#writeNews(part).catch(note)
    for (const [name, { series, hour, hasNews }] of this.#parts) {
      const msOver = now - Date.parse(hour) - times[series].lastsMs
      // a store that stays away must not fill the memory
      if (msOver >= 0 && (!hasNews || msOver >= times[series].keptMs)) this.#parts.delete(name)
    }
    if (this.#cleaned !== toDay(now)) await removeOld(this.#store, now).catch(note)
    if (failures.length === 0) this.#cleaned = toDay(now)
    else if (!this.#hasFailed)
      log.error({ err: failures[0] }, 'usage cannot be written; retrying every minute')
    this.#hasFailed = failures.length > 0
  }

  async #writeNews(part: OpenPart): Promise<void> {
    if (!part.hasNews) return
    const { series, hour, id, sums } = part
    part.hasNews = false
    try {
      await this.#store.write({ series, hour, id, rows: sums.rows })
    } catch (error) {
      part.hasNews = true
      throw error
    }
  }
}

/** The sums of an hour, by credential. */
class UsageSums {
  readonly #rows = new Map<string, UsageRow>()

  add(row: UsageRow): boolean {
    const id = row.key ?? row.owner
    const sum = this.#rows.get(id)
    if (sum) addUsed(sum, row)
    else this.#rows.set(id, row)
    return true
  }

  get rows(): UsageRow[] {
    return [...this.#rows.values()]
  }
}

/** Removes old days, but few: the clock may be wrong. */
async function removeOld(store: UsageStore, now: number): Promise<void> {
  const first = toDay(now, 1 - keptDays)
  const old = (await store.days()).filter((day) => day < first)
  if (old.length > removedPerDay)
    log.warn({ days: old.length, first }, 'many days of usage are old: is the clock right?')
  for (const day of old.slice(0, removedPerDay)) await store.remove(day)
}
