import { ApiError, NetworkError } from '../../../packages/client/src/index.js'
import { maySendAgain, waitMs } from '../../../packages/client/src/retry.js'
import {
  clientAt,
  credentials,
  failure,
  found,
  hanging,
  query,
  type Reply,
  success,
  tokens,
} from './door.js'

const apiKey = 'npd_abcdefgh_x'
const api = (status: number, code: string) => new ApiError(code, code, { status, details: {} })

const unavailable = (reason: string) =>
  new ApiError('ELASTICSEARCH_UNAVAILABLE', reason, {
    status: 503,
    details: { version: 'v9', reason },
  })

const failures: [error: unknown, repeatable: boolean, other: boolean][] = [
  [api(429, 'RATE_LIMITED'), true, true],
  [api(503, 'OVERLOADED'), true, true],
  [api(503, 'SHUTTING_DOWN'), true, false],
  [api(503, 'ELASTICSEARCH_UNAVAILABLE'), true, false],
  ...['unreachable', 'engine_busy', 'partial', 'engine_error', 'unreadable_response'].map(
    (reason): [Error, boolean, boolean] => [unavailable(reason), true, false],
  ),
  ...['timeout', 'response_too_large', 'cancelled', 'refused_credential'].map(
    (reason): [Error, boolean, boolean] => [unavailable(reason), false, false],
  ),
  [api(500, 'INTERNAL_ERROR'), false, false],
  [api(401, 'TOKEN_EXPIRED'), false, false],
  [new NetworkError('broken'), true, false],
  [new NetworkError('a proxy', { status: 503 }), true, false],
  [new NetworkError('a proxy', { status: 502 }), false, false],
  [new DOMException('aborted', 'AbortError'), false, false],
]

test.each(failures.map(([error, ...may]) => [String(error), ...may, error] as const))(
  '%s is sent again: if it may be repeated %s, any other call %s',
  (_, repeatable, other, error) => {
    expect([maySendAgain(error, true), maySendAgain(error, false)]).toEqual([repeatable, other])
  },
)

test('waits grow, and are never shorter than the service has asked for', () => {
  const plain = [1, 2, 3, 9].map((attempt) => [
    waitMs(api(503, 'x'), attempt, 0),
    waitMs(api(503, 'x'), attempt, 1),
  ])
  expect(plain).toEqual([
    [125, 250],
    [250, 500],
    [500, 1000],
    [4000, 8000],
  ])
  const asked = new ApiError('OVERLOADED', 'No', { status: 503, details: {}, retryAfterSeconds: 4 })
  expect([waitMs(asked, 1, 0), waitMs(asked, 1, 1)]).toEqual([4000, 5000])
  expect(waitMs(new NetworkError('x', { retryAfterSeconds: 0 }), 1, 1)).toBe(250)
})

afterEach(() => jest.useRealTimers())

/** How often a call goes out before it is given up, and what the last answer was. */
async function tries(
  call: (directory: ReturnType<typeof clientAt>['directory']) => Promise<unknown>,
  reply: () => Reply,
) {
  const { directory, sent } = clientAt(
    ({ url }, n) => (url.endsWith('/login') && n === 1 ? tokens(1) : reply()),
    { retry: { attempts: 3 } },
  )
  await directory.login(credentials)
  const begun = sent.length
  await expect(call(directory)).rejects.toThrow()
  return sent.length - begun
}
const soon = { headers: { 'Retry-After': '0' } }
const overloaded = () => failure(503, 'OVERLOADED', soon)
const away = () => failure(503, 'SERVICE_UNAVAILABLE', soon)
const broken = () => new TypeError('fetch failed')

test.each<[string, Parameters<typeof tries>[0], [number, number, number]]>([
  ['search', (directory) => directory.search(query), [3, 3, 3]],
  ['find', (directory) => directory.find({}), [3, 3, 3]],
  ['limits', (directory) => directory.limits(), [3, 3, 3]],
  ['first page of an export', (directory) => directory.export(query).next(), [3, 3, 3]],
  ['explain', (directory) => directory.explain(query), [3, 3, 3]],
  ['fields', (directory) => directory.fields(), [3, 3, 3]],
  ['list of keys', (directory) => directory.keys.list(), [3, 3, 3]],
  ['change of a key', (directory) => directory.keys.update('x', { name: 'y' }), [3, 3, 3]],
  ['new key', (directory) => directory.keys.create({ name: 'x' }), [3, 1, 1]],
  ['logout', (directory) => directory.logout(), [3, 1, 1]],
  ['logout everywhere', (directory) => directory.logoutAll(), [3, 1, 1]],
  ['login', (directory) => directory.login(credentials), [3, 1, 1]],
  [
    'new password',
    (directory) => directory.changePassword({ currentPassword: 'a', newPassword: 'b' }),
    [3, 1, 1],
  ],
])(
  '%s: tries when not begun, when it may have been begun, when no answer came',
  async (_, call, wanted) => {
    jest.useFakeTimers()
    const tried = Promise.all([overloaded, away, broken].map((reply) => tries(call, reply)))
    await jest.advanceTimersByTimeAsync(60_000)
    expect(await tried).toEqual(wanted)
  },
)

test('a wait beyond the time that a call may take is not begun', async () => {
  const { directory, sent } = clientAt(
    () => failure(429, 'RATE_LIMITED', { headers: { 'Retry-After': '900' } }),
    { apiKey },
  )
  await expect(directory.search(query)).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 900,
  })
  expect(sent).toHaveLength(1)
})

const reason = new Error('enough')

test('a signal ends a call before it begins', async () => {
  const { directory, sent } = clientAt(() => found(), { apiKey })
  await expect(directory.search(query, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(sent).toHaveLength(0)
})

test.each<[string, () => Reply]>([
  ['while it is under way', hanging],
  ['while it waits', () => failure(429, 'RATE_LIMITED', { headers: { 'Retry-After': '20' } })],
])('a signal ends a call %s', async (_, reply) => {
  const ending = new AbortController()
  const { directory } = clientAt(reply, { apiKey })
  const call = directory.search(query, { signal: ending.signal })
  setTimeout(() => ending.abort(reason), 20)
  await expect(call).rejects.toBe(reason)
})

test('every call takes a signal', async () => {
  const { directory, sent } = clientAt(({ url }) =>
    url.endsWith('/login') ? tokens(1) : success({}),
  )
  await directory.login(credentials)
  const options = { signal: AbortSignal.abort(reason) }
  const { keys } = directory
  const calls = [
    directory.login(credentials, options),
    directory.logout(options),
    directory.logoutAll(options),
    directory.me(options),
    directory.changePassword({ currentPassword: 'a', newPassword: 'b' }, options),
    directory.search(query, options),
    directory.searchAll(query, options).next(),
    directory.explain(query, options),
    directory.fields(options),
    keys.create({ name: 'x' }, options),
    keys.list(options),
    keys.get('x', options),
    keys.update('x', { name: 'y' }, options),
    keys.revoke('x', options),
    keys.rotate('x', options),
  ]
  for (const call of await Promise.allSettled(calls))
    expect(call).toEqual({ status: 'rejected', reason })
  expect(sent).toHaveLength(1)
})
