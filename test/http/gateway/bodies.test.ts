import { gzipSync } from 'node:zlib'
import { type RunningStack, startStack } from '../../support/stack.js'

let stack: RunningStack
let token: string
let key: string
beforeAll(async () => {
  stack = await startStack()
  token = (await stack.login()).accessToken
  key = await stack.mintKey()
})
afterAll(() => stack.stop())

const json = 'application/json'
const search = JSON.stringify({
  index: 'organization-serp',
  body: { query: { match_all: {} }, size: 0 },
})
const mark = Buffer.from([0xef, 0xbb, 0xbf])

async function ask(
  path: string,
  body: string | Buffer | undefined,
  headers: Record<string, string>,
  method = 'POST',
) {
  const sent = typeof body === 'string' ? body : body && new Uint8Array(body)
  const answer = await fetch(stack.url + path, {
    method,
    headers,
    ...(sent !== undefined && { body: sent }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, error: JSON.parse(text).error }
}

const searched = (body: string | Buffer, headers: Record<string, string>) =>
  ask('/api/v1/organizations/search', body, { 'X-API-Key': key, ...headers })

describe.each<[string, typeof searched, string]>([
  ['search', searched, search],
  [
    'API keys',
    (body, headers) =>
      ask('/api/v1/api-keys', body, { Authorization: `Bearer ${token}`, ...headers }),
    '{"name":"k"}',
  ],
])('%s', (_, send, body) => {
  test('a byte order mark is passed over', async () => {
    expect(
      (await send(Buffer.concat([mark, Buffer.from(body)]), { 'Content-Type': json })).status,
    ).toBeLessThan(300)
    const twice = await send(Buffer.concat([mark, mark, Buffer.from(body)]), {
      'Content-Type': json,
    })
    expect([twice.status, twice.error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test.each<[string, string | Buffer, Record<string, string>, number, RegExp]>([
    [
      'a form',
      body,
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      415,
      /^Send Content-Type: application\/json$/,
    ],
    [
      'gzip',
      gzipSync(body),
      { 'Content-Type': json, 'Content-Encoding': 'gzip' },
      415,
      /without Content-Encoding/,
    ],
    [
      'UTF-16',
      Buffer.from(`\ufeff${body}`, 'utf16le'),
      { 'Content-Type': json },
      400,
      /UTF-8, not UTF-16/,
    ],
    [
      'Latin-1',
      Buffer.from(`${body.slice(0, -1)},"x":"\xe9"}`, 'latin1'),
      { 'Content-Type': json },
      400,
      /must be UTF-8$/,
    ],
  ])('%s', async (_name, sent, headers, status, text) => {
    const answer = await send(sent, headers)
    const { message, details } = answer.error
    expect([answer.status, details.body?._errors[0] ?? message]).toEqual([
      status,
      expect.stringMatching(text),
    ])
    expect(answer.text).not.toMatch(/iso-8859|windows-1252|form-url|vnd/)
    if (headers['Content-Encoding']) expect(answer.headers.get('accept-encoding')).toBe('identity')
  })
})

test.each<[string, string, object, string, string | undefined]>([
  ['POST', '/api/v1/api-keys', { name: 'k', expires_in: 30 }, 'expires_in', 'expiresIn'],
  [
    'POST',
    '/api/v1/auth/refresh',
    { refresh_token: 'npd_secret' },
    'refresh_token',
    'refreshToken',
  ],
  ['GET', '/api/v1/api-keys?page_size=2', {}, 'page_size', 'pageSize'],
])('%s %s %j: %s is named at its own field', async (method, path, body, name, meant) => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': json }
  const answer = await ask(
    path,
    method === 'POST' ? JSON.stringify(body) : undefined,
    headers,
    method,
  )
  const { code, details } = answer.error
  const hint = meant ? `; did you mean ${meant}? The fields are ` : '; the fields are '
  expect([code, details[name]._errors]).toEqual([
    'VALIDATION_ERROR',
    [expect.stringContaining(`${name} is not a field of this request${hint}`)],
  ])
  expect(details.body).toBeUndefined()
  expect(answer.text).not.toContain('npd_secret')
})

test.each(['npd_abcdefgh_abc', 'a b', '_x', 'é', 'x'.repeat(40), '', '<b>'])(
  'the name %j is not told',
  async (name) => {
    const { text, error } = await ask(
      '/api/v1/api-keys',
      JSON.stringify({ name: 'k', [name]: 1, [`${name}${name} `]: 1 }),
      { Authorization: `Bearer ${token}`, 'Content-Type': json },
    )
    expect(error.details).toEqual({
      body: {
        _errors: [
          expect.stringMatching(/^body is not a field of this request; the fields are name/),
        ],
      },
    })
    if (name.length > 2) expect(text).not.toContain(name)
  },
)

test('a GET may say that its body is of length 0 and of a type', async () => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': json, 'Content-Length': '0' }
  expect((await stack.request.get('/api/v1/auth/me').set(headers)).status).toBe(200)
})
