import { type RunningStack, startStack } from '../support/stack.js'
import { rawRequest } from '../support/wire.js'

/**
 * docs/api.md, Errors: "A request is checked in this order". One request with every mistake,
 * corrected one by one.
 */

const origin = 'https://pages.example.org'
const limit = 3
const search = JSON.stringify({
  index: 'organization-serp',
  body: { query: { match_all: {} }, size: 0 },
})
const [crowded, quiet] = ['203.0.113.1', '203.0.113.2']

/** Low limits of searches, which need a scope that keys lack, and pages of one origin. */
function edited(text: string): string {
  const [before, after] = text.split('\n  organizations:\n    apiEndpoints') as [string, string]
  const pipeline = after
    .replace(
      '*by-address',
      `[{ action: { by: address, limit: ${limit}, windowSeconds: 60, name: a } }]`,
    )
    .replace(
      '*by-owner',
      `[{ action: { by: owner, limit: ${limit}, windowSeconds: 60, name: b } }]`,
    )
  return `${before}\n  organizations:\n    apiEndpoints${pipeline}`
    .replace('origins: [] #', `origins: ["${origin}"] #`)
    .replace(
      'scopes: ["organizations:read"] }',
      'scopes: ["organizations:read", "api-keys:manage"] }',
    )
}

interface Request {
  line: string
  /** A header field. */
  odd: string
  type: string
  length?: number
  from: string
  credentials: string[]
  body: string
}

let stack: RunningStack
let key: string
let token: string
beforeAll(async () => {
  stack = await startStack({ config: { 'gateway.config.yml': edited } })
  key = await stack.mintKey()
  token = (await stack.login()).accessToken
})
afterAll(() => stack?.stop())

const searching = 'POST /api/v1/organizations/search'

async function send({ line, odd, type, length, from, credentials, body }: Request) {
  const fields = [
    ...['Host: a', 'Connection: close', `Origin: ${origin}`, `Content-Type: ${type}`],
    ...[`X-Forwarded-For: ${from}`, `Content-Length: ${length ?? Buffer.byteLength(body)}`],
    ...[odd, ...credentials].filter((field) => field !== ''),
  ]
  const answer = await rawRequest(stack.url, [
    `${line} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n${body}`,
  ])
  return {
    ...answer,
    error: JSON.parse(answer.body).error as { code: string; details: object } | undefined,
  }
}

const good = { line: searching, odd: '', type: 'application/json', body: search }
const withToken = () => [`Authorization: Bearer ${token}`]

test('each mistake is told only when those before it are corrected', async () => {
  // The address is spent first, then the owner by bodies that are refused: limits come before the
  // body
  for (let i = 0; i < limit; i++)
    await send({ ...good, from: crowded, credentials: ['X-API-Key: nonsense'] })
  const bad = { ...good, from: quiet, credentials: withToken(), body: '{' }
  const refusals: unknown[] = []
  for (let i = 0; i <= limit; i++)
    refusals.push((await send({ ...bad, from: `198.51.100.${i}` })).error?.code)
  expect(refusals).toEqual([...Array(limit).fill('VALIDATION_ERROR'), 'RATE_LIMITED'])

  const everyMistake: Request = {
    line: 'GET /nothing',
    odd: 'X-\u0000: a',
    type: 'text/plain',
    length: 70_000_000,
    from: crowded,
    credentials: ['X-API-Key: nonsense', 'Authorization: Bearer nonsense'],
    body: '{',
  }
  const ofLimit = ['limit', 'unit', 'by', 'windowSeconds', 'remaining', 'retryAfterSeconds', 'name']
  const steps: [code: string, details: string[], correction: () => Partial<Request>][] = [
    ['VALIDATION_ERROR', ['request'], () => ({ odd: '' })],
    ['NOT_FOUND', [], () => ({ line: 'PUT /api/v1/organizations/search' })],
    ['METHOD_NOT_ALLOWED', [], () => ({ line: searching })],
    ['UNSUPPORTED_MEDIA_TYPE', [], () => ({ type: 'application/json' })],
    ['PAYLOAD_TOO_LARGE', [], () => ({ length: 1 })],
    ['RATE_LIMITED', ofLimit, () => ({ from: quiet })],
    ['VALIDATION_ERROR', ['credentials'], () => ({ credentials: ['X-API-Key: nonsense'] })],
    ['AUTHENTICATION_REQUIRED', [], () => ({ credentials: [`X-API-Key: ${key}`] })],
    ['FORBIDDEN', ['required', 'granted'], () => ({ credentials: withToken() })],
    ['RATE_LIMITED', ofLimit, () => ({})],
  ]
  let request = everyMistake
  for (const [code, details, correction] of steps) {
    const { error, headers } = await send(request)
    expect([error?.code, Object.keys(error!.details)]).toEqual([code, details])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    // What Node's parser refuses is reported to no page; everything else to the pages that may call
    const isParsers = details[0] === 'request'
    expect([code, headers['access-control-allow-origin']]).toEqual([
      code,
      isParsers ? undefined : origin,
    ])
    request = { ...request, ...correction() }
  }
})
