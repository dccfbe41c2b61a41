import { LoopDelay } from '../../../../kit/metrics/loop-delay.js'

let delay: LoopDelay
beforeEach(() => {
  jest.useFakeTimers()
  delay = new LoopDelay()
})
afterEach(() => void jest.useRealTimers())

const taken = () =>
  Object.fromEntries(delay.take().map(({ name, values }) => [name, values[0]!.value]))

test('without work nothing is measured, and no timer runs', () => {
  expect(Object.values(taken())).toEqual([0, 0, 0, 0, 0, 0, 0])
  delay.note()
  expect(jest.getTimerCount()).toBe(1)
  jest.advanceTimersByTime(1000)
  expect(jest.getTimerCount()).toBe(0)
})

test('a late timer is reported once, in seconds', () => {
  const now = jest.spyOn(performance, 'now')
  now.mockReturnValueOnce(0)
  delay.note()
  now.mockReturnValueOnce(320)
  jest.advanceTimersByTime(20)
  const told = taken()
  expect(told.nodejs_eventloop_lag_max_seconds).toBeCloseTo(0.3, 2)
  expect(told.nodejs_eventloop_lag_p99_seconds).toBeCloseTo(0.3, 2)
  expect(taken().nodejs_eventloop_lag_max_seconds).toBe(0)
})
