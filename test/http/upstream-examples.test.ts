import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { apply, piecesOf } from '../support/doc-configuration.js'
import { serviceOf } from '../support/service.js'
import { configCopy, type RunningStack, root, startStack } from '../support/stack.js'

/** docs/upstream-examples.md: each of its four examples, with one double for all services. */
let service: Awaited<ReturnType<typeof serviceOf>>
let stack: RunningStack
let key: string
const files = new Map<string, string>()
/** Sends an event to the last reader of the news. */
let emit: (event: string) => void

const answers: Record<string, (req: IncomingMessage, res: ServerResponse) => unknown> = {
  'GET /rest/people/17': ({ headers }, res) => {
    const isUs = headers.authorization === `Basic ${btoa('directory:of-donors')}`
    res.setHeader('Link', `<${service.url}/rest/people/18>; rel="next"`).setHeader('ETag', '"1"')
    if (headers['if-none-match'] === '"1"') return res.writeHead(304).end()
    return res.writeHead(isUs ? 200 : 401).end('{"name":"Ada"}')
  },
  'GET /api/v1/news': (_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': begun\n\n')
    emit = (event) => void res.write(event)
  },
  'PUT /store/a/b.txt': async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    files.set(req.url!, text)
    res.writeHead(201, { Location: req.url! }).end()
  },
  'GET /store/a/b.txt': ({ url, headers: { range } }, res) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const text = files.get(url!)!
    if (from === undefined) return res.writeHead(200, { Server: 'store' }).end(text)
    return res.writeHead(206).end(text.slice(Number(from), Number(to) + 1))
  },
  'POST /indexes/grants/search': async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    if (req.headers.authorization !== 'Bearer of-grants') return res.writeHead(403).end('{}')
    const { q, filter } = JSON.parse(text)
    res.setHeader('Content-Type', 'application/json')
    if (filter) return res.writeHead(400).end('{"code":"invalid_search_filter"}')
    return res.end(JSON.stringify({ query: q, hits: [{ id: 1 }] }))
  },
}

beforeAll(async () => {
  const server = createServer((req, res) => {
    const answer = answers[`${req.method} ${req.url}`]
    if (answer) void answer(req, res)
    else res.writeHead(404).end('{}')
  })
  server.on('upgrade', (_, socket: Socket) => {
    socket.on('error', () => undefined).once('end', () => socket.end())
    socket.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    socket.pipe(socket)
  })
  service = await serviceOf(server)
  const configDir = configCopy()
  apply(piecesOf(join(root, 'docs/upstream-examples.md')), configDir)
  const { url } = service
  const env = {
    ...{ DONORS_URL: url, NEWS_URL: url, FILES_URL: url, GRANTS_SEARCH_URL: url },
    ...{ DONORS_PASSWORD: 'of-donors', GRANTS_SEARCH_KEY: 'of-grants' },
  }
  stack = await startStack({ configDir, env })
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack?.stop()
  await service?.close()
})

const call = (path: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${stack.gateway.url}/api/v1/${path}`, {
    ...init,
    headers: { 'X-API-Key': key, ...headers },
  })

test('JSON with basic auth: in the envelope, with links of the gateway', async () => {
  const answer = await call('donors/17')
  expect([answer.status, ((await answer.json()) as { data: object }).data]).toEqual([
    200,
    { name: 'Ada' },
  ])
  expect(answer.headers.get('link')).toBe('</api/v1/donors/18>; rel="next"')
  expect((await call('donors/17', { headers: { 'If-None-Match': '"1"' } })).status).toBe(304)
})

test('a stream: event by event', async () => {
  const answer = await call('news', { headers: { Accept: 'text/event-stream' } })
  const events = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await events.read()).value).toBe(': begun\n\n')
  emit('data: 1\n\n')
  expect((await events.read()).value).toBe('data: 1\n\n')
  await events.cancel()
})

describe('a WebSocket', () => {
  const asking = () => ({ Connection: 'Upgrade', Upgrade: 'websocket', 'X-API-Key': key })
  test('bytes pass in both directions', async () => {
    const request = get(`${stack.gateway.url}/api/v1/news`, { headers: asking() })
    const [answer, socket] = await once(request, 'upgrade')
    expect(answer.statusCode).toBe(101)
    const text = 'GET / HTTP/1.1\r\n\r\n' // to the edge it is no request any more
    socket.on('error', () => undefined).write(text)
    expect(String((await once(socket, 'data'))[0])).toBe(text)
    socket.destroy()
  })

  test('nobody opens one without a credential', async () => {
    const { 'X-API-Key': _, ...headers } = asking()
    const [answer] = await once(get(`${stack.gateway.url}/api/v1/news`, { headers }), 'response')
    expect(answer.statusCode).toBe(401)
    answer.resume()
  })
})

test('files: written, read, read in part', async () => {
  const text = 'a file of any type'
  const headers = { 'Content-Type': 'text/plain' }
  const written = await call('files/a/b.txt', { method: 'PUT', body: text, headers })
  expect([written.status, written.headers.get('location')]).toEqual([201, '/api/v1/files/a/b.txt'])
  const read = await call('files/a/b.txt')
  expect(await read.text()).toBe(text)
  expect([read.headers.get('content-disposition'), read.headers.get('server')]).toEqual([
    'attachment',
    null,
  ])
  const part = await call('files/a/b.txt', { headers: { Range: 'bytes=2-5' } })
  expect([part.status, await part.text()]).toEqual([206, 'file'])
})

test('another search engine: its answers as data, its refusals as ours', async () => {
  const search = async (body: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await call('grants/search', {
      ...{ method: 'POST', headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
  }
  expect(await search({ q: 'river' })).toMatchObject({
    status: 'success',
    data: { query: 'river', hits: [{ id: 1 }] },
  })
  expect(await search({ q: 'river', filter: 'x' })).toMatchObject({
    error: {
      code: 'VALIDATION_ERROR',
      details: { upstream: { answer: { code: 'invalid_search_filter' } } },
    },
  })
})
