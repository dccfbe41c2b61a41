import { rateLimitStore } from '../../../../kit/rate-limit/store.js'
import { gatewayViewOf } from '../../../../plugins/kit/gateway-view.js'
import type { CountingParams } from '../../../../plugins/throttle/allowance.js'
import { stepLimit } from '../../../../plugins/throttle/counters.js'

/** Which counter a step `throttle` has, and its name. */

const opened = jest.spyOn(rateLimitStore(), 'windows')
const byOwner: CountingParams = { by: 'owner', unit: 'requests', limit: 9, windowSeconds: 60 }

test('steps of one name share a counter; without a name it is what they count', () => {
  const view = gatewayViewOf({})
  const first = stepLimit(view, byOwner)
  expect(first.name).toBe('requests-per-owner')
  expect(stepLimit(view, { ...byOwner })).toBe(first)
  expect(stepLimit(view, { ...byOwner, name: 'requests-per-owner' })).toBe(first)
  const others = [{ by: 'address' as const }, { unit: 'cost' as const }, { name: 'logins' }].map(
    (more) => stepLimit(view, { ...byOwner, ...more }),
  )
  expect(others.map(({ name }) => name)).toEqual([
    ...['requests-per-address', 'cost-per-owner', 'logins'],
  ])
  expect(new Set(others.map(({ windows }) => windows)).size).toBe(3)
})

test('a counter outlives a reading of the YAML', () => {
  const [before, after] = [1, 2].map(() => {
    stepLimit(gatewayViewOf({}), byOwner)
    return opened.mock.lastCall!
  })
  expect(after).toEqual(before)
})
