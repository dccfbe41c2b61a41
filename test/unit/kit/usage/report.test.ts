import type { UsageRow } from '../../../../kit/usage/counts.js'
import { reportTopCallers } from '../../../../kit/usage/report.js'

test('/usage has the 20 credentials with the most requests, and those with the highest cost', async () => {
  const rows = Array.from({ length: 60 }, (_, i): UsageRow => {
    const ids = { owner: String(i), key: null, prefix: null }
    return { hour: 'any', ...ids, requests: i, cost: 60 - i, bytes: 0, errors: {} }
  })
  async function* read() {
    yield* rows
  }
  const { callers, totals } = await reportTopCallers({ read: read as never }, Date.now())
  const owners = callers.map(({ owner }) => Number(owner))
  const down = (from: number) => Array.from({ length: 20 }, (_, i) => from - i)
  expect(owners).toEqual([...down(59), ...down(19)])
  expect(totals.requests).toBe((59 * 60) / 2)
})
