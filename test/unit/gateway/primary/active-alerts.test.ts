import { ActiveAlerts } from '../../../../gateway/primary/active-alerts.js'
import { AdminStatus } from '../../../../gateway/primary/admin-status.js'
import type { Status } from '../../../../gateway/primary/status.js'
import type { Snapshot } from '../../../../kit/metrics/prometheus.js'

const config = {
  ...{ hash: 'a', loadedAt: '', isBack: false, earlier: null },
  ...{ lastReloadError: null, reloads: [] },
}
const healthy = {
  ...{ uptimeSeconds: 1, canWriteUsage: true, config, limitsNearEnd: [] },
  workers: [{ number: 1, pid: 4, startedAt: '', state: 'serving' }],
  searches: { running: [], underWay: 0, lately: [] },
} satisfies Omit<Status, 'alerts'>
const node = { url: 'http://a', healthy: false, fault: 'does not answer in time' }
const auth = { url: 'http://b', healthy: true }

test.each<[string, Partial<Status>, string[]]>([
  ['nothing', {}, []],
  ['Redis', { degraded: ['rate-limit-store'] }, ['Rate-limit-store does not serve this gateway']],
  [
    'an engine that hangs',
    { degraded: ['engine'], engine: { kind: 'elasticsearch', nodes: [node], slots: 3 } },
    ['The engine of this gateway accepts connections and does not answer'],
  ],
  [
    'one of two auth services, and the clock of the other',
    { authServices: [{ ...auth, clockSkewSeconds: -61.2 }, node] },
    [
      'The auth service at http://a does not answer',
      'The clocks of this gateway and http://b differ by -61 s',
    ],
  ],
  [
    'a store, an index, usage',
    { degraded: ['auth-store', 'indices'], canWriteUsage: false },
    [
      'Nobody can log in or create keys: the auth service cannot write its store',
      'Searches fail: no node of the engine serves some shards of an index',
      'This gateway cannot write what its callers use',
    ],
  ],
  [
    'a refused reload, a certificate, a worker',
    {
      config: { ...config, lastReloadError: { at: '', message: '' } },
      certificate: { state: 'ending', validTo: '' },
      workers: [{ ...healthy.workers[0]!, fault: 'does not answer' }],
    },
    [
      'This gateway needs more than the cores it has',
      'This gateway refused the last configuration that it read',
      'The certificate of this gateway ends within 14 days, or has ended',
    ],
  ],
])('what is wrong is told in the words of the alerts: %s', (_, wrong, expected) => {
  const alerts = new ActiveAlerts().list({ ...healthy, ...wrong })
  expect(alerts.map(({ summary }) => summary).sort()).toEqual(expected.toSorted())
  for (const { command } of alerts) expect(command).toMatch(/^(curl|journalctl|df|timedatectl) ?/)
})

test('a problem has its first time while it lasts, and stands in order of time', () => {
  jest.useFakeTimers({ now: 0 })
  const alerts = new ActiveAlerts()
  const list = (degraded: Status['degraded']) =>
    alerts.list({ ...healthy, degraded: degraded! }).map(({ alert, since }) => [alert, since])
  const [first, second, third] = [0, 1000, 2000].map((ms) => new Date(ms).toISOString())
  expect(list(['indices'])).toEqual([['DirectoryIndexRed', first]])
  jest.setSystemTime(1000)
  expect(list(['engine', 'indices'])).toEqual([
    ['DirectoryIndexRed', first],
    ['DirectoryDependencyAway', second],
  ])
  list([])
  jest.setSystemTime(2000)
  expect(list(['indices'])).toEqual([['DirectoryIndexRed', third]])
  jest.useRealTimers()
})

test.each<[string, Record<string, number>, Status['degraded'], string[]]>([
  ['few of each', { none: 940, 'RATE_LIMITED 429': 40, 'OVERLOADED 503': 10 }, [], []],
  ['a failing upstream', { none: 90, 'UPSTREAM_UNAVAILABLE 502': 10 }, [], ['DirectoryFailing']],
  ['what an engine explains', { 'X 503': 9 }, ['engine'], ['DirectoryDependencyAway']],
  ['a full queue', { none: 9000, 'OVERLOADED 503': 90 }, [], ['DirectoryOverloaded']],
  ['limits', { none: 40, 'RATE_LIMITED 429': 60 }, [], ['DirectoryLimitsRefuseMost']],
])('the requests of the last minute tell too: %s', (_, requests, degraded, expected) => {
  jest.useFakeTimers()
  const alerts = new ActiveAlerts()
  const read = (times: number): Snapshot => [
    {
      ...{ name: 'directory_requests_total', help: '', type: 'counter', aggregator: 'sum' },
      values: Object.entries(requests).map(([name, value]) => {
        const [code, status = '200'] = name.split(' ')
        return { value: 1e6 + times * value, labels: { pipeline: 'one', code: code!, status } }
      }),
    },
  ]
  const list = () => alerts.list({ ...healthy, degraded: degraded! }).map(({ alert }) => alert)
  alerts.count(read(0))
  expect(list()).not.toContain('DirectoryFailing')
  jest.advanceTimersByTime(30_000)
  alerts.count(read(1))
  expect(list()).toEqual(expected)
  jest.advanceTimersByTime(120_000) // nobody reads the metrics any more
  expect(list().filter((alert) => alert !== 'DirectoryDependencyAway')).toEqual([])
  jest.useRealTimers()
})

test('while a worker is too busy the last report stays, with its age', async () => {
  jest.useFakeTimers()
  let isBusy = false
  const request = async (name: string) => {
    if (isBusy) throw new Error('no answer')
    return name === 'status' ? { version: '1', degraded: ['engine'] } : { running: [], lately: [] }
  }
  const worker = { ipc: { request }, state: healthy.workers[0], serves: true }
  const status = new AdminStatus({
    ...{ workers: [worker], canWriteUsage: true, nearLimits: [] },
    reloads: { lastError: null, history: [], isBack: false, earlier: null },
    inForce: { hash: 'a', loadedAt: new Date(), files: {} },
  } as never)
  // without a request for it: it looks by itself
  await jest.advanceTimersByTimeAsync(15_000)
  isBusy = true
  await jest.advanceTimersByTimeAsync(7000)
  expect(await status.status()).toMatchObject({
    ...{ version: '1', degraded: ['engine'], reportAgeSeconds: 7 },
    workers: [{ fault: 'does not answer' }],
  })
  isBusy = false
  expect(await status.status()).not.toHaveProperty('reportAgeSeconds')
  jest.useRealTimers()
})
