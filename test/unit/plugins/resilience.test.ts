import { setTimeout as sleep } from 'node:timers/promises'
import { reviveAfterMs } from '../../../plugins/kit/target-pool.js'
import * as search from '../../../plugins/search/index.js'
import { holdTimeouts } from '../../support/clock.js'
import { FaultEngine, type Mode } from '../../support/fault-engine.js'
import { samples } from '../../support/samples.js'
import { middlewareOf, type StepServer, serveStep } from '../../support/step-server.js'
import { until } from '../../support/until.js'
import { caller, requestOf } from './kit/engine/request.js'

/** None waits until then. */
const never = 600_000
const request = requestOf('{"query":{"match_all":{}}}')

let engines: FaultEngine[]
const servers: StepServer[] = []

beforeEach(async () => {
  engines = [await new FaultEngine().listen(), await new FaultEngine().listen()]
})

afterEach(async () => {
  jest.restoreAllMocks().useRealTimers()
  for (const server of servers.splice(0)) await server.close()
  for (const engine of engines) await engine.refuse()
})

async function ask({ url }: StepServer): Promise<number> {
  const response = await fetch(url)
  await response.arrayBuffer()
  return response.status
}

/** Asks `count` times, `atOnce` at a time, and counts the statuses. */
async function askMany(
  server: StepServer,
  count: number,
  atOnce: number,
): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const status = await ask(server)
      seen[status] = (seen[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return seen
}

/** With one of them or several; those of an upstream: test/http/plugins/upstream-targets.test.ts. */
describe('the nodes of a search', () => {
  async function serve(targets: FaultEngine[]): Promise<StepServer> {
    const nodes = targets.map(({ url }) => url).join(', ')
    const params = { nodes, version: 'v9', maxResponseBytes: 16_777_216, slots: 100 }
    const step = middlewareOf(search, { ...params, timeoutMs: never })
    const server = await serveStep(step, { search: request, caller })
    servers.push(server)
    return server
  }

  describe('one target of two', () => {
    it('dies under load without a failed request, is left alone, and is used again soon after it is back', async () => {
      const [a, b] = engines as [FaultEngine, FaultEngine]
      const server = await serve([a, b])
      const load = askMany(server, 100, 10)
      await until(() => a.searches > 10, { everyMs: 1 })
      await a.refuse()
      expect(await load).toEqual({ 200: 100 })
      const before = a.searches
      await a.listen()
      const now = performance.now()
      jest.spyOn(performance, 'now').mockReturnValue(now + reviveAfterMs) // the next probe is due
      while (a.searches === before) expect(await ask(server)).toBe(200)
    })

    it('that hangs costs the requests it had, and no more', async () => {
      const [a, b] = engines as [FaultEngine, FaultEngine]
      const server = await serve([a, b])
      await askMany(server, 4, 1)
      a.mode = 'never answers'
      holdTimeouts()
      const first = askMany(server, 4, 4)
      await until(() => a.searches + b.searches === 8 && server.unanswered() === 2)
      jest.advanceTimersByTime(never)
      expect(await first).toEqual({ 200: 2, 503: 2 })
      expect(await askMany(server, 20, 5)).toEqual({ 200: 20 })
      expect(b.searches).toBeGreaterThan(20)
    })
  })

  describe('what the caller causes never counts against a target', () => {
    it('a hang-up cancels the request at once and leaves the target alive', async () => {
      const [a, b] = engines as [FaultEngine, FaultEngine]
      const server = await serve([a, b])
      for (const mode of ['never answers', 'stalls in the body'] as const) {
        for (const engine of engines) engine.mode = mode
        const abandoned = () => a.abandoned + b.abandoned
        const [before, asked] = [abandoned(), a.searches + b.searches]
        const hangUp = new AbortController()
        const calls = Array.from({ length: 20 }, () =>
          fetch(server.url, { signal: hangUp.signal }).catch(() => {}),
        )
        await until(() => a.searches + b.searches - asked === 20)
        hangUp.abort()
        await Promise.all(calls)
        await until(() => abandoned() - before === 20)
      }
      for (const engine of engines) engine.mode = 'good'
      const before = [a.searches, b.searches]
      await askMany(server, 20, 1)
      expect([a.searches - before[0]!, b.searches - before[1]!]).toEqual([10, 10])
    })

    it.each(['400 of a query', '404 of an index', '429', '500', '429 of its own timeout'] as const)(
      'nor does an answer %s',
      async (mode) => {
        const [a, b] = engines as [FaultEngine, FaultEngine]
        const server = await serve([a, b])
        a.mode = mode
        await askMany(server, 6, 1)
        const each = mode === '429' ? 6 : 3
        expect([a.searches, b.searches]).toEqual([each, each])
      },
    )
  })

  describe('all targets down', () => {
    it('is answered at once by 503 only, and works again when one is back', async () => {
      const [a] = engines as [FaultEngine]
      const server = await serve([a])
      await askMany(server, 20, 5)
      await a.refuse()
      expect(await askMany(server, 40, 10)).toEqual({ 503: 40 })
      await a.listen()
      await until(async () => (await ask(server)) === 200)
    })

    it('is asked again by few of the requests: forty and one in ten', async () => {
      const [a] = engines as [FaultEngine]
      const server = await serve([a])
      a.mode = 'closes at once'
      expect(await askMany(server, 80, 20)).toEqual({ 503: 80 })
      expect(a.searches).toBeLessThanOrEqual(120)
    })
  })

  it('keep-alive sockets that are closed between requests fail no request', async () => {
    const [a] = engines as [FaultEngine]
    a.closeIdleAfterMs = 1
    const server = await serve([a])
    for (let i = 0; i < samples(5); i++) {
      expect(await askMany(server, 20, 10)).toEqual({ 200: 20 })
      await sleep(i)
    }
  })

  it('leaves no socket busy with an answer that it does not read', async () => {
    const [a] = engines as [FaultEngine]
    const server = await serve([a])
    const ask = (...modes: Mode[]) => {
      for (const mode of modes) a.once.push(...Array<Mode>(5).fill(mode))
      return askMany(server, 10, 10)
    }
    await ask('300 MB, chunked', '300 MB, announced')
    holdTimeouts()
    const late = ask('stalls in the body', 'slow drip')
    await until(() => a.searches === 20)
    jest.advanceTimersByTime(never)
    await late
    await until(() => a.abandoned === 20)
    // undici connects again in advance: what is left has carried nothing but a request for the
    // node's health
    expect([...a.sockets].filter(({ bytesRead }) => bytesRead > 0).length).toBeLessThanOrEqual(1)
  })
})
