import type { DirectoryClient } from '../../../packages/client/src/index.js'
import {
  clientAt,
  credentials,
  failure,
  found,
  hanging,
  query,
  type Reply,
  type Sent,
  success,
  tokens,
} from './door.js'

/**
 * A door with access tokens that live for this many seconds, as it shows them, and those that it
 * takes.
 */
function doorOf(expiresIn: number, refresh: (n: number) => Reply = (n) => tokens(n + 1)) {
  let refreshes = 0
  let good = new Set(['v4.public.access1'])
  const { directory, sent } = clientAt(({ url, headers }) => {
    if (url.endsWith('/login')) return tokens(1, expiresIn)
    if (url.endsWith('/refresh')) return refresh(++refreshes)
    if (url.endsWith('/logout')) return success({})
    return good.has(headers.authorization?.replace('Bearer ', '') ?? '')
      ? found()
      : failure(401, 'TOKEN_EXPIRED')
  })
  return {
    ...{ directory, sent },
    take: (...names: string[]) => {
      good = new Set(names.map((name) => `v4.public.${name}`))
    },
    refreshes: () => sent.filter(({ url }) => url.endsWith('/refresh')),
  }
}

/** The clock that the client looks at goes on. */
const later = (ms: number) => {
  const now = performance.now()
  jest.spyOn(performance, 'now').mockImplementation(() => now + ms)
}
afterEach(() => jest.restoreAllMocks())

const many = (directory: DirectoryClient) =>
  Array.from({ length: 100 }, () => directory.search(query))
const tokenOf = ({ headers }: Sent) => headers.authorization
const pathEnd = ({ url }: Sent) => url.split('/').at(-1)!

test('a login tells the user, and its token goes with the calls', async () => {
  const { directory, sent } = doorOf(3600)
  expect(await directory.login(credentials)).toMatchObject({ id: 2, email: 'demo@example.org' })
  await directory.search(query)
  expect([sent[0]!.body, sent.map(tokenOf)]).toEqual([
    credentials,
    [undefined, 'Bearer v4.public.access1'],
  ])
})

test('a token that has expired is renewed once for all who wait', async () => {
  const { directory, take, refreshes } = doorOf(0)
  await directory.login(credentials)
  take('access2')
  await Promise.all(many(directory))
  expect(refreshes().map(({ body }) => body)).toEqual([{ refreshToken: 'v4.public.refresh1' }])
})

test('a token that the service no longer takes is renewed once, and the calls go out again', async () => {
  const { directory, sent, take, refreshes } = doorOf(3600)
  await directory.login(credentials)
  take('access2')
  await Promise.all(many(directory))
  expect(refreshes()).toHaveLength(1)
  expect(sent.filter((one) => tokenOf(one) === 'Bearer v4.public.access2')).toHaveLength(100)
})

test('towards its end a token is renewed beside the calls, which do not wait', async () => {
  let renewed = (_: Response): void => {}
  const { directory, sent, refreshes } = doorOf(
    100,
    () => new Promise((resolve) => (renewed = resolve)),
  )
  await directory.login(credentials)
  later(95_000) // the last tenth of its life
  const calls = many(directory)
  await Promise.all(calls.slice(0, 3))
  expect(refreshes()).toHaveLength(1)
  renewed(tokens(2))
  await Promise.all(calls)
  expect(sent.filter(({ url }) => url.endsWith('/search')).length).toBeGreaterThanOrEqual(100)
})

test('a session that has ended: all who wait are told, and the tokens are forgotten', async () => {
  const { directory, sent, take } = doorOf(3600, () =>
    failure(401, 'UNAUTHORIZED', { message: 'Log in again.' }),
  )
  await directory.login(credentials)
  take()
  for (const { status, reason } of (await Promise.allSettled(
    many(directory),
  )) as PromiseRejectedResult[]) {
    expect([status, reason.code]).toEqual(['rejected', 'UNAUTHORIZED'])
  }
  await expect(directory.search(query)).rejects.toMatchObject({ status: 401 })
  expect(tokenOf(sent.at(-1)!)).toBeUndefined()
})

test('a service that takes no token at all is not asked for ever', async () => {
  const { directory, take, refreshes } = doorOf(3600)
  await directory.login(credentials)
  take()
  await expect(directory.search(query)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(refreshes()).toHaveLength(2)
})

test('who no longer waits for a renewal does not end it for the others', async () => {
  let renewed = (_: Response): void => {}
  const { directory, take } = doorOf(0, () => new Promise((resolve) => (renewed = resolve)))
  await directory.login(credentials)
  take('access2')
  const ending = new AbortController()
  const [impatient, patient] = [
    directory.search(query, { signal: ending.signal }),
    directory.search(query),
  ]
  ending.abort(new Error('enough'))
  await expect(impatient).rejects.toThrow('enough')
  renewed(tokens(2))
  expect((await patient).total).toBe(0)
})

test('a logout ends what there is, and a renewal under way brings nothing back', async () => {
  let renewed = (_: Response): void => {}
  const { directory, sent, refreshes } = doorOf(
    100,
    () => new Promise((resolve) => (renewed = resolve)),
  )
  await directory.login(credentials)
  later(95_000) // the last tenth of its life
  void directory.search(query)
  await directory.logout()
  expect(refreshes()).toHaveLength(1)
  renewed(tokens(2))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await expect(directory.search(query)).rejects.toMatchObject({ status: 401 })
  expect(tokenOf(sent.at(-1)!)).toBeUndefined()
  const before = sent.length
  await directory.logout()
  expect(sent).toHaveLength(before)
})

test('a session that has ended elsewhere is no error of a logout', async () => {
  const { directory } = clientAt(({ url }) =>
    url.endsWith('/login') ? tokens(1) : failure(401, 'UNAUTHORIZED'),
  )
  await directory.login(credentials)
  expect(await directory.logout()).toBeUndefined()
})

test.each<[string, () => Reply, object]>([
  ['fails', () => failure(500, 'INTERNAL_ERROR'), { code: 'INTERNAL_ERROR' }],
  ['never answers', hanging, { name: 'TimeoutError' }],
])('a logout forgets the login at once, and rejects where the service %s', async (_, end, why) => {
  const { directory, sent } = clientAt(
    ({ url, headers }) => {
      if (url.endsWith('/login')) return tokens(1)
      if (url.endsWith('/logout')) return end()
      return headers.authorization ? found() : failure(401, 'AUTHENTICATION_REQUIRED')
    },
    { timeoutMs: 50 },
  )
  await directory.login(credentials)
  const ended = directory.logout()
  await expect(directory.search(query)).rejects.toMatchObject({ status: 401 })
  await expect(ended).rejects.toMatchObject(why)
  const tokenTo = Object.fromEntries(sent.map((one) => [pathEnd(one), tokenOf(one)]))
  expect(tokenTo).toEqual({
    login: undefined,
    logout: 'Bearer v4.public.access1',
    search: undefined,
  })
})

test('a logout with a token that has expired ends the session with a new one', async () => {
  const { directory, sent } = doorOf(0)
  await directory.login(credentials)
  await directory.logout()
  await expect(directory.search(query)).rejects.toMatchObject({ status: 401 })
  expect(sent.map(pathEnd)).toEqual(['login', 'refresh', 'logout', 'search'])
  expect(sent.slice(2).map(tokenOf)).toEqual(['Bearer v4.public.access2', undefined])
})

test('a login that could not end all sessions remains, to try again', async () => {
  let isDown = true
  const { directory, sent } = clientAt(({ url }) => {
    if (url.endsWith('/login')) return tokens(1)
    return isDown ? failure(500, 'INTERNAL_ERROR') : success({})
  })
  await directory.login(credentials)
  await expect(directory.logoutAll()).rejects.toMatchObject({ status: 500 })
  isDown = false
  await directory.logoutAll()
  await directory.me()
  const bearer = 'Bearer v4.public.access1'
  expect(sent.map(tokenOf)).toEqual([undefined, bearer, bearer, undefined])
})
