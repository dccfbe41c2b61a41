import { type HeldEngine, startHeldEngine } from '../../support/held-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { Wire } from '../../support/wire.js'

/** What operators see and do on the admin listener, of a gateway with two workers. */

let engine: HeldEngine
let stack: RunningStack
let bearer: { Authorization: string }
let key: string
beforeAll(async () => {
  engine = await startHeldEngine()
  stack = await startStack({ engine: engine.url, env: { WORKERS: '2', REQUESTS_PER_MINUTE: '20' } })
  bearer = { Authorization: `Bearer ${stack.secret()}` }
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})
beforeEach(() => {
  engine.holds = true
  engine.asked.length = 0
})
afterEach(() => {
  for (const one of engine.asked) if (!one.isAbandoned && !one.res.writableEnded) one.answer()
})

interface Seen {
  id: string
  pipeline: string
  owner: string | null
  prefix: string | null
  cost: number
  ms: number
  isWaiting?: boolean
}
interface Status {
  searches: { running: Seen[]; underWay: number; lately: Seen[] }
  limitsNearEnd: object[]
  pipelines: { name: string }[]
  config: { hash: string; reloads: object[] }
}

const admin = (path: string, init?: RequestInit) => fetch(stack.gateway.adminUrl + path, init)
const status = async () => (await (await admin('/status')).json()) as Status

async function search() {
  const answer = await fetch(`${stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key, Connection: 'close' },
    body: JSON.stringify({ index: 'map-serp', body: { query: { term: { ein: 'whispered' } } } }),
  })
  const { error } = (await answer.json()) as { error?: { details: object; message: string } }
  return { status: answer.status, id: answer.headers.get('x-request-id'), error }
}

async function post(path: string, body: unknown, headers: Record<string, string> = bearer) {
  const sent = { 'Content-Type': 'application/json', ...headers }
  const answer = await admin(path, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

const cancelled = {
  status: 503,
  error: {
    code: 'ELASTICSEARCH_UNAVAILABLE',
    message: 'An operator has cancelled this search. Ask for less.',
    details: { version: 'v9', reason: 'cancelled' },
  },
}

test('a running search is seen without its text, and cancelled: the engine stops, the caller learns why', async () => {
  const answer = search()
  await until(() => engine.asked.length === 1)
  const { searches } = await status()
  expect(searches).toEqual({
    running: [
      {
        id: expect.any(String),
        pipeline: 'organizations',
        owner: expect.stringMatching(/^\d+$/),
        prefix: key.split('_', 2).join('_'),
        cost: expect.any(Number),
        startedAt: expect.stringMatching(/Z$/),
        ms: expect.any(Number),
        isWaiting: false,
      },
    ],
    underWay: 1,
    lately: [],
  })
  expect(JSON.stringify(searches)).not.toContain('whispered')
  const [{ id, pipeline, owner, prefix, cost }] = searches.running as [Seen]
  expect(await post('/cancel', { id })).toEqual({
    status: 200,
    body: { status: 'cancelled', search: { id, pipeline, owner, prefix, cost } },
  })
  expect(await answer).toEqual({ ...cancelled, id })
  await until(() => engine.asked[0]!.isAbandoned)
  expect(await post('/cancel', { id })).toMatchObject({ status: 404 })
  const { running, lately } = (await status()).searches
  expect({ running, lately }).toMatchObject({ running: [], lately: [{ id, cost }] })
  const audit = { audit: true, event: 'search-cancelled', operator: true, requestId: id }
  const lines = () => stack.output().match(/.*search-cancelled.*/g) ?? []
  await until(() => lines().length === 1)
  expect(JSON.parse(lines()[0]!)).toMatchObject({ ...audit, pipeline, caller: owner, cost })
})

test('one that waits for its turn is cancelled too, and never reaches the engine', async () => {
  const answers = Array.from({ length: 8 }, search)
  await until(async () => (await status()).searches.underWay === 8)
  const { running } = (await status()).searches
  const waiting = running.filter(({ isWaiting }) => isWaiting)
  expect(running).toHaveLength(8)
  expect(waiting.length).toBe(8 - engine.asked.length)
  const { id } = waiting[0]!
  expect(await post('/cancel', { id })).toMatchObject({ status: 200 })
  engine.holds = false
  for (const one of engine.asked) one.answer()
  const all = await Promise.all(answers)
  expect(all.find((one) => one.id === id)).toMatchObject(cancelled)
  expect(all.filter((one) => one.status === 200)).toHaveLength(7)
  expect(engine.asked).toHaveLength(7)
})

test.each<[string, unknown, Record<string, string>, number, string]>([
  ['without the secret', { id: 'x' }, {}, 401, 'AUTHENTICATION_REQUIRED'],
  ['with another one', { id: 'x' }, { Authorization: 'Bearer other' }, 401, 'UNAUTHORIZED'],
  ['as a form', { id: 'x' }, { 'Content-Type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['without an id', {}, {}, 400, 'VALIDATION_ERROR'],
])('a cancellation %s is refused', async (name, body, headers, code, error) => {
  const credential = name === 'without the secret' ? {} : bearer
  const answer = await post('/cancel', body, { ...credential, ...headers })
  expect(answer).toMatchObject({ status: code, body: { error: { code: error } } })
})

const foreign = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }
const link = { ...foreign, 'Sec-Fetch-Mode': 'navigate' }
test.each<[string, string, Record<string, string>, number]>([
  ['POST', '/cancel', foreign, 403],
  ['POST', '/reload', { ...link, 'Sec-Fetch-Site': 'same-site' }, 403],
  ['GET', '/status', foreign, 403],
  ['GET', '/', link, 200],
  ['GET', '/', { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' }, 200],
])('%s %s of another page, as %j: %d', async (method, path, headers, code) => {
  const { host, port } = new URL(stack.gateway.adminUrl)
  const wire = new Wire(Number(port)) // fetch would not let us choose them
  const fields = { Host: host, ...bearer, ...headers }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  wire.send(`${method} ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: 0\r\n\r\n`)
  const [answer] = await wire.wait(1)
  wire.socket.destroy()
  expect(answer!.status).toBe(code)
})

test('the page is one document with files of its own, under a strict policy', async () => {
  const page = await admin('/')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const files = [...html.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map(([, path]) => path!)
  expect(files.length).toBeGreaterThan(2)
  for (const path of files) {
    const file = await admin(path)
    expect({ path, status: file.status }).toEqual({ path, status: 200 })
    expect(file.headers.get('cache-control')).toContain('immutable')
  }
  expect((await admin('/', { method: 'POST' })).status).toBe(405)
  for (const path of ['/operators', '/operators/', '/operators/../package.json', '/operators/x.js'])
    expect((await admin(path)).status).toBe(404)
})

test('/status tells pipelines as flows, and limits near their end', async () => {
  engine.holds = false
  for (let i = 0; i < 20; i++) await search()
  const { pipelines, limitsNearEnd, config } = await status()
  expect(config.reloads).toEqual([])
  expect(pipelines.find(({ name }) => name === 'organizations')).toEqual({
    name: 'organizations',
    calls: ['POST /api/v1/organizations/search'],
    steps: [
      ...['envelope', 'throttle by address', 'authenticate', 'authorize', 'throttle by owner'],
      ...['search-rules', 'search'],
    ],
    service: 'engine',
  })
  expect(pipelines).toContainEqual(expect.objectContaining({ name: 'login', service: 'auth' }))
  expect(pipelines).toContainEqual(expect.objectContaining({ name: 'limits', service: null }))
  expect(limitsNearEnd).toContainEqual({
    ...{ name: 'requests-per-address', by: 'address', unit: 'requests', key: '127.0.0.1' },
    ...{ limit: 20, remaining: 0, resetSeconds: expect.any(Number) },
  })
})
