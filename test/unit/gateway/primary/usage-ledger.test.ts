import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageLedger } from '../../../../gateway/primary/usage-ledger.js'
import { log } from '../../../../kit/log/log.js'
import {
  createUsed,
  hourMs,
  toDay,
  toFirstHour,
  toHour,
  type UsageRow,
} from '../../../../kit/usage/counts.js'
import { UsageFiles } from '../../../../kit/usage/files.js'
import { reportUsage } from '../../../../kit/usage/report.js'
import type { UsagePart, UsageStore } from '../../../../kit/usage/store.js'
import { until } from '../../../support/until.js'

const always = { from: '2000', to: '2999' }

/** A store in memory, which may be away. */
class MemoryStore implements UsageStore {
  readonly parts = new Map<string, UsagePart>()
  isAway = false
  refusals = 0
  refusedHour = ''

  async write(part: UsagePart): Promise<void> {
    if (this.isAway || part.hour === this.refusedHour) {
      this.refusals++
      throw new Error('away')
    }
    this.parts.set(part.id, structuredClone(part))
  }

  async *read(): AsyncGenerator<never> {}

  async days(): Promise<string[]> {
    return []
  }

  async remove(): Promise<void> {}

  get requests(): number {
    const rows = [...this.parts.values()].flatMap((part) => part.rows as UsageRow[])
    return rows.reduce((sum, { requests }) => sum + requests, 0)
  }
}

const row = (hour: string, key: string | null = 'a'): UsageRow => ({
  ...{ hour, owner: '1', key, prefix: key && 'npd_aaaaaaaa' },
  ...createUsed(),
  requests: 1,
})
const usageOf = (rows: UsageRow[]) => ({ rows, terms: [] })
const current = () => toHour(Date.now())
const past = () => toHour(Date.now() - hourMs)

let ledger: UsageLedger | undefined
afterEach(() => ledger?.close())

function ledgerOf(store: UsageStore, rows: () => UsageRow[] = () => []): UsageLedger {
  const ipc = { request: async () => usageOf(rows()) } as never
  ledger = new UsageLedger(store, { workers: [{ ipc }] }, 5)
  return ledger
}

test('an hour is one part, however often it is written, with a row for each credential', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store, () => [row(current()), row(current(), 'b'), row(current(), null)])
  await until(() => store.requests > 30)
  await ledger.close()
  for (const { rows } of store.parts.values()) expect(rows).toHaveLength(3)
  expect(store.parts.size).toBeLessThanOrEqual(2) // the hour may have ended
})

test('what comes late for an hour that is over goes into another part, and replaces none', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store)
  ledger.add(usageOf([row(past())]))
  await until(() => store.parts.size === 1)
  ledger.add(usageOf([row(past()), row(past(), 'b')]))
  await until(() => store.parts.size === 2)
  expect(store.requests).toBe(3)
})

test('while the store is away counts are kept, and written when it is back', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store)
  store.isAway = true
  ledger.add(usageOf([row(past()), row(current())]))
  await until(() => store.refusals > 2)
  expect(ledger.canWrite).toBe(false)
  ledger.add(usageOf([row(current())]))
  store.isAway = false
  await until(() => store.requests === 3 && ledger.canWrite)
})

test('an hour that cannot be written does not hold up later ones', async () => {
  const store = new MemoryStore()
  store.refusedHour = past()
  const ledger = ledgerOf(store)
  ledger.add(usageOf([row(store.refusedHour), row(current())]))
  await ledger.close()
  expect([store.requests, store.refusals > 0]).toEqual([1, true])
})

test('of a store that stays away only the last day is kept in memory', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store)
  store.isAway = true
  ledger.add(usageOf([row(toHour(Date.now() - 26 * hourMs)), row(current())]))
  await until(() => store.refusals > 1)
  store.isAway = false
  await until(() => store.requests > 0)
  await ledger.close()
  expect(store.requests).toBe(1)
})

/** A search for a term by each asker, on the day that began some days ago. */
const askedFor = (term: string, askers: readonly string[], daysAgo: number) => {
  const hour = toFirstHour(toDay(Date.now(), -daysAgo))
  const terms = askers.map((asker) => ({ hour, term, asker, searches: 1, foundNothing: 0 }))
  return { rows: [], terms }
}
const five = ['a', 'b', 'c', 'd', 'e']

test('search terms are a part of their day, which is forgotten when it is over', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store)
  ledger.add(askedFor('over', five.slice(0, 4), 1))
  ledger.add(usageOf([row(past())]))
  await until(() => store.parts.size === 1)
  for (const daysAgo of [1, 0]) ledger.add(askedFor('over', five.slice(4), daysAgo))
  ledger.add(askedFor('food', five, 0))
  await ledger.close()
  const [, today] = [...store.parts.values()]
  const hour = toFirstHour(toDay(Date.now()))
  const rows = [{ hour, term: 'food', searches: 5, foundNothing: 0 }]
  expect([store.parts.size, today]).toMatchObject([2, { series: 'searches', hour, rows }])
})

test('search terms that could not be written by the end of their day are lost', async () => {
  const store = new MemoryStore()
  const ledger = ledgerOf(store)
  store.isAway = true
  ledger.add(askedFor('yesterday', five, 1))
  ledger.add(askedFor('today', five, 0))
  await until(() => store.refusals > 2)
  store.isAway = false
  await ledger.close()
  const terms = [...store.parts.values()].flatMap(({ rows }) => rows)
  expect(terms).toMatchObject([{ term: 'today' }])
})

test('days before the last 35 are removed, once a day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  const store = new UsageFiles(folder)
  const times = [-40, -35, -34, 0].map((days) => `${toDay(Date.now(), days)}T00:00:00.000Z`)
  for (const hour of times)
    await store.write({ series: 'usage', hour, id: 'old', rows: [row(hour)] })
  await ledgerOf(store).close()
  const { rows } = await reportUsage(store.read('usage', always), ({ hour }) => ({ hour }))
  expect(rows.map(({ hour }) => hour)).toEqual(times.slice(2))
  rmSync(folder, { recursive: true })
})

test('a clock that is set forward loses two days, with a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  const store = new UsageFiles(folder)
  for (const day of ['2020-01-01', '2020-01-02', '2020-01-03', '2020-01-04'])
    await store.write({ series: 'usage', hour: `${day}T00:00:00.000Z`, id: 'old', rows: [] })
  const warn = jest.spyOn(log, 'warn').mockReturnValue(undefined)
  await ledgerOf(store).close()
  expect(await store.days()).toEqual(['2020-01-03', '2020-01-04'])
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ days: 4 }),
    expect.stringContaining('clock'),
  )
  warn.mockRestore()
  rmSync(folder, { recursive: true })
})
