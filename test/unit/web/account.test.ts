import { toDraft, toFields } from '../../../web/src/account/draft.js'
import { parseLink } from '../../../web/src/account/link.js'
import { spans, sumMeasure, toBars, toBounds } from '../../../web/src/account/series.js'

/** Parts of the page /account that need no browser. */

test.each([
  ['#verify=aB3-_.~', { purpose: 'verify', token: 'aB3-_.~' }],
  ['#reset=x', { purpose: 'reset', token: 'x' }],
  ['#sign-up', { purpose: 'sign-up', token: '' }],
  ['#recover=x', undefined],
  ['', undefined],
  ['#verify=', undefined],
  ['#reset=<script>', undefined],
  ['#reset=x&invite=y', undefined],
  [`#reset=${'x'.repeat(513)}`, undefined],
])('the link in %s', (fragment, expected) => {
  expect(parseLink(fragment)).toEqual(expected)
})

const key = {
  id: '1',
  name: 'site',
  prefix: 'npd_x',
  scopes: ['organizations:read', 'grants:read'],
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2027-01-01T00:00:00.000Z',
  state: 'active' as const,
  expiresInSeconds: 1,
  lastUsedAt: null,
  lastUsedIp: null,
  allow: { addresses: ['203.0.113.0/24'] },
}

describe('the draft of a key', () => {
  test('a new one has what was typed, without empty lists', () => {
    const fields = { ...toFields(undefined), name: 'site', days: '30' }
    expect(toDraft(fields, undefined)).toEqual({
      name: 'site',
      scopes: ['organizations:read'],
      expiresIn: 30,
    })
  })

  test.each<[string, Partial<ReturnType<typeof toFields>>, object]>([
    ['the order of scopes', { scopes: ['grants:read', 'organizations:read'] }, {}],
    ['the name', { name: 'shop' }, { name: 'shop' }],
    [
      'a list',
      { addresses: '203.0.113.0/24, 2001:db8::/32\n\n', origins: 'https://a.example' },
      { allow: { addresses: ['203.0.113.0/24', '2001:db8::/32'], origins: ['https://a.example'] } },
    ],
    [
      'the other list',
      { addresses: '', origins: 'https://a.example' },
      { allow: { origins: ['https://a.example'] } },
    ],
    ['the end of both lists', { addresses: ' ' }, { allow: null }],
  ])('an edited one has only what has changed: %s', (_, change, expected) => {
    expect(toDraft({ ...toFields(key), ...change }, key)).toEqual(expected)
  })
})

describe('usage', () => {
  const now = Date.parse('2026-11-25T19:30:00Z')
  const row = (day: string, requests: number) => ({
    day,
    requests,
    cost: 0,
    errors: { RATE_LIMITED: 1, FORBIDDEN: 2 },
    bytes: 0,
  })

  test.each([
    ['24 hours', '2026-11-24T20:00:00.000Z', '2026-11-25T20:00:00.000Z'],
    ['7 days', '2026-11-19T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
    ['30 days', '2026-10-27T00:00:00.000Z', '2026-11-26T00:00:00.000Z'],
  ])('the last %s, in whole steps', (title, from, to) => {
    const bounds = toBounds(spans.find((span) => span.title === title)!, now)
    expect([bounds.from.toISOString(), bounds.to.toISOString()]).toEqual([from, to])
  })

  test('a bar per step, also where nothing was asked', () => {
    const week = spans.find(({ title }) => title === '7 days')!
    const rows = [row('2026-11-25', 5), row('2026-11-20', 2)]
    const bars = toBars(rows, week, toBounds(week, now), 'requests')
    expect(bars.map(({ value }) => value)).toEqual([0, 2, 0, 0, 0, 0, 5])
    expect(bars[0]!.label).toBe('Nov 19')
    expect(sumMeasure(rows, 'requests')).toBe(7)
    expect(sumMeasure(rows, 'errors')).toBe(6)
  })
})
