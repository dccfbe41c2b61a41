import { setTimeout as sleep } from 'node:timers/promises'
import { texts } from '../../../../kit/api/errors.js'
import * as search from '../../../../plugins/search/index.js'
import { FaultEngine, type Mode, secretMark } from '../../../support/fault-engine.js'
import { modes, outcomeOf, outcomeOfAnswer, reasonOf } from '../../../support/fault-outcomes.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { caller, requestOf } from '../kit/engine/request.js'

/**
 * Of faults that never end by themselves. Others have longer: a busy machine may be slow. Between
 * them: that of a search during which another one is answered.
 */
const deadlines = { brief: 100, longer: 2000, patient: 30_000 }
const request = requestOf('{"query":{"match_all":{}}}')

let engine: FaultEngine
/** The step by its deadline. What joins and caches searches: test/http/search/cache.test.ts. */
const servers: Record<string, StepServer> = {}

beforeAll(async () => {
  engine = await new FaultEngine().listen()
  const params = { nodes: engine.url, version: 'v9', maxResponseBytes: 1_000_000 }
  for (const [patience, timeoutMs] of Object.entries(deadlines)) {
    const step = middlewareOf(search, { ...params, timeoutMs })
    servers[patience] = await serveStep(step, { search: request, caller })
  }
})

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
  await engine.refuse()
})

async function ask(patience: keyof typeof deadlines = 'patient') {
  const response = await fetch(servers[patience]!.url, { method: 'POST' })
  const text = await response.text()
  return { response, text, body: JSON.parse(text) }
}

/** What is told of an engine that hangs, and of a search that asks for too much. */
const silent =
  'The search engine has answered nothing for 0.1 s. Try again, and ask for less if only this ' +
  'search fails.'
const tooSlow = 'The search exceeded its deadline of 0.1 s. Ask for less.'

function messageOf(mode: Mode, reason: string | undefined): string {
  const isToldByIt = mode === 'timed_out' || mode.endsWith('of its own timeout')
  if (reason === 'timeout') return isToldByIt ? tooSlow : silent
  return reason === 'response_too_large'
    ? 'The answer is larger than 1000000 bytes. Ask for less.'
    : texts.engineUnavailable
}

test('a search is too slow when its node answers another one meanwhile', async () => {
  engine.mode = 'good'
  engine.once.push('never answers')
  const before = engine.searches
  const slow = ask('longer')
  while (engine.searches === before) await sleep(5)
  await ask('longer')
  expect((await slow).body.error.message).toBe(tooSlow.replace('0.1 s', '2 s'))
})

test.each<[string, Mode[], number, number]>([
  ['once is asked again', ['429'], 200, 2],
  ['twice is an error', ['429', '429'], 503, 2],
  ['and then at the end of the timeout of the search', ['429', '429 of its own timeout'], 503, 2],
  ['with a timeout is not', ['429 of its own timeout'], 503, 1],
])('an engine that has too much work %s', async (_, once, status, searches) => {
  engine.mode = 'good'
  engine.once.push(...once)
  const before = engine.searches
  expect((await ask()).response.status).toBe(status)
  expect(engine.searches - before).toBe(searches)
})

test.each(modes)(
  'engine fault "%s" is answered by the envelope of its class, and a good answer works right after',
  async (mode) => {
    engine.mode = mode
    const patience = reasonOf(mode) === 'timeout' ? 'brief' : 'patient'
    const { response, text, body } = await ask(patience)

    expect(outcomeOfAnswer(response.status, text)).toBe(outcomeOf('search', mode))
    expect(text).not.toContain(secretMark)
    expect(text).not.toContain('127.0.0.1')
    if (response.status === 503) {
      const details = { version: 'v9', reason: reasonOf(mode) }
      const message = messageOf(mode, details.reason)
      expect(body.error).toMatchObject({ message, details })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    if (response.status === 400) {
      const field = mode === '400 of a query' ? 'body' : 'index'
      expect(body.error.details[field]._errors).toEqual([expect.any(String)])
    }

    engine.mode = 'good'
    expect((await ask()).response.status).toBe(200)
  },
)
