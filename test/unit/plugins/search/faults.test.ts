import { texts } from '../../../../kit/errors.js'
import * as search from '../../../../plugins/search/index.js'
import { FaultEngine, faults, type Mode, secretMark } from '../../../support/fault-engine.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { caller, requestOf } from './request.js'

const deadlineMs = 400
const request = requestOf('{"query":{"match_all":{}}}')

/** The modes that are not ELASTICSEARCH_UNAVAILABLE. */
const others: Partial<Record<Mode, { status: number; code?: string; field?: string }>> = {
  good: { status: 200 },
  '404 of an index': { status: 400, code: 'VALIDATION_ERROR', field: 'index' },
  '400 of a closed index': { status: 400, code: 'VALIDATION_ERROR', field: 'index' },
  '400 of a query': { status: 400, code: 'VALIDATION_ERROR', field: 'body' },
  '413': { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  '413 of HTML': { status: 413, code: 'PAYLOAD_TOO_LARGE' },
}

let engine: FaultEngine
let server: StepServer

beforeAll(async () => {
  engine = await new FaultEngine().listen()
  const params = { nodes: engine.url, version: 'v9', timeoutMs: deadlineMs, maxResponseBytes: 1_000_000 }
  server = await serveStep(middlewareOf(search, params), { search: request, caller })
})

afterAll(async () => {
  await server.close()
  await engine.refuse()
})

async function ask() {
  const startedAt = performance.now()
  const response = await fetch(server.url, { method: 'POST' })
  const text = await response.text()
  return { response, text, body: JSON.parse(text), took: performance.now() - startedAt }
}

describe.each(Object.keys(faults) as Mode[])('engine fault "%s"', (mode) => {
  it('is answered by the envelope of its class, within the deadline, and a good answer works right after', async () => {
    engine.mode = mode
    const { status = 503, code = 'ELASTICSEARCH_UNAVAILABLE', field } = others[mode] ?? {}
    const { response, text, body, took } = await ask()

    expect(response.status).toBe(status)
    expect(text).not.toContain(secretMark)
    expect(text).not.toContain('127.0.0.1')
    expect(took).toBeLessThan(deadlineMs + 250)
    if (status !== 200) expect(body.error.code).toBe(code)
    if (status === 503) {
      expect(body.error).toMatchObject({ message: texts.engineUnavailable, details: { version: 'v9' } })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    if (field) expect(body.error.details[field]._errors).toEqual([expect.any(String)])

    engine.mode = 'good'
    expect((await ask()).response.status).toBe(200)
  })
})
