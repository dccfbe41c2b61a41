import { texts } from '../../../../kit/api/errors.js'
import * as search from '../../../../plugins/search/index.js'
import { FaultEngine, secretMark } from '../../../support/fault-engine.js'
import { modes, outcomeOf, outcomeOfAnswer, reasonOf } from '../../../support/fault-outcomes.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { caller, requestOf } from './request.js'

/** Of faults that never end by themselves: without it the test would not end. */
const deadlineMs = 400
const request = requestOf('{"query":{"match_all":{}}}')

let engine: FaultEngine
/**
 * The step as shipped, and with a micro-cache that keeps nothing until the next question: the
 * faults are the same ones.
 */
const servers: Record<string, StepServer> = {}
const kinds = { 'each for itself': {}, shared: { cache: { seconds: 0.001, maxBytes: 1_000_000 } } }

beforeAll(async () => {
  engine = await new FaultEngine().listen()
  for (const [name, more] of Object.entries(kinds)) {
    const params = {
      nodes: engine.url,
      version: 'v9',
      timeoutMs: deadlineMs,
      maxResponseBytes: 1_000_000,
      ...more,
    }
    servers[name] = await serveStep(middlewareOf(search, params), { search: request, caller })
  }
})

afterAll(async () => {
  for (const server of Object.values(servers)) await server.close()
  await engine.refuse()
})

async function ask(kind: string) {
  await new Promise((resolve) => setTimeout(resolve, 5)) // what was kept is forgotten
  const response = await fetch(servers[kind]!.url, { method: 'POST' })
  const text = await response.text()
  return { response, text, body: JSON.parse(text) }
}

describe.each(modes)('engine fault "%s"', (mode) => {
  it.each(Object.keys(kinds))(
    '%s: is answered by the envelope of its class, and a good answer works right after',
    async (kind) => {
      engine.mode = mode
      const { response, text, body } = await ask(kind)

      expect(outcomeOfAnswer(response.status, text)).toBe(outcomeOf('search', mode))
      expect(text).not.toContain(secretMark)
      expect(text).not.toContain('127.0.0.1')
      if (response.status === 503) {
        const details = { version: 'v9', reason: reasonOf(mode) }
        expect(body.error).toMatchObject({ message: texts.engineUnavailable, details })
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      }
      if (response.status === 400) {
        const field = mode === '400 of a query' ? 'body' : 'index'
        expect(body.error.details[field]._errors).toEqual([expect.any(String)])
      }

      engine.mode = 'good'
      expect((await ask(kind)).response.status).toBe(200)
    },
  )
})
