import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { holdTimeouts } from '../../support/clock.js'
import { FaultEngine } from '../../support/fault-engine.js'
import { startService } from '../../support/service.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { until } from '../../support/until.js'

let gateway: Gateway
let mirror: Awaited<ReturnType<typeof startService>>
let faulty: FaultEngine
let gone: FaultEngine
/** Ends every connection but for HEAD. */
let shy: Awaited<ReturnType<typeof startService>>
const shyAsked: string[] = []
/** Fails at POST, streams without end at GET; answers the probe as told. */
let partly: Awaited<ReturnType<typeof startService>>
let isProbeAnswered = false
let full: Awaited<ReturnType<typeof listenWithoutTaking>>

const deadlineMs = 600_000

beforeAll(async () => {
  mirror = await startService()
  faulty = await new FaultEngine().listen()
  gone = await new FaultEngine().listen()
  await gone.refuse()
  shy = await startService(({ method, url, socket }, res) => {
    shyAsked.push(`${method} ${url}`)
    if (method === 'HEAD') res.writeHead(503).end()
    else socket.destroy()
  })
  partly = await startService(({ method, socket }, res) => {
    if (method === 'HEAD') return isProbeAnswered ? res.writeHead(404).end() : socket.destroy()
    if (method === 'POST') res.writeHead(503).end('{}')
    else res.writeHead(200).write('begun')
    return undefined
  })
  full = await listenWithoutTaking()
  const urls: Record<string, string[]> = {
    'one-gone': [gone.url, mirror.url],
    'one-full': [full.url, mirror.url],
    'one-faulty': [faulty.url, mirror.url],
    'one-shy': [`${shy.url}/base`, mirror.url],
    'one-partly': [partly.url, mirror.url],
    faulty: [faulty.url],
    unread: [faulty.url],
  }
  const names = Object.keys(urls)
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: Object.fromEntries(names.map((name) => [name, { host: '*', paths: `/${name}` }])),
    serviceEndpoints: {
      ...Object.fromEntries(names.map((name) => [name, { urls: urls[name] }])),
      // a list in one text, as of AUTH_SERVICE_URL
      'one-full': { url: urls['one-full']!.join(', ') },
    },
    pipelines: Object.fromEntries(
      names.map((name) => {
        const envelope = [{ action: { maxBodyBytes: 32e6, contentTypes: ['*/*'] } }]
        const timeoutMs = name === 'unread' ? 2500 : deadlineMs
        const upstream = [{ action: { serviceEndpoint: name, public: true, timeoutMs } }]
        return [name, { apiEndpoints: [name], policies: [{ envelope }, { upstream }] }]
      }),
    ),
  })
})
afterEach(() => void jest.useRealTimers())
afterAll(() =>
  Promise.all([
    ...[gateway.close(), mirror.close(), faulty.refuse(), full.close(), shy.close()],
    partly.close(),
  ]),
)

/**
 * A port on which the kernel takes no connection: the queue of those that wait to be taken is full.
 */
async function listenWithoutTaking() {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port)
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
    })`,
    { eval: true },
  )
  const [port] = await once(worker, 'message')
  const waiting = Array.from({ length: 4 }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  )
  await once(waiting[0]!, 'connect')
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(gateway.url + path, init)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('a request that cannot have reached its target goes to another one, whatever its method', () => {
  test.each(['one-gone', 'one-full'])('%s', async (path) => {
    const { status, body } = await call(`/${path}`, {
      method: 'POST',
      body: 'x'.repeat(100_000),
    })
    expect([status, body.bodyBytes]).toEqual([201, 100_000])
    for (let i = 0; i < 4; i++)
      expect((await call(`/${path}`, { method: 'POST', body: 'x' })).status).toBe(201)
  })
})

test('a request that may have been heard is sent once, unless its method may be repeated', async () => {
  faulty.mode = 'closes at once'
  const before = faulty.searches
  expect((await call('/faulty', { method: 'POST' })).status).toBe(502)
  expect((await call('/faulty', { method: 'DELETE', body: 'x' })).status).toBe(502)
  expect(faulty.searches - before).toBe(2)
  expect((await call('/faulty', { method: 'DELETE' })).status).toBe(502)
  expect(faulty.searches - before).toBe(4)
})

test('a 503 of one of two: another one is asked where that may be, else the caller gets it as it is', async () => {
  faulty.mode = '503'
  const statuses = []
  for (let i = 0; i < 2; i++)
    statuses.push((await call('/one-faulty', { method: 'POST', body: 'x' })).status)
  expect(statuses.toSorted()).toEqual([201, 503])
  for (let i = 0; i < 10; i++) expect((await call('/one-faulty')).status).toBe(201)
})

describe('an address that answers keeps its turn', () => {
  let begun = 0
  const ask = async (init: RequestInit) => {
    const answer = await fetch(`${gateway.url}/one-partly`, init)
    begun++
    await answer.text()
    return answer.status
  }
  test('after a stream that was cut at the deadline', async () => {
    holdTimeouts()
    for (let i = 1; i <= 2; i++) {
      const asked = Promise.allSettled([ask({}), ask({})])
      await until(() => begun === 2 * i)
      jest.advanceTimersByTime(deadlineMs)
      const turns = await asked
      expect(turns.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
  test('after a 503 of one path, as soon as the probe is answered', async () => {
    isProbeAnswered = true
    const post = { method: 'POST', body: 'x' }
    for (let i = 0; i < 3; i++) await until(async () => (await ask(post)) === 503)
  })
})

test('a service that does not take the body in time is to blame, not the caller', async () => {
  faulty.mode = 'never reads'
  const { status, body } = await call('/unread', { method: 'POST', body: Buffer.alloc(30e6) })
  expect([status, body.error.code]).toEqual([504, 'UPSTREAM_TIMEOUT'])
})

test('a caller of HTTP/1.0 sees that an answer of unknown length breaks off', async () => {
  faulty.mode = 'resets between chunks'
  const socket = connect(gateway.port, '127.0.0.1')
  socket.resume().write('GET /faulty HTTP/1.0\r\n\r\n')
  const [error] = await once(socket, 'error')
  expect(error.code).toBe('ECONNRESET')
})

test('an address that fails is asked HEAD / behind its path, and nothing else while another one lives', async () => {
  const ask = async () => (await fetch(`${gateway.url}/one-shy`)).status
  while (shyAsked.length === 0) expect(await ask()).toBe(201)
  while (shyAsked.length < 2) expect(await ask()).toBe(201)
  expect(shyAsked).toEqual(['GET /base/one-shy', 'HEAD /base/'])
})
