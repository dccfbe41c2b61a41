import { createUsed, type SearchTerm, type UsageRow } from '../../kit/usage/counts.js'
import { reportUsage } from '../../kit/usage/report.js'
import type { UsageStore } from '../../kit/usage/store.js'

/** A store in a place of its own. */
export interface UsagePlace {
  /** Opens it as another process would. */
  open(): Promise<UsageStore>
  remove(): Promise<void>
}

const all = { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }
const [first, second] = ['2026-11-24T23:00:00.000Z', '2026-11-25T00:00:00.000Z']

const row = (hour: string, owner: string, key: string | null, requests: number): UsageRow => ({
  ...{ hour, owner, key, prefix: key && 'npd_aaaaaaaa', ...createUsed() },
  ...{ requests, cost: 0.37, bytes: 2 ** 33, errors: { FORBIDDEN: 1 } },
})

const term = (text: string, searches: number): SearchTerm => ({
  ...{ hour: second, term: text, searches, foundNothing: 1 },
})

async function sum(store: UsageStore, hours = all, owner?: string): Promise<[string, number][]> {
  const { rows } = await reportUsage(store.read('usage', hours, owner), ({ hour }) => ({ hour }))
  return rows.map(({ hour, requests }) => [hour, requests])
}

/** What every store of usage promises. */
export function usageContract(makePlace: () => Promise<UsagePlace>): void {
  let place: UsagePlace
  beforeEach(async () => {
    place = await makePlace()
  })
  afterEach(() => place.remove())

  test('there is nothing before the first write', async () => {
    const store = await place.open()
    expect(await sum(store)).toEqual([])
    expect(await store.days()).toEqual([])
    await store.remove('2026-11-25')
  })

  test('rows come back as they were, in the order of their hours', async () => {
    const store = await place.open()
    const rows = [row(second, '1', 'a', 2), row(second, '1', null, 3), row(second, '2', 'b', 4)]
    await store.write({ series: 'usage', hour: second, id: 'one', rows })
    await store.write({ series: 'usage', hour: first, id: 'two', rows: [row(first, '1', 'a', 1)] })
    const found: UsageRow[] = []
    for await (const one of (await place.open()).read('usage', all)) found.push(one)
    expect(found[0]).toEqual(row(first, '1', 'a', 1))
    expect(found.slice(1)).toEqual(expect.arrayContaining(rows))
    expect(found).toHaveLength(4)
  })

  test('a part is replaced as a whole; parts of one hour add up', async () => {
    const store = await place.open()
    for (const requests of [1, 5])
      await store.write({
        series: 'usage',
        hour: first,
        id: 'one',
        rows: [row(first, '1', 'a', requests)],
      })
    await store.write({
      series: 'usage',
      hour: first,
      id: 'other',
      rows: [row(first, '1', 'a', 2)],
    })
    expect(await sum(store)).toEqual([[first, 7]])
  })

  test('only the rows of an owner and of some hours', async () => {
    const store = await place.open()
    for (const hour of [first, second]) {
      const rows = [row(hour, '1', 'a', 1), row(hour, '11', 'b', 10)]
      await store.write({ series: 'usage', hour, id: 'one', rows })
    }
    expect(await sum(store, all, '1')).toEqual([
      [first, 1],
      [second, 1],
    ])
    expect(await sum(store, { from: first, to: second })).toEqual([[first, 11]])
    expect(await sum(store, { from: second, to: all.to }, '11')).toEqual([[second, 10]])
  })

  test('more rows than one request has', async () => {
    const store = await place.open()
    const rows = Array.from({ length: 5001 }, (_, i) => row(first, '1', `key-${i}`, 1))
    await store.write({ series: 'usage', hour: first, id: 'one', rows })
    expect(await sum(store)).toEqual([[first, 5001]])
  })

  test('search terms are by day; a part is replaced, and is no row', async () => {
    const store = await place.open()
    const [day, ...terms] = [second.slice(0, 10), term('food', 5), term('shelter', 6)]
    const write = (id: string, rows: SearchTerm[]) =>
      store.write({ series: 'searches', hour: second, id, rows })
    await write('one', terms.slice(0, 1))
    await write('one', [...terms].reverse())
    await write('other', [term('food', 7)])
    const found: SearchTerm[] = []
    const hours = { from: second, to: all.to }
    for await (const one of (await place.open()).read('searches', hours)) found.push(one)
    expect(found).toHaveLength(3)
    expect(found).toEqual(expect.arrayContaining([...terms, term('food', 7)]))
    for await (const one of store.read('searches', { from: first, to: second }))
      expect(one).toBeUndefined()
    expect(await sum(store)).toEqual([])
    expect(await store.days()).toEqual([day])
    await store.remove(day)
    expect(await store.days()).toEqual([])
  })

  test('a day is removed', async () => {
    const store = await place.open()
    for (const hour of [first, second])
      await store.write({ series: 'usage', hour, id: 'one', rows: [row(hour, '1', 'a', 1)] })
    expect(await store.days()).toEqual(['2026-11-24', '2026-11-25'])
    await store.remove('2026-11-24')
    expect(await sum(store)).toEqual([[second, 1]])
  })
}
