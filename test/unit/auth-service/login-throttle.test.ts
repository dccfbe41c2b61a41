import { LoginThrottle } from '../../../auth-service/passwords/login-throttle.js'

const account = 'demo@example.org'
const home = '192.0.2.1'
const second = 1000
const policy = { freeFailures: 10, maxWaitSeconds: 900 }

/** Fails whenever a try is let through; resolves with the moments at which it was. */
function guess(throttle: LoginThrottle, times: number[], network = home, who = account): number[] {
  return times.filter((now) => {
    if (throttle.wait(who, network, now) > 0) return false
    throttle.failed(who, network, now)
    return true
  })
}

test('ten failures are free, then the waits double up to the greatest', () => {
  const throttle = new LoginThrottle(policy)
  let now = 0
  const waits: number[] = []
  for (let failure = 1; failure <= 24; failure++) {
    throttle.failed(account, `198.51.100.${failure}`, now) // from ever new addresses
    const wait = throttle.wait(account, '203.0.113.1', now)
    waits.push(wait / second)
    now += wait
  }
  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
  expect(waits).toEqual([...Array(9).fill(0), ...doubled, ...Array(5).fill(900)])
})

test('who waits as told gets in, and the good login forgets the failures', () => {
  const throttle = new LoginThrottle(policy)
  guess(throttle, Array(11).fill(0))
  const wait = throttle.wait(account, home, 0)
  expect(wait).toBeGreaterThan(0)
  expect(throttle.wait(account, home, wait + second)).toBe(0)
  throttle.succeeded(account, home)
  expect(guess(throttle, Array(10).fill(wait + second))).toHaveLength(10)
})

test('a guesser elsewhere does not keep the owner out of where they logged in before', () => {
  const throttle = new LoginThrottle(policy)
  throttle.succeeded(account, home)
  guess(throttle, Array(500).fill(0), '203.0.113.9')
  expect(throttle.wait(account, home, 0)).toBe(0)
  expect(throttle.wait(account, '192.0.2.2', 0)).toBeGreaterThan(0)
})

test('an address that tries many accounts waits too, for an hour at most', () => {
  const throttle = new LoginThrottle(policy)
  for (let i = 0; i < 1200; i++) guess(throttle, [0], home, `user${i}@example.org`)
  expect(throttle.wait('fresh@example.org', home, 0)).toBeGreaterThan(0)
  expect(throttle.wait('fresh@example.org', home, 2 * 3_600_000)).toBe(0)
})

test('tallies of many accounts do not pile up', () => {
  const throttle = new LoginThrottle(policy)
  guess(throttle, Array(12).fill(0), home, 'first@example.org')
  expect(throttle.wait('first@example.org', home, 0)).toBeGreaterThan(0)
  for (let i = 0; i < 100_000; i++)
    throttle.failed(`user${i}@example.org`, `10.0.${i >> 8}.${i & 255}`, 0)
  // the one longest untouched is forgotten
  expect(throttle.wait('first@example.org', home, 0)).toBe(0)
})
