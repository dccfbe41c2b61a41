import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'
import { type RunningStack, startStack } from '../../support/stack.js'

const publicUrl = 'https://directory.example.org/api-of/it'
const credentials = { email: 'demo@example.org', password }
const secure = '__Secure-directory-login'
const path = '/api/v1/auth/cookie'

let clock = Date.now()
let auth: RunningAuthService
let own: string
beforeAll(async () => {
  auth = await startAuthService({ now: () => clock, env: { PUBLIC_URL: publicUrl } })
  own = new URL(auth.url).origin
})
afterAll(() => auth?.stop())

interface Asked {
  headers?: Record<string, string>
  body?: unknown
}

/** A call of a page, as a browser sends it. */
const post = (call: string, { headers = {}, body = {} }: Asked = {}) =>
  auth.request
    .post(`${path}/${call}`)
    .set({ Origin: own, ...headers })
    .send(body as object)
const logIn = (headers = {}) => post('login', { headers, body: credentials })
const refresh = (Cookie: string, headers = {}) =>
  post('refresh', { headers: { Cookie, ...headers } })
/** What a browser keeps of an answer, as it sends it back. */
const kept = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0]!
const attributesOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).replace(/=v4\.public\.[\w-]+\.[\w-]+;/, '=TOKEN;')
const me = (token: string) => auth.as(token, 'get', '/api/v1/auth/me')
const week = 'Max-Age=604800; HttpOnly; SameSite=Strict'

describe('the cookie', () => {
  test.each([
    ['a page by plain http', {}, `directory-login=TOKEN; ${week}`],
    ['a page by https', { Origin: 'HTTPS' }, `${secure}=TOKEN; ${week}; Secure`],
    ['PUBLIC_URL, behind a proxy', { Origin: 'PUBLIC' }, `${secure}=TOKEN; ${week}; Secure`],
    [
      'the host that the gateway was asked for',
      { Origin: 'https://a.example', 'X-Forwarded-Host': 'a.example' },
      `${secure}=TOKEN; ${week}; Secure`,
    ],
    [
      'a browser that tells the site',
      { 'Sec-Fetch-Site': 'same-origin' },
      `directory-login=TOKEN; ${week}`,
    ],
  ])(
    'of %s has no Path: it is that of the calls',
    async (_, headers: Record<string, string>, expected) => {
      const origins: Record<string, string> = {
        HTTPS: own.replace('http', 'https'),
        PUBLIC: new URL(publicUrl).origin,
      }
      const Origin = headers.Origin ? (origins[headers.Origin] ?? headers.Origin) : own
      const answer = await logIn({ ...headers, Origin }).expect(200)
      expect(attributesOf(answer)).toBe(expected)
      expect(Object.keys(answer.body.data)).toEqual(['accessToken', 'expiresIn', 'user'])
      await me(answer.body.data.accessToken).expect(200)
    },
  )

  test('ends with the session, also where that is less than a week', async () => {
    let cookie = kept(await logIn())
    for (let days = 6; days < 30; days += 6) {
      clock += 6 * 86_400_000
      cookie = kept(await refresh(cookie).expect(200))
    }
    clock += 5 * 86_400_000
    expect(attributesOf(await refresh(cookie))).toContain('Max-Age=86400;')
  })

  test('is rotated as a refresh token is: once, again within 10 s, and a copy ends it', async () => {
    const first = kept(await logIn())
    const second = await refresh(first).expect(200)
    clock += 10_000
    expect(kept(await refresh(first).expect(200))).toBe(kept(second))
    const third = await refresh(kept(second)).expect(200)
    const stolen = await refresh(first).expect(401)
    expect(stolen.body.error.code).toBe('UNAUTHORIZED')
    await refresh(kept(third)).expect(401)
    await me(third.body.data.accessToken).expect(401)
  })
})

describe('a request that no page of ours can have sent is refused, with a good cookie too', () => {
  interface Refusal {
    status: number
    code: string
    details?: object
  }
  const foreign: Refusal = { status: 403, code: 'FORBIDDEN', details: { reason: 'origin' } }
  const form: Refusal = { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }
  test.each<[string, Record<string, string | undefined>, Refusal]>([
    ['another origin', { Origin: 'https://evil.example' }, foreign],
    ['no origin', { Origin: undefined }, foreign],
    ['the origin null', { Origin: 'null' }, foreign],
    ['a host that begins alike', { Origin: 'OWN.evil.example' }, foreign],
    ['the public host by http', { Origin: 'http://directory.example.org' }, foreign],
    ['two origins', { Origin: 'OWN OWN' }, foreign],
    ['another site, as the browser says', { 'Sec-Fetch-Site': 'cross-site' }, foreign],
    ['another port or scheme, as it says', { 'Sec-Fetch-Site': 'same-site' }, foreign],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, form],
    ['no type', { 'Content-Type': undefined }, form],
  ])('%s', async (_, sent, { status, code, details }) => {
    const cookie = kept(await logIn())
    for (const call of ['login', 'refresh', 'logout']) {
      const headers = { Origin: own, 'Content-Type': 'application/json', Cookie: cookie, ...sent }
      const filled = Object.entries(headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value.replaceAll('OWN', own)]],
      )
      const body = Buffer.from(JSON.stringify(call === 'login' ? credentials : {}))
      const answer = await fetch(`${auth.url}${path}/${call}`, {
        method: 'POST',
        headers: Object.fromEntries(filled),
        body,
      })
      const { error } = (await answer.json()) as { error: object }
      expect({ call, status: answer.status, error }).toMatchObject({
        call,
        status,
        error: { code, ...(details ? { details } : {}) },
      })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    await refresh(cookie).expect(200) // nothing has happened to it
  })
})

test.each<[string, (good: string) => string]>([
  ['none', () => 'a=1'],
  ['garbage', () => 'directory-login=v4.public.x"\\; =; directory'],
  ['two, of which one is good', (good) => `${good}; directory-login=x`],
  ['another name', (good) => good.replace('directory-login', 'Directory-Login')],
  ['the one of https, on a page by http', (good) => `__Secure-${good}`],
])('a cookie that is %s is refused, and removed', async (_, cookieOf) => {
  const good = kept(await logIn())
  const answer = await refresh(cookieOf(good)).expect(401)
  expect(answer.body.error.code).toBe('UNAUTHORIZED')
  expect(attributesOf(answer)).toBe('directory-login=; Max-Age=0; HttpOnly; SameSite=Strict')
  await refresh(good).expect(200)
})

describe('the session ends', () => {
  test('with the sign-out, which removes the cookie, and no other does', async () => {
    const [one, other] = [await logIn(), await logIn()]
    const out = await post('logout', { headers: { Cookie: kept(one) } }).expect(200)
    expect(out.body.data).toEqual({})
    expect(attributesOf(out)).toBe('directory-login=; Max-Age=0; HttpOnly; SameSite=Strict')
    await refresh(kept(one)).expect(401)
    await me(one.body.data.accessToken).expect(401)
    await refresh(kept(other)).expect(200)
    expect(auth.audited().at(-2)).toMatchObject({ event: 'refresh-refused' })
  })

  test.each(['', 'directory-login=x'])(
    'without one there is nothing to end: %s',
    async (Cookie) => {
      await post('logout', { headers: { Cookie } }).expect(200)
    },
  )

  test.each([
    ['all sessions end', '/api/v1/auth/logout-all', undefined],
    [
      'the password changes elsewhere',
      '/api/v1/auth/password',
      { currentPassword: password, newPassword },
    ],
  ])('when %s', async (_, call, body) => {
    const page = await logIn()
    const { accessToken } = await auth.login()
    await auth.as(accessToken, 'post', call, body).expect(200)
    expect(attributesOf(await refresh(kept(page)).expect(401))).toContain('Max-Age=0')
  })
})

describe('through the gateway', () => {
  let stack: RunningStack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack?.stop())

  const demo = () => ({
    email: credentials.email,
    password: readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
  })
  const call = (name: string, headers = {}, body = {}) =>
    stack.request
      .post(`${path}/${name}`)
      .set({ Origin: new URL(stack.url).origin, ...headers })
      .send(body)

  test('no other call takes it for a credential', async () => {
    const Cookie = kept(await call('login', {}, demo()))
    const search = { index: 'organization-serp', body: { query: { match_all: {} } } }
    const calls = [
      stack.request.post('/api/v1/organizations/search').send(search),
      stack.request.get('/api/v1/auth/me'),
      stack.request.post('/api/v1/auth/logout'),
      stack.request.get('/api/v1/api-keys'),
      stack.request.get('/api/v1/limits'),
    ]
    for (const one of calls) {
      const { status, body } = await one.set({ Cookie })
      expect([status, body.error.code]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
    }
    const bare = await stack.request.post('/api/v1/auth/refresh').set({ Cookie }).send({})
    expect(bare.body.error.details).toEqual({
      refreshToken: { _errors: ['refreshToken is required'] },
    })
    const token = Cookie.split('=')[1]!
    const bearer = await stack.request.get('/api/v1/limits').auth(token, { type: 'bearer' })
    expect(bearer.status).toBe(401)
  })
})
