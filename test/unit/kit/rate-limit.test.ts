import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendError } from '../../../kit/envelope.js'
import { toApiError } from '../../../kit/errors.js'
import { spend } from '../../../kit/rate-limit.js'
import { MemoryWindows, type Windows } from '../../../kit/windows.js'

/** The same windows as another process would keep them: every answer is a promise. */
function elsewhere(windows: MemoryWindows): Windows {
  const { limit, seconds } = windows
  return {
    limit,
    seconds,
    take: async (key, weight, now) => windows.take(key, weight, now),
    giveBack: async (taken, weight) => windows.giveBack(taken, weight),
  }
}

const here = (limit: number, seconds: number) => new MemoryWindows({ limit, seconds, maxKeys: 10 })

describe.each([
  ['in memory', (limit: number, seconds = 60): Windows => here(limit, seconds)],
  ['elsewhere', (limit: number, seconds = 60): Windows => elsewhere(here(limit, seconds))],
])('windows %s', (_, windowsOf) => {
  let server: Server
  let spent: [Windows, weight: number][]
  /** Serves a request by spending; `?unspent=` is given back. */
  beforeAll(async () => {
    server = createServer(async (req, res) => {
      try {
        for (const [windows, weight] of spent) {
          const taken = await spend(res, { windows, key: 'one', weight, unit: 'points' })
          await windows.giveBack(taken, Number(new URL(req.url!, 'http://any').searchParams.get('unspent')))
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
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${query}`)
    const { error } = (await answer.json()) as { error?: object }
    const told = ['limit', 'remaining', 'reset', 'policy'].map((name) => answer.headers.get(`ratelimit-${name}`))
    return { status: answer.status, told, retryAfter: answer.headers.get('retry-after'), error }
  }

  test('what is left is told, and what does not fit is refused', async () => {
    spent = [[windowsOf(10), 4]]
    expect(await call()).toMatchObject({ status: 200, told: ['10', '6', '60', '10;w=60'], retryAfter: null })
    expect(await call()).toMatchObject({ status: 200, told: ['10', '2', '60', '10;w=60'] })
    expect(await call()).toMatchObject({
      status: 429,
      told: ['10', '2', '60', '10;w=60'],
      retryAfter: '60',
      error: { code: 'RATE_LIMITED', message: 'No more than 10 points in 60 seconds' },
    })
  })

  test('what is given back can be spent again', async () => {
    spent = [[windowsOf(10), 10]]
    expect((await call('?unspent=10')).status).toBe(200)
    expect((await call('?unspent=3')).status).toBe(200)
    expect(await call()).toMatchObject({ status: 429, told: ['10', '3', '60', '10;w=60'] })
  })

  test('a window is told to end after its whole seconds, whatever the clock reads', async () => {
    const resets = new Set<string | null | undefined>()
    for (let i = 0; i < 50; i++) {
      spent = [[windowsOf(1, 1), 1]]
      resets.add((await call()).told[2])
    }
    expect([...resets]).toEqual(['1'])
  })

  test('of several limits, the one used up first is told', async () => {
    spent = [
      [windowsOf(100), 1],
      [windowsOf(5, 1), 1],
      [windowsOf(50), 1],
    ]
    expect((await call()).told).toEqual(['5', '4', '1', '100;w=60, 5;w=1, 50;w=60'])
  })
})
