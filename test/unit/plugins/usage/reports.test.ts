import { createUsed, type UsageRow } from '../../../../kit/usage/counts.js'
import type { Caller } from '../../../../plugins/kit/context.js'
import { UsageReports, type UsageRequest } from '../../../../plugins/usage/index.js'

const hours = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' }
const request: UsageRequest = { by: 'day', hours }
const token = { kind: 'access-token', ownerId: '1', credentialId: 'a' } as Caller
const key = { kind: 'api-key', ownerId: '1', credentialId: 'a' } as Caller

/** A store with a row of the token and one of a key; counts how often it is read. */
class CountedStore {
  reads = 0
  isAway = false

  async *read(): AsyncGenerator<UsageRow> {
    this.reads++
    if (this.isAway) throw new Error('away')
    for (const key of [null, 'a', 'b'])
      yield { hour: hours.from, owner: '1', key, prefix: key, ...createUsed(), requests: 1 }
  }
}

test.each<[string, Caller, UsageRequest, number, number]>([
  ['an equal call', { ...token, credentialId: 'b' }, { ...request }, 1, 3],
  ['a key of the same owner', key, request, 2, 1],
  ['another key', { ...key, credentialId: 'c' }, request, 2, 0],
  ['other hours', token, { by: 'day', hours: { ...hours, to: hours.from } }, 2, 3],
])('%s shares the read of a token, or does not', async (_, caller, asked, reads, requests) => {
  const store = new CountedStore()
  const reports = new UsageReports(store as never)
  const [, second] = await Promise.all([
    reports.report(token, request),
    reports.report(caller, asked),
  ])
  expect([store.reads, second.totals.requests]).toEqual([reads, requests])
  expect(await reports.report(caller, asked)).toEqual(second)
  expect(store.reads).toBe(reads)
})

test('a failure is not remembered', async () => {
  const store = new CountedStore()
  const reports = new UsageReports(store as never)
  store.isAway = true
  await expect(reports.report(token, request)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  })
  store.isAway = false
  expect((await reports.report(token, request)).totals.requests).toBe(3)
})
