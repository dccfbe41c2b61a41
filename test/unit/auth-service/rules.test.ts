import { parseConfig } from '../../../auth-service/config.js'
import { routerOf } from '../../../auth-service/http/router.js'
import { sliceOf } from '../../../auth-service/http/slice.js'
import { passwordMistake } from '../../../auth-service/passwords/rules.js'
import { uuidOf } from '../../../auth-service/uuid.js'
import { ApiError } from '../../../kit/errors.js'

describe('passwords', () => {
  const rules = { minLength: 12, own: ['ada.lovelace@example.org', 'Ada Lovelace'] }
  const mistake = (password: string) => passwordMistake('password', password, rules)

  test.each(['', 'short', 'elevenchars', 'ｓhort', '👍👍👍👍👍👍'])('%s is too short', (password) =>
    expect(mistake(password)).toBe('password must have at least 12 characters'),
  )
  test.each([
    'password1234',
    'Password1234!',
    'P4ssw0rd2019',
    'passwordpassword',
    'letmein-letmein',
    '123456789012',
    '098765432109',
    'qwertyuiop12',
    'qwertyuiopasdf',
    '1q2w3e4r5t6y',
    'zaq12wsxcde3',
    'iloveyou2024',
    'aaaaaaaaaaaaaa',
    'abababababab',
    'abcdefghijkl',
    'Administrator1',
    'Nonprofit2024!',
    'lovelace12345',
    'counterstrike',
    'GHBDTNRFRLTKF',
    'mailcreated5240',
    'ada.lovelace@example.org',
  ])('%s is common', (password) => expect(mistake(password)).toContain('too easy to guess'))
  test.each([
    'marble-otter-canyon',
    'correct horse battery staple',
    'xK9#mQ2vLp4w',
    '830472619503',
    'пароль-надёжный',
    '長い長い日本語の合言葉です',
    'sunshine over dragon hill',
    'a'.repeat(3) + 'The quick brown fox jumps'.repeat(40),
  ])('%s is accepted', (password) => expect(mistake(password)).toBeUndefined())
})

test('a name has one UUID of version 5', () => {
  expect(uuidOf('a')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(uuidOf('a')).toBe(uuidOf('a'))
  expect(uuidOf('a')).not.toBe(uuidOf('b'))
})

describe('the policy', () => {
  test('what is left out has the default', () => {
    for (const text of ['', '{}', 'tokens:\n  accessSeconds: 60\n']) {
      expect(parseConfig(text, 'f')).toMatchObject({
        roles: { user: ['organizations:read', 'api-keys:manage'] },
        apiKeys: { maxPerUser: 10000, maxDays: 3650 },
        login: { freeFailures: 10, maxWaitSeconds: 900 },
        password: { minLength: 12 },
        tokens: { refreshIdleSeconds: 604800, refreshAbsoluteSeconds: 2592000 },
      })
    }
  })
  test.each([
    ['tokens:\n  accessSeconds: 1h\n', 'f:2:18 "tokens.accessSeconds" must be a number'],
    ['tokens:\n  accessSeconds: 0\n', 'f:2:18 "tokens.accessSeconds" must be greater than or equal to 1'],
    ['login:\n  freeFailure: 5\n', 'f:2:16 "login.freeFailure" is not allowed'],
    ['roles:\n  user: organizations:read\n', 'f:2:9 "roles.user" must be an array'],
    ['roles:\n  user: [read]\n', 'f:2:10 "roles.user[0]" with value "read" fails to match the scope'],
    ['apiKeys: 5\n', 'f:1:10 "apiKeys" must be of type object'],
    ['- a\n', 'f:1:1 "value" must be of type object'],
    ['login: {a: 1, a: 2}\n', 'f:1:15 Map keys must be unique'],
    ['login: [\n', 'f:2:1 Flow sequence in block collection'],
    ['password:\n  minLength: 12\nbogus: 1\n', 'f:3:8 "bogus" is not allowed'],
  ])('%j stops the start', (text, message) => expect(() => parseConfig(text, 'f')).toThrow(message))
})

describe('the router', () => {
  const rows = [
    { method: 'GET', path: '/a' },
    { method: 'POST', path: '/a' },
    { method: 'DELETE', path: '/a/{id}' },
  ] as const
  const find = routerOf(rows)
  const refusal = (method: string, path: string) => {
    try {
      find(method, path)
    } catch (error) {
      if (error instanceof ApiError) return [error.status, error.headers.Allow]
    }
    return undefined
  }
  test('finds exact paths and parameters', () => {
    expect(find('POST', '/a').row).toBe(rows[1])
    expect(find('DELETE', '/a/x%2Fy').params).toEqual({ id: 'x/y' })
  })
  test.each(['/A', '/a/', '/a/b/c', '//a', '/', '', '/a/b/', '/a\n', '/a/%E0%A4'])('%j is no path', (path) =>
    expect(refusal('GET', path)).toEqual([404, undefined]),
  )
  test('another method is told which there are', () => {
    for (const method of ['PUT', 'OPTIONS', 'HEAD']) expect(refusal(method, '/a')).toEqual([405, 'GET, POST'])
    expect(refusal('GET', '/a/1')).toEqual([405, 'DELETE'])
  })
})

test.each([
  ['', { limit: 100, offset: 0 }],
  ['page=3', { limit: 100, offset: 200 }],
  ['page=3&pageSize=20', { limit: 20, offset: 40 }],
  ['limit=5&offset=7', { limit: 5, offset: 7 }],
])('the page of ?%s', (query, slice) => expect(sliceOf(new URLSearchParams(query))).toEqual(slice))
