import {
  AuthServiceUnavailable,
  parseChanges,
  parsePublicKeys,
  parseVerification,
} from '../../../../plugins/authenticate/answers.js'

const publicKeys = {
  issuer: 'us',
  audience: 'them',
  keys: [{ kid: 'k4.pid.a', key: 'k4.public.a' }],
}
const verdict = {
  ...{ state: 'active', asOf: 1, id: 'key-1', ownerId: '7' },
  ...{ scopes: ['organizations:read'], expiresAt: '2030-01-01T00:00:00.000Z' },
}
const change = { id: 'a', kind: 'ended', at: 1, until: 2 }
const page = {
  cursor: '1.2',
  asOf: 3,
  full: false,
  keys: [change],
  sessions: [],
  users: [],
  signingKeys: [],
}

const calls: [string, (data: Record<string, unknown>) => object, object][] = [
  ['publicKeys', parsePublicKeys, publicKeys],
  ['verdict', parseVerification, verdict],
  ['changes', parseChanges, page],
]

describe.each(calls)('%s', (_name, judged, good) => {
  test('a good answer passes, without what nobody asked for', () => {
    expect(judged({ ...good, more: true })).toEqual(good)
  })

  const wrong = [
    undefined,
    null,
    true,
    -1,
    '',
    'x',
    {},
    [],
    [null],
    ['x', 1],
    [{}],
    [{ id: 1, kind: 'ended', at: 1 }],
  ]
  test.each(Object.keys(good))('an answer whose %s is of no known form is no answer', (name) => {
    const before = good[name as keyof typeof good] as unknown
    for (const value of wrong.filter((value) => !isLike(value, before))) {
      expect(() => judged({ ...good, [name]: value })).toThrow(AuthServiceUnavailable)
    }
  })
})

/** Whether a value would pass in place of this one: the same type, as far as the form goes. */
function isLike(value: unknown, good: unknown): boolean {
  if (Array.isArray(good)) return Array.isArray(value) && value.length === 0
  return typeof value === typeof good && (typeof good !== 'string' || value === 'x')
}

test.each(['expired', 'revoked', 'unknown'])('a key that is %s needs no more', (state) => {
  expect(parseVerification({ state, asOf: 1 })).toEqual({ state, asOf: 1 })
})

test.each(['Active', 'ok', 'constructor', 1, true, null, undefined])(
  'there is no state %p',
  (state) => {
    expect(() => parseVerification({ ...verdict, state })).toThrow(AuthServiceUnavailable)
  },
)

test.each([
  { id: 1 },
  { id: '' },
  { kind: 'over' },
  { kind: undefined },
  { at: '1' },
  { at: undefined },
])('a change with %j is none', (mistake) => {
  for (const list of ['keys', 'sessions', 'users', 'signingKeys']) {
    expect(() => parseChanges({ ...page, [list]: [change, { ...change, ...mistake }] })).toThrow(
      AuthServiceUnavailable,
    )
  }
})
