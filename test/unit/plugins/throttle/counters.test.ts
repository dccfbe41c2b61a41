import { rateLimitStore } from '../../../../kit/rate-limit/store.js'
import { gatewayViewOf } from '../../../../plugins/kit/gateway-view.js'
import type { CountingParams } from '../../../../plugins/throttle/allowance.js'
import { enforcedLimit } from '../../../../plugins/throttle/counters.js'

/** Which counter a step `throttle` has, and its name, after what operators edit. */

type Pipelines = Record<string, object[]>

const opened = jest.spyOn(rateLimitStore(), 'windows')

/** A step; its limit, which is no part of its identity, marks it. */
const throttle = (mark: number, more: object = {}) => ({
  throttle: [
    { action: { by: 'owner', unit: 'requests', windowSeconds: 60, limit: mark, ...more } },
  ],
})
const month = { windowSeconds: undefined, window: 'month' }
const cost = { unit: 'cost' }
const other = { authorize: [{ action: {} }] }

/** Mark → name and counter. */
function limitsOf(pipelines: Pipelines): Record<string, { name: string; counter: string }> {
  const view = gatewayViewOf({
    pipelines: Object.fromEntries(
      Object.entries(pipelines).map(([name, policies]) => [name, { policies }]),
    ),
  })
  const steps = view.pipelines.flatMap(({ steps }) => steps)
  const created = steps.filter(({ policy }) => policy === 'throttle')
  return Object.fromEntries(
    created.map(({ params }) => {
      const { name } = enforcedLimit(params as unknown as CountingParams, view)
      const [counter, { length }] = opened.mock.lastCall!
      return [params.limit, { name, counter: `${length} ${counter}` }]
    }),
  )
}

const before: Pipelines = {
  one: [throttle(1), throttle(2, month)],
  two: [other, throttle(3, { by: 'address' }), throttle(4), throttle(5), throttle(6, cost)],
}

test('each step has a counter and a name of its own', () => {
  const limits = Object.values(limitsOf(before))
  expect(limits.map(({ name }) => name)).toEqual([
    ...['one/owner', 'one/owner-2'],
    ...['two/address', 'two/owner', 'two/owner-2', 'two/owner-3'],
  ])
  expect(new Set(limits.map(({ counter }) => counter)).size).toBe(limits.length)
})

const { one, two } = before as { one: object[]; two: object[] }
test.each<[string, Pipelines]>([
  ['a pipeline above', { zero: [throttle(8), throttle(9, month)], ...before }],
  ['one pipeline less', { two }],
  ['the pipelines in another order', { two, one }],
  ['a step of another kind', { one: [other, ...one], two: two.slice(1) }],
  ['a throttle of another window', { one: [throttle(8, { windowSeconds: 1 }), ...one], two }],
  ['a throttle by something else', { one: [throttle(8, { by: 'key' }), ...one], two }],
  ['a throttle of another unit', { one: [throttle(8, { unit: 'hits' }), ...one], two }],
  ['a throttle with a name', { one: [throttle(8, { name: 'all' }), ...one], two }],
  ['a throttle less', { one: one.slice(1), two: two.slice(0, -1) }],
  [
    'steps of one entry',
    { one: [{ throttle: one.flatMap((step) => Object.values(step)).flat() }] },
  ],
])('counters stay with their steps: %s', (_, after) => {
  const [known, now] = [limitsOf(before), limitsOf(after)]
  const kept = Object.keys(now).filter((mark) => mark in known)
  expect(kept.length).toBeGreaterThan(0)
  for (const mark of kept) expect(now[mark]!.counter).toBe(known[mark]!.counter)
})
