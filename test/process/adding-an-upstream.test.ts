import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, get as httpGet, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { run } from '../http/gateway/project.js'
import { apply, piecesOf } from '../support/doc-configuration.js'
import { serviceOf, startService } from '../support/service.js'
import {
  configCopy,
  type RunningStack,
  root,
  startStack,
  testEnvironment,
} from '../support/stack.js'

/**
 * docs/adding-an-upstream.md and docs/upstream-examples.md: their YAML in the shipped files, and
 * real services behind.
 */
const page = join(root, 'docs/adding-an-upstream.md')
const pieces = piecesOf(page)
const piecesFor = (name: string) => pieces.filter(({ file }) => file === name)

/** What the service does with the next requests. */
let serve: (req: IncomingMessage, res: ServerResponse) => void
const grants: Record<string, object> = {
  '/v2/awards': { awards: ['a-1', 'a-2'] },
  '/v2/awards/a-1': { id: 'a-1', amount: 5000 },
}

function wellBehaved(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers['x-service-token'] !== 'the-token-of-the-service')
    return void res.writeHead(401).end('{}')
  const path = req.url!.split('?', 1)[0]!
  if (path === '/v2/reports/a-1') {
    res.writeHead(200, { 'Content-Type': 'text/csv', 'X-Powered-By': 'something', ETag: '"1"' })
    return void res.end('id,amount\na-1,5000\n')
  }
  res.setHeader('Content-Type', 'application/json')
  if (!(path in grants)) return void res.writeHead(404).end('{"reason":"no such award"}')
  const { url, headers } = req
  res.end(JSON.stringify({ ...grants[path], asked: { url, headers } }))
}

/** One double for all services of docs/upstream-examples.md. */
let double: Awaited<ReturnType<typeof serviceOf>>
/** Sends an event to the last reader of the news. */
let emit: (event: string) => void

const answers: Record<string, (req: IncomingMessage, res: ServerResponse) => unknown> = {
  'GET /api/v1/news': (_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': begun\n\n')
    emit = (event) => void res.write(event)
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

async function startDouble() {
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
  return serviceOf(server)
}

let service: Awaited<ReturnType<typeof startService>>
let configDir: string
let stack: RunningStack
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  serve = wellBehaved
  service = await startService((req, res) => serve(req, res))
  double = await startDouble()
  const { url } = double
  env = {
    ...{ GRANTS_URL: service.url, GRANTS_TOKEN: 'the-token-of-the-service' },
    ...{ NEWS_URL: url, GRANTS_SEARCH_URL: url, GRANTS_SEARCH_KEY: 'of-grants' },
  }
  // The roles are read at the start, the gateway's file while it runs
  configDir = configCopy()
  apply(piecesOf(join(root, 'docs/upstream-examples.md')), configDir)
  apply(piecesFor('auth-service.config.yml'), configDir)
  stack = await startStack({ configDir, env })
  expect((await stack.request.get('/api/v1/grants')).status).toBe(404)
  await save()
})
afterAll(async () => {
  await stack?.stop()
  await service?.close().catch(() => undefined)
  await double?.close()
  rmSync(configDir, { recursive: true, force: true })
})

/** What a reader does: saves the pieces of the gateway's file, and has it read. */
async function save(): Promise<void> {
  apply(piecesFor('gateway.config.yml'), configDir)
  const settings = { DATA_DIR: stack.dataDir, ADMIN_PORT: new URL(stack.gateway.adminUrl).port }
  const { code, stdout, stderr } = await run('gateway/reload-command.js', ['--by', 'ann'], {
    PATH: process.env.PATH,
    ...settings,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/\bgrants\b(.*\n)+ok {2}configuration \w+ is in force/)
}

const scopes = ['organizations:read', 'grants:read']
const get = (path: string, key: string) => stack.request.get(path).set('X-API-Key', key)

describe('the commands', () => {
  const command = (script: string, args: string[] = []) =>
    run(script, args, testEnvironment('/nowhere', configDir, env))

  test('the check finds nothing, and says which roles grant the scope, as the page does', async () => {
    const { code, stdout, stderr } = await command('gateway/check/main.js')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const shown = readFileSync(page, 'utf8').match(/^scope .*$/gm)!
    expect(stdout.match(/^scope .*$/gm)).toEqual(shown)
    expect(shown).toContain('scope grants:read: roles user, admin')
  })
})

describe('what callers get', () => {
  let key: string
  beforeAll(async () => {
    key = await stack.mintKey({ name: 'grants', scopes })
  })

  test('an envelope with the JSON of the service, which was told who asks and no credential', async () => {
    const { status, headers, body } = await get('/api/v1/grants/a-1?year=2026&x=%2F', key)
      .set('Accept-Language', 'de')
      .set('X-Caller-Id', '1')
      .set('X-Caller-Scopes', 'everything')
    expect([status, body.status]).toEqual([200, 'success'])
    const { asked, ...award } = body.data
    expect(award).toEqual({ id: 'a-1', amount: 5000 })
    expect(asked.url).toBe('/v2/awards/a-1?year=2026&x=%2F')
    expect(asked.headers).toMatchObject({
      'x-service-token': 'the-token-of-the-service',
      'x-caller-id': expect.stringMatching(/^\d+$/),
      'x-caller-scopes': scopes.join(' '),
      'x-request-id': body.meta.requestId,
      'x-forwarded-for': '127.0.0.1',
    })
    expect(Object.keys(asked.headers)).toEqual(
      expect.not.arrayContaining(['x-api-key', 'accept-language']),
    )
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=60',
      'x-request-id': body.meta.requestId,
    })
  })
})

describe('each example of docs/upstream-examples.md', () => {
  let key: string
  beforeAll(async () => {
    key = await stack.mintKey()
  })

  const call = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${stack.gateway.url}/api/v1/${path}`, {
      ...init,
      headers: { 'X-API-Key': key, ...headers },
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
    const asking = () => ({
      ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'X-API-Key': key },
      ...{ 'Sec-WebSocket-Key': 'MDEyMzQ1Njc4OWFiY2RlZg==', 'Sec-WebSocket-Version': 13 },
    })
    test('bytes pass in both directions', async () => {
      const request = httpGet(`${stack.gateway.url}/api/v1/news`, { headers: asking() })
      const [answer, socket] = await once(request, 'upgrade')
      expect(answer.statusCode).toBe(101)
      const text = 'GET / HTTP/1.1\r\n\r\n' // to the edge it is no request any more
      socket.on('error', () => undefined).write(text)
      expect(String((await once(socket, 'data'))[0])).toBe(text)
      socket.destroy()
    })
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
})
