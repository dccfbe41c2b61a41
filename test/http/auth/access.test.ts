import type { RouteRow } from '../../../auth-service/http/route.js'
import { internalRoutes, publicRoutes } from '../../../auth-service/routes/tables.js'
import type { AuthService } from '../../../auth-service/service/service.js'
import { internalCalls } from '../../../kit/api/internal-api.js'
import { makeApiKey } from '../../../kit/credentials/api-key-format.js'
import { allOpen, mailSettings } from '../../support/accounts.js'
import { type RunningAuthService, startAuthService } from '../../support/auth-service.js'

let auth: RunningAuthService
let sent: Record<Credential, { headers?: Record<string, string>; query?: string }>
beforeAll(async () => {
  auth = await startAuthService({
    config: allOpen,
    env: mailSettings({ url: 'smtp://127.0.0.1:9' }), // no server is there
  })
  const [ended, alive] = [await auth.login(), await auth.login()]
  const bearer = (value: string) => ({ headers: { Authorization: `Bearer ${value}` } })
  await auth.as(ended.accessToken, 'post', '/api/v1/auth/logout').expect(200)
  const answer = await auth.as(alive.accessToken, 'post', '/api/v1/api-keys', { name: 'x' })
  const { key } = answer.body.data
  sent = {
    none: {},
    'an empty one': { headers: { Authorization: '' } },
    'another scheme': { headers: { Authorization: `Basic ${auth.secret.operator}` } },
    nonsense: bearer('nonsense'),
    'a token that does not verify': bearer('v4.public.AAAA'),
    'the token of an ended session': bearer(ended.accessToken),
    'an access token': bearer(alive.accessToken),
    'a refresh token': bearer(alive.refreshToken),
    'an API key': bearer(key),
    'an API key that is unknown': bearer(makeApiKey()),
    'an API key in its header': { headers: { 'X-API-Key': key } },
    'an API key in the URL': { query: `?api_key=${key}` },
    'the service secret': bearer(auth.secret.service),
    'the operator secret': bearer(auth.secret.operator),
    'the operator secret in the header of keys': { headers: { 'X-API-Key': auth.secret.operator } },
    'the operator secret and something': bearer(`${auth.secret.operator}x`),
  }
})
afterAll(() => auth?.stop())

const [required, unauthorized] = ['AUTHENTICATION_REQUIRED', 'UNAUTHORIZED']
const noSecret = [required, required]
const wrongSecret = [unauthorized, unauthorized]
/** The answer of each access (token, service, operator) to what was sent: its code, or `in`. */
const judgements = {
  none: [required, ...noSecret],
  'an empty one': [unauthorized, ...noSecret],
  'another scheme': [unauthorized, ...noSecret],
  nonsense: [unauthorized, ...wrongSecret],
  'a token that does not verify': ['TOKEN_EXPIRED', ...wrongSecret],
  'the token of an ended session': ['TOKEN_EXPIRED', ...wrongSecret],
  'an access token': ['in', ...wrongSecret],
  'a refresh token': [unauthorized, ...wrongSecret],
  'an API key': [unauthorized, ...wrongSecret],
  'an API key that is unknown': [unauthorized, ...wrongSecret],
  'an API key in its header': [unauthorized, ...noSecret],
  'an API key in the URL': [unauthorized, ...noSecret],
  'the service secret': [unauthorized, 'in', 'FORBIDDEN'],
  'the operator secret': [unauthorized, 'in', 'in'],
  'the operator secret in the header of keys': [unauthorized, ...noSecret],
  'the operator secret and something': [unauthorized, ...wrongSecret],
} satisfies Record<string, string[]>
type Credential = keyof typeof judgements
const credentials = Object.keys(judgements) as Credential[]
const column = { token: 0, service: 1, operator: 2 }

/** The rows as the listeners have them; their handlers are not called here. */
const service = { config: { tokens: {} } } as AuthService
const rows = {
  url: publicRoutes(service),
  internalUrl: internalRoutes(service),
}
const all = Object.entries(rows).flatMap(([listener, table]) =>
  table.map((row) => ({
    title: `${row.method} ${row.path} (${row.access})`,
    listener: listener as keyof typeof rows,
    row,
  })),
)

/** Calls a row, with a body that no schema lets pass where it takes one. */
async function call(
  listener: keyof typeof rows,
  { method, path, body }: RouteRow,
  credential: Credential,
) {
  const { headers = {}, query = '' } = sent[credential]
  const answer = await fetch(`${auth[listener]}${path.replace(/\{\w+\}/g, 'x')}${query}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: '{"noSuchField":1}' }),
  })
  const caching = path.startsWith('/.well-known/') ? 'public, max-age=60' : 'no-store'
  expect(answer.headers.get('cache-control')).toBe(caching)
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')!.startsWith('application/json')
  const { error } = (isJson ? JSON.parse(text) : {}) as { error?: { code: string } }
  return {
    status: answer.status,
    code: error?.code,
    challenge: answer.headers.get('www-authenticate'),
  }
}

describe.each(all)('$title', ({ listener, row }) => {
  if (row.access === 'none') {
    test('answers everybody alike', async () => {
      const { status, code } = await call(listener, row, 'none')
      expect([status, code]).toEqual(row.body ? [400, 'VALIDATION_ERROR'] : [200, undefined])
      for (const credential of credentials) {
        expect({ credential, ...(await call(listener, row, credential)) }).toMatchObject({
          credential,
          status,
          code,
        })
      }
    })
    return
  }

  const judgement = (credential: Credential) =>
    judgements[credential][column[row.access as keyof typeof column]]
  test('refuses every other credential, and none, before it reads the body; nothing is done', async () => {
    const done = auth.audited().length
    for (const credential of credentials) {
      const wanted = judgement(credential)
      if (wanted === 'in') continue
      const { status, code, challenge } = await call(listener, row, credential)
      expect({ credential, code }).toEqual({ credential, code: wanted })
      expect([status, typeof challenge]).toEqual(
        wanted === 'FORBIDDEN' ? [403, 'object'] : [401, 'string'],
      )
    }
    expect(auth.audited()).toHaveLength(done)
  })

  if (!row.body) return // what it does to whom it lets in is the other tests'
  test('judges the body of whom it lets in', async () => {
    const welcome = credentials.filter((credential) => judgement(credential) === 'in')
    expect(welcome).not.toEqual([])
    for (const credential of welcome)
      expect((await call(listener, row, credential)).code).toBe('VALIDATION_ERROR')
  })
})

test('every internal call has its row, and there is no other; none is on the public listener', async () => {
  const served = rows.internalUrl.map(({ method, path }) => ({ method, path }))
  const known = [...Object.values(internalCalls), { method: 'GET', path: '/metrics' }]
  expect(served).toHaveLength(known.length)
  expect(served).toEqual(expect.arrayContaining(known))
  for (const { method, path } of served) {
    const headers = { Authorization: `Bearer ${auth.secret.operator}` }
    expect(
      (await fetch(auth.url + path.replace(/\{\w+\}/g, '2'), { method, headers })).status,
    ).toBe(404)
  }
})
