import { normalizeTerm, UsageCounter } from '../../../../kit/usage/counter.js'

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
  expect(counter.take().rows).toEqual([
    { hour, ...ofKey, requests: 2, cost: 0.58, bytes: 101, errors: { VALIDATION_ERROR: 1 } },
    { hour, owner: '1', key: null, prefix: null, requests: 2, cost: 0, bytes: 200, errors: {} },
  ])
  expect(counter.take().rows).toEqual([])
})

test('each hour has its rows, also when the clock is set back', () => {
  const counter = new UsageCounter()
  for (const time of [noon - 1, noon, noon + 3_599_999, noon - 7_200_000])
    counter.count(key, good, time)
  const hours = counter.take().rows.map(({ hour, requests }) => [hour.slice(11, 13), requests])
  expect(hours).toEqual([
    ['11', 1],
    ['12', 2],
    ['10', 1],
  ])
})

test.each([
  ['  Food\u00a0\t Bank ', 'food bank'],
  ['ＦＯＯＤ', 'food'],
  ['Cafe\u0301', 'caf\u00e9'],
  ['é'.repeat(101), undefined],
  ['ann@example.org', undefined],
  ['05-0258837', undefined],
  ['call (401) 55', 'call (401) 55'],
  ['call (401) 555', undefined],
  ['٤٠١٥٥٥', undefined],
])('the term of %j is %j', (text, term) => {
  expect(normalizeTerm(text)).toBe(term)
})

test('counts are by day, asker and term, and taken once', () => {
  const counter = new UsageCounter()
  counter.countSearch('food', '1', false, noon)
  counter.countSearch('FOOD', '1', true, noon)
  counter.countSearch('food', '2', true, noon)
  counter.countSearch('food', '1', false, noon + 86_400_000)
  counter.countSearch('ann@example.org', '1', false, noon)
  const [hour, term] = ['2026-11-25T00:00:00.000Z', 'food']
  expect(counter.take().terms).toEqual([
    { hour, asker: '1', term, searches: 2, foundNothing: 1 },
    { hour, asker: '2', term, searches: 1, foundNothing: 1 },
    { hour: '2026-11-26T00:00:00.000Z', asker: '1', term, searches: 1, foundNothing: 0 },
  ])
  expect(counter.take().terms).toEqual([])
})

test('of 10,000 counts no new one is taken up, and those that are there go on', () => {
  const counter = new UsageCounter()
  for (let i = 0; i < 11_000; i++) counter.countSearch('food', `asker ${i}`, false, noon)
  counter.countSearch('food', 'asker 0', false, noon)
  const asked = counter.take().terms
  expect([asked.length, asked[0]?.searches]).toEqual([10_000, 2])
})
