import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from 'nonprofit-directory-api/plugin'
import maintenance from './index.js'
import { windowOf } from './window.js'

const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
const at = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
const hour = 3_600_000

/** Sends a request through a step whose window is that many hours from now. */
function pass(from: number, until: number) {
  const [begin, end] = [Date.now() + from * hour, Date.now() + until * hour]
  const step = maintenance.create({ from: at(begin), until: at(end) }, { log })
  const context = { requestId: 'r', address: '192.0.2.1', traceparent: '' }
  return step(context, {} as never, {} as never)
}

test('requests pass before and after the window', () => {
  assert.equal(pass(1, 2), undefined)
  assert.equal(pass(-2, -1), undefined)
})

test('within it they are refused until its end', () => {
  assert.throws(
    () => pass(-1, 1),
    (error) => error instanceof ApiError && Number(error.headers['Retry-After']) > 3500,
  )
})

test('the seconds left are rounded up', () => {
  const { secondsLeft } = windowOf('2027-03-01T22:00Z', '2027-03-02T01:30Z')
  const end = Date.parse('2027-03-02T01:30Z')
  assert.deepEqual([secondsLeft(end - 1), secondsLeft(end)], [1, 0])
})

test('a window that never is stops the start', () => {
  assert.throws(() => pass(1, 0), /"until" must be later/)
})
