import { Transport } from '../../../packages/client/src/transport.js'
import { PageSession } from '../../../web/src/kit/page-session.js'
import { credentials, failure, success } from '../client/door.js'

/** The login of the browser: its tabs share a cookie, localStorage and locks. */

const baseUrl = 'https://directory.example.org/base'
const key = `signed-in ${baseUrl}`
const [login, refresh, logout] = ['login', 'refresh', 'logout'].map(
  (call) => `/api/v1/auth/cookie/${call}`,
)

interface Sent {
  path: string
  token: string | null
  init: RequestInit
}

const given = (names: readonly string[]) =>
  new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]))
const own = given(['localStorage', 'navigator', 'addEventListener'])
const put = (name: string, value: unknown) =>
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
afterEach(() => {
  for (const [name, before] of own)
    if (before) Object.defineProperty(globalThis, name, before)
    else Reflect.deleteProperty(globalThis, name)
})

/** One lock for all tabs. */
function makeLocks() {
  let turn: Promise<unknown> = Promise.resolve()
  return {
    request<Value>(_: string, act: () => Promise<Value>): Promise<Value> {
      const value = turn.then(act)
      turn = value.catch(() => {})
      return value
    },
  }
}

/** A browser at a service whose access tokens live for this many seconds. */
function browserWith({ expiresIn = 3600, hasLocks = true, hasStorage = true, attempts = 1 } = {}) {
  const sent: Sent[] = []
  const stored = new Map<string, string>()
  const listeners: ((event: object) => void)[] = []
  const service = { cookie: false, userId: 2, issued: 0, answer: undefined as Response | undefined }
  let underWay = 0
  let most = 0

  function answerTo(path: string): Response {
    if (path === logout) service.cookie = false
    if (path === login) service.cookie = true
    if (![login, refresh].includes(path)) return service.answer ?? success({})
    if (!service.cookie) return service.answer ?? failure(401, 'UNAUTHORIZED')
    const user = { id: service.userId, email: 'demo@example.org', name: 'Demo', role: 'user' }
    return success({ accessToken: `v4.public.access${++service.issued}`, expiresIn, user })
  }
  const fetch = (async (url, init = {}) => {
    const path = String(url).replace(baseUrl, '')
    sent.push({ path, token: new Headers(init.headers).get('Authorization'), init })
    if (path === refresh) most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 1))
    if (path === refresh) underWay--
    return answerTo(path)
  }) as typeof globalThis.fetch

  put('navigator', hasLocks ? { locks: makeLocks() } : {})
  put('addEventListener', (_: string, listener: (typeof listeners)[0]) => listeners.push(listener))
  if (hasStorage)
    put('localStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => stored.set(name, value),
      removeItem: (name: string) => stored.delete(name),
    })
  else Object.defineProperty(globalThis, 'localStorage', { get: fail, configurable: true })

  const options = { baseUrl, fetch, timeoutMs: 1000, retry: { attempts, totalMs: 1000 } }
  return {
    ...{ sent, stored, service },
    tab: () => new PageSession(new Transport(options), options),
    /** Tells the tabs that another one has signed in or out. */
    tell: () => {
      for (const listener of listeners) listener({ key })
    },
    paths: () => sent.map(({ path }) => path),
    mostAtOnce: () => most,
  }
}

function fail(): never {
  throw new Error('this browser keeps nothing')
}

const call = { method: 'GET', path: '/x', isRepeatable: true } as const
const email = (tab: PageSession) => tab.state.user?.email

test('a login asks for the cookie, and only the id of the user is stored', async () => {
  const { tab, sent, stored } = browserWith()
  const page = tab()
  await page.login(credentials, undefined)
  await page.send(call)
  expect(sent.map(({ path, token }) => [path, token])).toEqual([
    [login, null],
    [call.path, 'Bearer v4.public.access1'],
  ])
  expect(sent[0]!.init).toMatchObject({ credentials: 'same-origin', keepalive: true })
  expect(sent[1]!.init).toMatchObject({ credentials: 'omit' })
  expect([...stored]).toEqual([[key, '2']])
})

test('another page goes on with it by one refresh, for which its calls wait', async () => {
  const { tab, sent } = browserWith()
  await tab().login(credentials, undefined)
  const page = tab()
  expect(page.state).toEqual({ user: undefined, isSignedIn: true, isNeeded: false })
  await Promise.all([page.send(call), page.send(call), page.known()])
  expect(sent.slice(1).map(({ path, token }) => [path, token])).toEqual([
    [refresh, null],
    [call.path, 'Bearer v4.public.access2'],
    [call.path, 'Bearer v4.public.access2'],
  ])
  expect([sent[1]!.init.body, email(page)]).toEqual(['{}', 'demo@example.org'])
})

test.each([
  ['who has never signed in', {}],
  ['whose browser keeps nothing', { hasStorage: false }],
])('a visitor %s is asked for nothing', async (_, options) => {
  const { tab, paths } = browserWith(options)
  const page = tab()
  expect(page.state.isSignedIn).toBe(false)
  await page.send(call)
  expect(paths()).toEqual([call.path])
})

test.each([
  [true, 1],
  [false, 10],
])('ten tabs at once (locks: %s) send the cookie %d at a time', async (hasLocks, most) => {
  const { tab, mostAtOnce } = browserWith({ hasLocks })
  await tab().login(credentials, undefined)
  const tabs = Array.from({ length: 10 }, tab)
  await Promise.all(tabs.map((page) => page.known()))
  expect([mostAtOnce(), new Set(tabs.map(email))]).toEqual([most, new Set(['demo@example.org'])])
})

test('a login that has ended is forgotten, and asked for once', async () => {
  const { tab, service, stored, paths } = browserWith()
  await tab().login(credentials, undefined)
  service.cookie = false
  const page = tab()
  await page.send(call)
  await tab().send(call)
  expect(page.state).toEqual({ user: undefined, isSignedIn: false, isNeeded: false })
  expect([[...stored], paths()]).toEqual([[], [login, refresh, call.path, call.path]])
})

test('a service that is away keeps the login for the next page', async () => {
  const { tab, service } = browserWith()
  await tab().login(credentials, undefined)
  service.cookie = false
  service.answer = failure(503, 'SERVICE_UNAVAILABLE')
  const page = tab()
  await page.known()
  expect(page.state.isSignedIn).toBe(false)
  service.cookie = true
  const next = tab()
  await next.known()
  expect(email(next)).toBe('demo@example.org')
})

describe('what another tab does', () => {
  test('a sign-out ends the login here, without a call', async () => {
    const { tab, tell, stored, paths } = browserWith()
    await tab().login(credentials, undefined)
    const page = tab()
    await page.known()
    const changes = jest.fn()
    page.subscribe(changes)
    stored.clear()
    tell()
    await page.send(call)
    expect([email(page), changes.mock.calls.length]).toEqual([undefined, 1])
    expect(paths()).toEqual([login, refresh, call.path])
  })

  test('a sign-in begins it here, also of another user', async () => {
    const { tab, tell, service } = browserWith()
    const page = tab()
    await page.known()
    for (const id of [2, 3]) {
      service.userId = id
      await tab().login(credentials, undefined)
      tell()
      await page.known()
      expect(page.state.user?.id).toBe(id)
    }
  })

  test('a sign-in right after a sign-out is not undone', async () => {
    const { tab, tell, stored } = browserWith()
    const pages = [tab(), tab()] as const
    await pages[0].login(credentials, undefined)
    await pages[1].known()
    await pages[0].logout(undefined)
    await pages[0].login(credentials, undefined)
    tell() // the first event comes as late as the second one
    expect([pages.map(email), stored.size]).toEqual([['demo@example.org', 'demo@example.org'], 1])
  })
})

test('a sign-out forgets at once, and ends the session by the cookie', async () => {
  const { tab, stored, sent } = browserWith()
  const page = tab()
  await page.login(credentials, undefined)
  const ended = page.logout(undefined)
  expect([page.state.isSignedIn, stored.size]).toEqual([false, 0])
  await ended
  expect(sent.at(-1)).toMatchObject({
    path: logout,
    token: null,
    init: { body: '{}', credentials: 'same-origin', keepalive: true },
  })
})

test('a sign-out that may not have been done is sent again', async () => {
  const { tab, service, paths } = browserWith({ attempts: 2 })
  service.answer = failure(503, 'SERVICE_UNAVAILABLE', { headers: { 'Retry-After': '0' } })
  await expect(tab().logout(undefined)).rejects.toThrow()
  expect(paths()).toEqual([logout, logout])
})
