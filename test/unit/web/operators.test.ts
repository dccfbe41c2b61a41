import { listAdvice, listParts } from '../../../web/src/operators/faults.js'
import {
  addReading,
  estimateQuantile,
  parseMetrics,
  type Reading,
  readGauge,
  sumGrowth,
  toSpan,
} from '../../../web/src/operators/metrics.js'

/** Parts of the operators' page that need no browser. */

const text = (refused: number, slow: number) => `# HELP a_total Some.
# TYPE a_total counter
a_total{pipeline="one",code="none"} 5
a_total{pipeline="one",code="say \\"no\\", {later}"} ${refused}
a_total{pipeline="two",code="none"} 7
time_bucket{le="0.1",pipeline="one"} 90
time_bucket{le="0.5",pipeline="one"} ${90 + slow}
time_bucket{le="+Inf",pipeline="one"} ${90 + slow}
up 1
`
const at = (time: number, refused = 0, slow = 0): Reading => ({
  at: time,
  metrics: parseMetrics(text(refused, slow)),
})

test('counters are compared by label; what has not grown is left out', () => {
  const span = toSpan([at(0, 2), at(10_000, 5)], 100)!
  expect(span.seconds).toBe(10)
  expect([...sumGrowth(span, 'a_total', 'code', { pipeline: 'one' })]).toEqual([
    ['say \\"no\\", {later}', 3],
  ])
  expect(readGauge(span.to, 'up')).toBe(1)
  expect(readGauge(span.to, 'down')).toBeUndefined()
})

test('one reading, or one before a restart, counts from the start', () => {
  expect(toSpan([], 100)).toBeUndefined()
  for (const readings of [[at(0)], [at(0), at(60_000)]])
    expect(toSpan(readings, 30)).toMatchObject({ from: undefined, seconds: 30 })
})

test('a minute of readings is kept, and the one before it', () => {
  let readings: Reading[] = []
  for (let time = 0; time <= 200_000; time += 7000) readings = addReading(readings, at(time))
  expect(readings.map((one) => one.at)).toEqual(
    [133, 140, 147, 154, 161, 168, 175, 182, 189, 196].map((second) => second * 1000),
  )
})

test('a quantile is within its bucket; none without observations', () => {
  const all = toSpan([at(0, 0, 10)], 100)!
  const p99 = (span: typeof all) => estimateQuantile(span, 'time', 0.99, { pipeline: 'one' })
  expect(p99(all)).toBeCloseTo(0.1 + 0.4 * 0.9)
  expect(p99(toSpan([at(0, 0, 10), at(9000, 0, 20)], 100)!)).toBeCloseTo(0.1 + 0.4 * 0.99)
  expect(p99(toSpan([at(0), at(9000)], 100)!)).toBeUndefined()
  const beyond = parseMetrics('time_bucket{le="1"} 0\ntime_bucket{le="+Inf"} 2\n')
  expect(estimateQuantile({ from: undefined, to: beyond, seconds: 1 }, 'time', 0.99, {})).toBe(1)
})

const config = { hash: 'a', loadedAt: '', isBack: false, earlier: null, reloads: [] }
const searches = { running: [], underWay: 0, lately: [] }
const worker = { number: 1, pid: 4, startedAt: '', state: 'serving' }
const alone = {
  alerts: [],
  uptimeSeconds: 1,
  workers: [worker],
  config,
  searches,
  limitsNearEnd: [],
}

test('faults come first, each with its cause', () => {
  const node = { url: 'http://a', healthy: false, fault: 'has a certificate that is expired (X)' }
  const auth = { url: 'http://b', healthy: true, storeFault: 'full' }
  const status = {
    ...alone,
    engine: { kind: 'elasticsearch', nodes: [node] },
    authServices: [auth],
    rateLimits: { store: 'redis', url: 'redis://c', reachable: true },
    certificate: { state: 'ending', validTo: '2026-12-01' },
  }
  const faults = listParts(status).map(({ title, fault }) => [title, fault])
  expect(faults).toEqual([
    ['Engine (elasticsearch)', node.fault],
    ['Store of the auth service', 'cannot be written: full'],
    ['Certificate', 'is ending'],
    ['Auth service', undefined],
    ['Worker 1', undefined],
    ['Redis, which counts limits', undefined],
  ])
  const refused = [{ at: '', via: 'watch' as const, changes: [], changed: 0, refused: 'x' }]
  expect(listAdvice({ ...status, config: { ...config, reloads: refused } })).toEqual([
    'The last reload was refused: see below.',
  ])
})

test('a worker that hangs is told, and that its dependencies are unknown', () => {
  const hanging = { ...worker, fault: 'does not answer' }
  expect(listParts({ ...alone, workers: [hanging] })).toMatchObject([
    { title: 'Worker 1', fault: 'does not answer' },
    { title: 'Dependencies', fault: 'are unknown' },
  ])
})
