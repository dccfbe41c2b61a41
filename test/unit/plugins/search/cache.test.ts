import { makeKey } from '../../../../plugins/search/cache.js'
import * as search from '../../../../plugins/search/index.js'
import { holdTimeouts } from '../../../support/clock.js'
import { startHeldEngine } from '../../../support/held-engine.js'
import { middlewareOf, serveStep } from '../../../support/step-server.js'
import { until } from '../../../support/until.js'
import { caller, requestOf } from '../kit/engine/request.js'

const key = (body: string, index?: string) => makeKey(requestOf(body, index))

test.each<[string, string, string]>([
  [
    'order of members inside',
    '{"query":{"range":{"year":{"gte":1,"lt":2}}}}',
    '{"query":{"range":{"year":{"lt":2,"gte":1}}}}',
  ],
  ['blanks and numbers', '{"size": 10, "from":0}', '{"size":1e1,"from":0.0}'],
  ['escapes', '{"query":{"term":{"a":"\\u00e9"}}}', '{"query":{"term":{"a":"é"}}}'],
  ['__proto__', '{"a":1,"__proto__":{"b":1,"c":2}}', '{"__proto__":{"c":2,"b":1},"a":1}'],
])('the same search: %s', (_name, one, other) => {
  expect(key(one)).toBe(key(other))
})

test.each<[string, string, string]>([
  ['the type of a value', '{"query":{"term":{"a":"1"}}}', '{"query":{"term":{"a":1}}}'],
  ['the order of a list', '{"_source":["a","b"]}', '{"_source":["b","a"]}'],
  ['the order of sort keys', '{"sort":{"a":"asc","b":"desc"}}', '{"sort":{"b":"desc","a":"asc"}}'],
  [
    'the order of orders',
    '{"aggs":{"t":{"terms":{"order":{"a":"asc","b":"asc"}}}}}',
    '{"aggs":{"t":{"terms":{"order":{"b":"asc","a":"asc"}}}}}',
  ],
  ['__proto__', '{"a":1,"__proto__":{"b":1}}', '{"a":1}'],
])('another search: %s', (_name, one, other) => {
  expect(key(one)).not.toBe(key(other))
})

test('another index is another search, even where its name and the body read alike together', () => {
  expect(key('{"size":1}', 'map-serp')).not.toBe(key('{"size":1}', 'map-serp*'))
  expect(key('{"size":1}', 'map-serp')).toBe(key('{"size":1}', 'map-serp'))
})

test('a body of more than 64 KB is not compared', () => {
  expect(key(`{"query":{"term":{"a":"${'x'.repeat(64 * 1024)}"}}}`)).toBeUndefined()
})

test('each caller has its own deadline: one that joined late is answered though the first timed out', async () => {
  const engine = Object.assign(await startHeldEngine(), { holds: true })
  const cache = { seconds: 60, maxBytes: 65_536 }
  const step = middlewareOf(search, { nodes: engine.url, version: 'v9', timeoutMs: 3000, cache })
  const server = await serveStep(step, { search: requestOf('{"size":1}'), caller })
  const ask = () => fetch(server.url, { method: 'POST' })
  holdTimeouts()
  const first = ask()
  await until(() => engine.asked.length === 1)
  jest.advanceTimersByTime(1500)
  const second = ask()
  await until(() => server.unanswered() === 2)
  jest.advanceTimersByTime(1500)
  expect((await first).status).toBe(503)
  expect(engine.asked[0]!.isAbandoned).toBe(false)
  engine.asked[0]!.answer()
  const { status, headers } = await second
  expect([status, headers.get('cache-status')]).toEqual([
    200,
    'nonprofit-directory; fwd=miss; collapsed',
  ])
  expect(engine.asked.length).toBe(1)
  jest.useRealTimers()
  await server.close()
  await engine.close()
})
