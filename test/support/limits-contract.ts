import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toApiError } from '../../kit/api/errors.js'
import { sendError } from '../../kit/http/send.js'
import type { WindowLength } from '../../kit/rate-limit/window-length.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import { spend } from '../../plugins/kit/rate-limit.js'

/** Makes a counter that no one has spent from. */
export type MakeWindows = (length: WindowLength) => Windows

/**
 * What kit/rate-limit/windows.ts promises, and what callers get of it, as tests in real time:
 * wherever the counts are kept.
 */
export function limitsContract(makeWindows: MakeWindows): void {
  describe('counting', () => countingContract(makeWindows))
  describe('what is told', () => tellingContract(makeWindows))
}

const clock = () => performance.now()

function countingContract(makeCounter: MakeWindows): void {
  const makeWindows = (limit: number, length: WindowLength) => {
    const windows = makeCounter(length)
    return { take: async (key: string, weight: number) => windows.take(key, weight, limit) }
  }

  test('a window begins with the first taking of a key and ends after its length', async () => {
    const windows = makeWindows(2, 1)
    const first = await windows.take('a', 1)
    const ended = clock() + first.msLeft
    expect(first).toMatchObject({ isTaken: true, used: 1, remaining: 1 })
    expect(await windows.take('a', 1)).toMatchObject({ isTaken: true, used: 2, remaining: 0 })
    expect(await windows.take('b', 1)).toMatchObject({ isTaken: true, used: 1, remaining: 1 })
    expect(await windows.take('a', 1)).toMatchObject({ isTaken: false, used: 2, remaining: 0 })
    await sleepUntil(ended)
    let next = await windows.take('a', 1)
    // reported by a clock that was read before the request went to where the counts are kept
    while (!next.isTaken && clock() < ended + 2000) next = await windows.take('a', 1)
    expect(next).toMatchObject({ isTaken: true, used: 1, remaining: 1 })
  })

  test('later takings tell the same end', async () => {
    const windows = makeWindows(3, 60)
    const begun = clock()
    const ends = []
    for (const weight of [1, 1, 5])
      ends.push((await windows.take('a', weight)).msLeft + clock() - begun)
    for (const end of ends) {
      expect(end).toBeGreaterThan(59_500)
      expect(end).toBeLessThan(60_500)
    }
  })

  test('what does not fit takes nothing: a smaller weight may still pass', async () => {
    const windows = makeWindows(10, 60)
    await windows.take('a', 6)
    expect(await windows.take('a', 5)).toMatchObject({ isTaken: false, used: 6, remaining: 4 })
    expect(await windows.take('a', 4)).toMatchObject({ isTaken: true, used: 10, remaining: 0 })
    expect(await windows.take('b', 11)).toMatchObject({ isTaken: false, used: 0, remaining: 10 })
  })

  test('a weight of nothing always fits', async () => {
    const windows = makeWindows(1, 60)
    expect(await windows.take('a', 0)).toMatchObject({ isTaken: true, used: 0, remaining: 1 })
    await windows.take('a', 1)
    expect(await windows.take('a', 0)).toMatchObject({ isTaken: true, used: 1, remaining: 0 })
  })

  test('of many takings at once exactly those that fit pass', async () => {
    const windows = makeWindows(100, 60)
    const takings = Array.from({ length: 90 }, () => windows.take('a', 3))
    const passed = (await Promise.all(takings)).filter(({ isTaken }) => isTaken)
    expect(passed).toHaveLength(33)
    expect(await windows.take('a', 1)).toMatchObject({ isTaken: true, used: 100, remaining: 0 })
  })

  test('one counter serves several limits', async () => {
    const windows = makeCounter(60)
    const take = async (weight: number, limit: number) => windows.take('a', weight, limit)
    expect(await take(4, 10)).toMatchObject({ isTaken: true, used: 4, remaining: 6 })
    expect(await take(2, 5)).toMatchObject({ isTaken: false, remaining: 1 })
    expect(await take(1, 5)).toMatchObject({ isTaken: true, used: 5, remaining: 0 })
    expect(await take(5, 10)).toMatchObject({ isTaken: true, used: 10, remaining: 0 })
    expect(await take(1, 5)).toMatchObject({ isTaken: false, remaining: 0 })
    expect(await take(0, 5)).toMatchObject({ isTaken: true, remaining: 0 })
  })

  test('the window of a month ends with it', async () => {
    const windows = makeCounter('month')
    const now = new Date()
    const left = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - now.getTime()
    const { msLeft } = await windows.take('a', 1, 10)
    expect([msLeft > left - 60_000, msLeft < left + 60_000]).toEqual([true, true])
  })
}

/** A little later than a moment of the clock: another process has a clock of its own. */
function sleepUntil(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, moment - clock() + 20))
}

function tellingContract(makeWindows: MakeWindows): void {
  let server: Server
  let spent: [Windows, limit: number, weight: number][]
  const stated = { by: 'owner', unit: 'points', name: 'points', quoted: '"points"' }
  /** Serves a request by spending. */
  beforeAll(async () => {
    server = createServer(async (_req, res) => {
      try {
        for (const [windows, limit, weight] of spent)
          await spend(res, { windows, key: 'one', weight, limit, stated, used: {} })
        res.end('{}')
      } catch (error) {
        sendError(res, toApiError(error), 'test-request')
      }
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(() => void server.close())

  async function call() {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const { error } = (await answer.json()) as { error?: object }
    const { headers, status } = answer
    const told = ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
    const [policies, limits] = ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name))
    return { status, told, policies, limits, retryAfter: headers.get('retry-after'), error }
  }

  test('what is left is told, and what does not fit is refused', async () => {
    spent = [[makeWindows(60), 10, 4]]
    expect(await call()).toMatchObject({
      status: 200,
      told: ['10', '6', '60'],
      policies: '"points";q=10;qu="points";w=60',
      limits: '"points";r=6;t=60',
      retryAfter: null,
    })
    expect(await call()).toMatchObject({ status: 200, told: ['10', '2', '60'] })
    const refused = await call()
    expect(refused).toMatchObject({ status: 429, told: ['10', '2', '60'], retryAfter: '60' })
    expect(refused.error).toEqual({
      code: 'RATE_LIMITED',
      message: 'No more than 10 points in 60 seconds',
      details: {
        limit: 10,
        unit: 'points',
        by: 'owner',
        windowSeconds: 60,
        remaining: 2,
        retryAfterSeconds: 60,
        name: 'points',
      },
    })
  })

  test('a window is told to end after its whole seconds, whatever the clock reads', async () => {
    const resets = new Set<string | null | undefined>()
    for (let i = 0; i < 50; i++) {
      spent = [[makeWindows(1), 1, 1]]
      resets.add((await call()).told[2])
    }
    expect([...resets]).toEqual(['1'])
  })

  test('of several limits, the one used up first is told', async () => {
    spent = [
      [makeWindows(60), 100, 1],
      [makeWindows(1), 5, 1],
      [makeWindows(60), 50, 1],
    ]
    const named = '"points";q=100;qu="points";w=60, "points";q=5;qu="points";w=1'
    expect(await call()).toMatchObject({
      told: ['5', '4', '1'],
      policies: `${named}, "points";q=50;qu="points";w=60`,
      limits: '"points";r=99;t=60, "points";r=4;t=1, "points";r=49;t=60',
    })
  })
}
