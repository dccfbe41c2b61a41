import type { SearchRequest } from '../../../../plugins/kit/context.js'
import * as search from '../../../../plugins/search/index.js'
import { holdTimeouts } from '../../../support/clock.js'
import { type HeldEngine, startHeldEngine } from '../../../support/held-engine.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { until } from '../../../support/until.js'
import { caller, requestOf } from '../kit/engine/request.js'

let engine: HeldEngine
let server: StepServer
beforeEach(async () => {
  engine = Object.assign(await startHeldEngine(), { holds: true })
})
afterEach(async () => {
  jest.restoreAllMocks().useRealTimers()
  await server.close()
  await engine.close()
})

/** With one slot for the caller. */
async function serve(request: SearchRequest): Promise<void> {
  const step = middlewareOf(search, { nodes: engine.url, slots: 2 })
  server = await serveStep(step, { search: request, caller })
}

test('a search that follows up another one goes on with its slot', async () => {
  await serve({ ...requestOf('{"size":1}'), followUp: () => requestOf('{"size":2}') })
  const answers = [fetch(server.url), fetch(server.url)]
  await until(() => server.unanswered() === 2)
  for (let i = 0; i < 4; i++) (await until(() => engine.asked[i])).answer()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
  expect(engine.asked.map(({ body }) => body.size)).toEqual([1, 2, 1, 2])
})

test('while the engine hangs, searches that wait are told so as those in flight are', async () => {
  await serve(requestOf('{"size":1}'))
  holdTimeouts()
  const asked = Array.from({ length: 20 }, async () => (await fetch(server.url)).text())
  await until(() => server.unanswered() === 20 && engine.asked.length === 1)
  const now = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(now + 8000)
  for (const ms of [8000, 2000]) jest.advanceTimersByTime(ms)
  const codes = (await Promise.all(asked)).map((text) => JSON.parse(text).error.code)
  expect(new Set(codes)).toEqual(new Set(['ELASTICSEARCH_UNAVAILABLE']))
})
