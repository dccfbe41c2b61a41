import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../packages/embedded-engine/src/server.js'
import { serviceOf } from '../support/service.js'
import { end, root, startReady, testEnvironment } from '../support/stack.js'

/** examples/books: a gateway of another index, by YAML alone. */

const example = join(root, 'examples/books')
const books = '/api/v1/books'
const account = { email: 'librarian@example.org', password: 'velvet-anchor-tulip-nine' }

let request: ReturnType<typeof supertest>
let token: string
let key: string
const endings: (() => unknown)[] = []

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'books-'))
  endings.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const engine = await startEngineWithBooks()
  const env = testEnvironment(dataDir, join(example, 'config'), {
    BOOTSTRAP_EMAIL: account.email,
    BOOTSTRAP_PASSWORD: account.password,
  })
  const auth = await startReady<{ url: string; internalUrl: string }>('auth-service/main.js', env)
  endings.push(() => end(auth.child))
  const gateway = await startReady<{ url: string }>('gateway/main.js', {
    ...env,
    AUTH_SERVICE_URL: auth.message.url,
    AUTH_INTERNAL_URL: auth.message.internalUrl,
    ELASTICSEARCH_URL: engine,
  })
  endings.push(() => end(gateway.child))
  request = supertest(gateway.message.url)

  const login = await request.post('/api/v1/auth/login').send(account).expect(200)
  token = login.body.data.accessToken
  const made = await request
    .post('/api/v1/api-keys')
    .auth(token, { type: 'bearer' })
    .send({
      name: 'reading room',
      scopes: ['books:read'],
    })
  key = made.body.data.key
})

afterAll(async () => {
  for (const close of endings.reverse()) await close()
})

/** @returns the URL of an embedded engine that holds the books of the example. */
async function startEngineWithBooks(): Promise<string> {
  const service = await serviceOf(createEngineServer(new Engine()))
  endings.push(() => service.close())
  const send = (path: string, method: string, file: string, type: string) =>
    fetch(service.url + path, {
      method,
      headers: { 'Content-Type': type },
      body: readFileSync(join(example, file)),
    })
  const created = await send('/books-1', 'PUT', 'mapping.json', 'application/json')
  const filled = await send('/_bulk?refresh=true', 'POST', 'books.ndjson', 'application/x-ndjson')
  expect([created.status, filled.status]).toEqual([200, 200])
  return service.url
}

const post = (path: string, body: object) => request.post(path).set('X-API-Key', key).send(body)
const get = (path: string) => request.get(path).set('X-API-Key', key)
const search = (body: object, index = 'books*') => ({ index, body })

test('a search finds books', async () => {
  const body = search({
    query: { match: { title: 'winter' } },
    aggs: { s: { terms: { field: 'subject' } } },
  })
  const { data } = (await post(`${books}/search`, body).expect(200)).body
  expect(data.results.map(({ title }: { title: string }) => title)).toContain('Winter Harbour')
  expect(data).toMatchObject({ index: 'books*', version: 'v9', aggregations: { s: {} } })
})

test.each([
  [
    'an index of something else',
    search({ query: { match_all: {} } }, 'organization-serp*'),
    'index',
  ],
  ['a field that is closed', search({ query: { term: { supplier: 'x' } } }), 'body'],
])('%s is refused', async (_, body, field) => {
  const { error } = (await post(`${books}/search`, body).expect(400)).body
  expect(error.code).toBe('VALIDATION_ERROR')
  expect(Object.keys(error.details)).toEqual([field])
})

test('a GET finds by the template, with facets', async () => {
  const { data } = (await get(`${books}?q=winter+quill&facets=subject`).expect(200)).body
  expect(data).toMatchObject({ total: 1, results: [{ title: 'Winter Harbour', year: 1987 }] })
  expect(data.facets.subject).toEqual([{ value: 'novel', count: 1 }])
})

test('an assistant finds books by a tool', async () => {
  const call = (method: string, params: object) =>
    post('/api/v1/mcp', { jsonrpc: '2.0', id: 1, method, params }).set(
      'Accept',
      'application/json, text/event-stream',
    )
  const { tools } = (await call('tools/list', {})).body.result
  expect(tools.map(({ name }: { name: string }) => name)).toContain('find_books')
  const found = await call('tools/call', { name: 'find_books', arguments: { q: 'winter harbour' } })
  expect(JSON.stringify(found.body)).toContain('Winter Harbour')
})

test('the OpenAPI document tells the calls of the example, and no organization', async () => {
  const { body, text } = await request.get('/api/v1/openapi.json').expect(200)
  const paths = ['/search', '/search/explain', '/export', '/fields', ''].map((end) => books + end)
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(paths))
  // but for the scope that a key has by default, in every configuration
  const words = text
    .replaceAll('organizations:read', '')
    .match(/\S*(organi[sz]ation|nonprofit)\S*/gi)
  expect(words).toBeNull()
})
