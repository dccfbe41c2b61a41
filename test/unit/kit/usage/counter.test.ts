import { UsageCounter } from '../../../../kit/usage/counter.js'

const key = { kind: 'api-key', ownerId: '1', credentialId: 'a', keyPrefix: 'npd_aaaaaaaa' } as const
const session = (credentialId: string) =>
  ({ kind: 'access-token', ownerId: '1', credentialId }) as const
const good = { code: undefined, cost: 0, bytes: 100 }
const noon = Date.parse('2026-11-25T12:00:00Z')
const ofKey = { owner: '1', key: 'a', prefix: 'npd_aaaaaaaa' }

test('counts are by key, of tokens by owner, and taken once', () => {
  const counter = new UsageCounter()
  counter.count(key, { ...good, cost: 0.123 }, noon)
  counter.count(key, { code: 'VALIDATION_ERROR', cost: 0.456, bytes: 1 }, noon)
  counter.count(session('s1'), good, noon)
  counter.count(session('s2'), good, noon)
  const hour = '2026-11-25T12:00:00.000Z'
  expect(counter.take()).toEqual([
    { hour, ...ofKey, requests: 2, cost: 0.58, bytes: 101, errors: { VALIDATION_ERROR: 1 } },
    { hour, owner: '1', key: null, prefix: null, requests: 2, cost: 0, bytes: 200, errors: {} },
  ])
  expect(counter.take()).toEqual([])
})

test('each hour has its rows, also when the clock is set back', () => {
  const counter = new UsageCounter()
  for (const time of [noon - 1, noon, noon + 3_599_999, noon - 7_200_000])
    counter.count(key, good, time)
  const hours = counter.take().map(({ hour, requests }) => [hour.slice(11, 13), requests])
  expect(hours).toEqual([
    ['11', 1],
    ['12', 2],
    ['10', 1],
  ])
})
