import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toApiError } from '../../kit/api/errors.js'
import { sendError } from '../../kit/http/send.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import { spend } from '../../plugins/kit/rate-limit.js'

/** Makes a counter that no one has spent from. */
export type MakeWindows = (limit: number, seconds: number) => Windows

/**
 * What kit/rate-limit/windows.ts promises, and what callers get of it, as tests in real time:
 * wherever the counts are kept.
 */
export function limitsContract(makeWindows: MakeWindows): void {
  describe('counting', () => countingContract(makeWindows))
  describe('what is told', () => tellingContract(makeWindows))
}

const clock = () => performance.now()

function countingContract(makeWindows: MakeWindows): void {
  test('a window begins with the first taking of a key and ends after its length', async () => {
    const windows = makeWindows(2, 1)
    const first = await windows.take('a', 1, clock())
    expect(first).toMatchObject({ key: 'a', isTaken: true, held: 1, used: 1, remaining: 1 })
    expect(await windows.take('a', 1, clock())).toMatchObject({
      isTaken: true,
      used: 2,
      remaining: 0,
    })
    expect(await windows.take('b', 1, clock())).toMatchObject({
      isTaken: true,
      used: 1,
      remaining: 1,
    })
    expect(await windows.take('a', 1, clock())).toMatchObject({
      isTaken: false,
      held: 0,
      used: 2,
      remaining: 0,
    })
    await sleepUntil(first.resetAt)
    let next = await windows.take('a', 1, clock())
    // reported by a clock that was read before the question went to where the counts are kept
    while (!next.isTaken && clock() < first.resetAt + 2000)
      next = await windows.take('a', 1, clock())
    expect(next).toMatchObject({ isTaken: true, used: 1, remaining: 1 })
  })

  test('later takings tell the same end', async () => {
    const windows = makeWindows(3, 60)
    const begun = clock()
    const ends = []
    for (const weight of [1, 1, 5])
      ends.push((await windows.take('a', weight, clock())).resetAt - begun)
    for (const end of ends) {
      expect(end).toBeGreaterThan(59_500)
      expect(end).toBeLessThan(60_500)
    }
  })

  test('what does not fit takes nothing: a smaller weight may still pass', async () => {
    const windows = makeWindows(10, 60)
    await windows.take('a', 6, clock())
    expect(await windows.take('a', 5, clock())).toMatchObject({
      isTaken: false,
      held: 0,
      used: 6,
      remaining: 4,
    })
    expect(await windows.take('a', 4, clock())).toMatchObject({
      isTaken: true,
      held: 4,
      used: 10,
      remaining: 0,
    })
    expect(await windows.take('b', 11, clock())).toMatchObject({
      isTaken: false,
      used: 0,
      remaining: 10,
    })
  })

  test('a weight of nothing always fits', async () => {
    const windows = makeWindows(1, 60)
    expect(await windows.take('a', 0, clock())).toMatchObject({
      isTaken: true,
      used: 0,
      remaining: 1,
    })
    await windows.take('a', 1, clock())
    expect(await windows.take('a', 0, clock())).toMatchObject({
      isTaken: true,
      used: 1,
      remaining: 0,
    })
  })

  test('of many takings at once exactly those that fit pass', async () => {
    const windows = makeWindows(100, 60)
    const takings = Array.from({ length: 90 }, () => windows.take('a', 3, clock()))
    const passed = (await Promise.all(takings)).filter(({ isTaken }) => isTaken)
    expect(passed).toHaveLength(33)
    expect(await windows.take('a', 1, clock())).toMatchObject({
      isTaken: true,
      used: 100,
      remaining: 0,
    })
  })

  test('what is given back can be taken again, once', async () => {
    const windows = makeWindows(10, 60)
    const taken = await windows.take('a', 8, clock())
    await windows.take('a', 2, clock())
    for (const weight of [3, 100, 100]) await windows.giveBack(taken, weight)
    expect(taken.held).toBe(0)
    expect(await windows.take('a', 0, clock())).toMatchObject({ used: 2, remaining: 8 })
  })

  test('a refused taking has nothing to give back', async () => {
    const windows = makeWindows(10, 60)
    await windows.take('a', 8, clock())
    await windows.giveBack(await windows.take('a', 5, clock()), 5)
    expect(await windows.take('a', 0, clock())).toMatchObject({ used: 8 })
  })

  test('what an ended window took is not given back to a later one', async () => {
    const windows = makeWindows(10, 1)
    const early = await windows.take('a', 8, clock())
    await sleepUntil(early.resetAt)
    await windows.take('a', 8, clock())
    await windows.giveBack(early, 8)
    expect(await windows.take('a', 3, clock())).toMatchObject({ isTaken: false, used: 8 })
  })
}

/** A little later than a moment of the clock: another process has a clock of its own. */
function sleepUntil(moment: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, moment - clock() + 20))
}

function tellingContract(makeWindows: MakeWindows): void {
  let server: Server
  let spent: [Windows, weight: number][]
  /** Serves a request by spending; `?unspent=` is given back. */
  beforeAll(async () => {
    server = createServer(async (req, res) => {
      try {
        for (const [windows, weight] of spent) {
          const taken = await spend(res, { windows, key: 'one', weight, unit: 'points' })
          await windows.giveBack(
            taken,
            Number(new URL(req.url!, 'http://any').searchParams.get('unspent')),
          )
        }
        res.end('{}')
      } catch (error) {
        sendError(res, toApiError(error), 'test-request')
      }
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(() => void server.close())

  async function call(query = '') {
    const answer = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`,
    )
    const { error } = (await answer.json()) as { error?: object }
    const told = ['limit', 'remaining', 'reset', 'policy'].map((name) =>
      answer.headers.get(`ratelimit-${name}`),
    )
    return { status: answer.status, told, retryAfter: answer.headers.get('retry-after'), error }
  }

  test('what is left is told, and what does not fit is refused', async () => {
    spent = [[makeWindows(10, 60), 4]]
    expect(await call()).toMatchObject({
      status: 200,
      told: ['10', '6', '60', '10;w=60'],
      retryAfter: null,
    })
    expect(await call()).toMatchObject({ status: 200, told: ['10', '2', '60', '10;w=60'] })
    expect(await call()).toMatchObject({
      status: 429,
      told: ['10', '2', '60', '10;w=60'],
      retryAfter: '60',
      error: { code: 'RATE_LIMITED', message: 'No more than 10 points in 60 seconds' },
    })
  })

  test('what is given back can be spent again', async () => {
    spent = [[makeWindows(10, 60), 10]]
    expect((await call('?unspent=10')).status).toBe(200)
    expect((await call('?unspent=3')).status).toBe(200)
    expect(await call()).toMatchObject({ status: 429, told: ['10', '3', '60', '10;w=60'] })
  })

  test('a window is told to end after its whole seconds, whatever the clock reads', async () => {
    const resets = new Set<string | null | undefined>()
    for (let i = 0; i < 50; i++) {
      spent = [[makeWindows(1, 1), 1]]
      resets.add((await call()).told[2])
    }
    expect([...resets]).toEqual(['1'])
  })

  test('of several limits, the one used up first is told', async () => {
    spent = [
      [makeWindows(100, 60), 1],
      [makeWindows(5, 1), 1],
      [makeWindows(50, 60), 1],
    ]
    expect((await call()).told).toEqual(['5', '4', '1', '100;w=60, 5;w=1, 50;w=60'])
  })
}
