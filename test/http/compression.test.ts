import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type RunningStack, startStack } from '../support/stack.js'

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack()
  key = await stack.mintKey()
})
afterAll(() => stack.stop())

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const asked = request(`${stack.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  asked.end(body && JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const coding = answer.headers['content-encoding']
  const text = (
    coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  ).toString()
  return { status: answer.statusCode, headers: answer.headers, bytes: bytes.length, text }
}

const search = (headers: Record<string, string>, size: number) =>
  call(
    'POST',
    '/api/v1/organizations/search',
    { 'X-API-Key': key, ...headers },
    {
      index: 'organization-serp*',
      body: { query: { match_all: {} }, sort: [{ tax_code: 'asc' }], size },
    },
  )

test.each(['br', 'gzip'])(
  'with the shipped YAML a search comes as %s to who asks for it, the same JSON',
  async (coding) => {
    const plain = await search({}, 50)
    const answer = await search({ 'Accept-Encoding': coding }, 50)
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-encoding': coding })
    expect(answer.headers['x-query-cost']).toBe(plain.headers['x-query-cost'])
    expect(JSON.parse(answer.text).data).toEqual(JSON.parse(plain.text).data)
    expect(JSON.parse(answer.text).meta.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.bytes).toBeLessThan(plain.bytes / 3)
  },
)

test('a small answer and an error come as they are', async () => {
  const small = await search({ 'Accept-Encoding': 'br' }, 1)
  expect(small.headers['content-encoding']).toBeUndefined()
  const refused = await call(
    'POST',
    '/api/v1/organizations/search',
    { 'Accept-Encoding': 'br' },
    {},
  )
  expect({ status: refused.status, coding: refused.headers['content-encoding'] }).toEqual({
    status: 401,
  })
})

test('what holds a credential is never compressed', async () => {
  const { accessToken } = await stack.login()
  const headers = { 'Accept-Encoding': 'br, gzip, identity;q=0' }
  const login = await call('POST', '/api/v1/auth/login', headers, {
    email: 'demo@example.org',
    password: 'wrong',
  })
  const made = await call(
    'POST',
    '/api/v1/api-keys',
    { ...headers, Authorization: `Bearer ${accessToken}` },
    { name: 'x'.repeat(100) },
  )
  expect(made.status).toBe(201)
  expect(made.headers['cache-control']).toBe('no-store')
  for (const answer of [login, made]) {
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toBeUndefined()
  }
})

test('the list of fields: one ETag for all codings, and a 304 that varies as the 200 does', async () => {
  const fields = (headers: Record<string, string>) =>
    call('GET', '/api/v1/organizations/fields', { 'X-API-Key': key, ...headers })
  const plain = await fields({})
  const coded = await fields({ 'Accept-Encoding': 'br' })
  expect(coded.headers).toMatchObject({
    'content-encoding': 'br',
    etag: plain.headers.etag,
    vary: 'Accept-Encoding',
  })
  expect(JSON.parse(coded.text).data).toEqual(JSON.parse(plain.text).data)
  const held = await fields({
    'Accept-Encoding': 'br',
    'If-None-Match': String(plain.headers.etag),
  })
  expect(held.status).toBe(304)
  expect(held.headers).toMatchObject({ etag: plain.headers.etag, vary: 'Accept-Encoding' })
  expect(held.headers['content-encoding']).toBeUndefined()
  expect(held.bytes).toBe(0)
})
