import { log } from '../../../../kit/log/log.js'
import { RedisLink } from '../../../../kit/rate-limit/redis/link.js'
import { RedisWindows } from '../../../../kit/rate-limit/redis/windows.js'
import { type Answering, startRedisDouble, willing } from '../../../support/redis-double.js'
import { until } from '../../../support/until.js'

/**
 * A Redis that is away, in each way that it can be: the gateway counts alone, no one waits, and it
 * goes back by itself.
 */

const away = 'Redis is unavailable: this process counts only its own requests until Redis is back'
const back = 'Redis is back: rate limits are shared again'

let double: Awaited<ReturnType<typeof startRedisDouble>>
let link: RedisLink
let windows: RedisWindows
let told: [text: string, fields: string][]

/** How long a second of the link's lasts, in milliseconds. */
let second: number

beforeEach(async () => {
  told = []
  second = 1000
  for (const timer of ['setTimeout', 'setInterval'] as const) {
    const real = globalThis[timer] as (run: () => void, ms?: number) => NodeJS.Timeout
    const soon = (run: () => void, ms = 0) => real(run, ms < 400 ? ms : (ms * second) / 1000)
    jest.spyOn(globalThis, timer).mockImplementation(soon as never)
  }
  for (const level of ['warn', 'info'] as const) {
    jest.spyOn(log, level).mockImplementation((fields: unknown, text?: unknown) => {
      told.push([String(text), JSON.stringify(fields)])
    })
  }
  double = await startRedisDouble()
  link = new RedisLink(double.url.replace('//', '//:hunter2@'))
  windows = new RedisWindows(link, 'test', { length: 60, maxKeys: 10 })
})
afterEach(async () => {
  link.close()
  await double.close()
  jest.restoreAllMocks()
})

const take = (weight = 1) => windows.take('a', weight, 3)
const texts = () => told.map(([text]) => text)
const toEval =
  (answer: string | undefined): Answering =>
  (command) =>
    command[0] === 'EVAL' ? answer : willing(command)

/** As a server answers that does not know a command. */
const repeating: Answering = (command) =>
  `-ERR unknown command, with args beginning with: ${command.join(' ')}\r\n`

test.each<[fault: string, answering: Answering]>([
  [
    'WRONGPASS',
    ([name]) => (name === 'AUTH' ? '-WRONGPASS invalid username-password pair\r\n' : '+OK\r\n'),
  ],
  ['LOADING', toEval('-LOADING Redis is loading the dataset in memory\r\n')],
  ['OOM', toEval("-OOM command not allowed when used memory > 'maxmemory'.\r\n")],
])('%s at the start: it counts alone', async (fault, answering) => {
  double.answering = answering
  await link.open()
  expect(link.status).toEqual({ url: double.url, reachable: false, fault })
  expect([take(), take(2), take()]).toMatchObject([
    { used: 1 },
    { used: 3 },
    { isTaken: false, used: 3 },
  ])
  expect(texts()).toEqual([away])
})

test.each<[string, string, Answering]>([
  ['repeats the password', 'ERR', repeating],
  ['answers nothing', 'TIMEOUT', () => undefined],
])(
  'one that %s is told once and without the password, until it is back',
  async (_, fault, answering) => {
    double.answering = answering
    second = 50
    await link.open()
    expect(link.status.fault).toBe(fault)
    await until(() => double.connections > 1)
    await until(() => double.sockets.size <= 1) // what was tried before is closed
    expect(double.sockets.size).toBeLessThanOrEqual(1)
    expect(texts()).toEqual([away])

    double.answering = willing
    second = 1000
    await until(() => link.isReachable)
    expect(link.status).toEqual({ url: double.url, reachable: true })
    expect(await take()).toMatchObject({ isTaken: true, used: 1 })
    expect(texts()).toEqual([away, back])
    expect(JSON.stringify(told)).not.toContain('hunter2')
  },
)

test.each<[string, () => unknown]>([
  ['does not answer', () => (double.answering = toEval(undefined))],
  [
    'hangs up',
    () => (double.answering = () => void [...double.sockets].map((socket) => socket.destroy())),
  ],
])(
  'one that %s later: what it was asked is counted alone, what comes then does not ask',
  async (_, breakDown) => {
    await link.open()
    expect(await Promise.all([take(), take()])).toMatchObject([{ used: 1 }, { used: 1 }])
    breakDown()
    expect(await Promise.all([take(), take()])).toMatchObject([{ used: 1 }, { used: 2 }])
    expect(take()).toMatchObject({ used: 3 }) // no promise
    expect(texts()).toEqual([away])
  },
)

test('one that disconnects while idle is reported', async () => {
  await link.open()
  for (const socket of double.sockets) socket.destroy()
  await until(() => !link.isReachable)
  expect(texts()).toEqual([away])
})

test('a stall of our own event loop does not look like a Redis that is away', async () => {
  await link.open()
  const taken = take()
  const end = performance.now() + 400
  while (performance.now() < end);
  expect(await taken).toMatchObject({ used: 1 })
  expect(link.isReachable).toBe(true)
})

test('a host that has not opened it counts alone at first, and together then', async () => {
  expect(take()).toMatchObject({ used: 1 })
  await until(() => link.isReachable)
  expect(take()).toBeInstanceOf(Promise)
  expect(texts()).toEqual([])
})

test('closed, it asks and tries no more', async () => {
  await link.open()
  second = 50
  link.close()
  expect(take()).toMatchObject({ used: 1 })
  await until(() => double.sockets.size === 0)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  expect([double.sockets.size, double.connections]).toEqual([0, 1])
  expect(told).toEqual([])
})
