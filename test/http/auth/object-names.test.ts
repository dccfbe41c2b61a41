import fc from 'fast-check'
import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'

/**
 * What every object has by these names must never be taken for what a caller, or the policy, called
 * so.
 */
const names = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'caller', 'name', 'length'],
]

let auth: RunningAuthService
let token: string
beforeAll(async () => {
  auth = await startAuthService()
  token = (await auth.login()).accessToken
})
afterAll(() => auth?.stop())

/** A JSON object with these members; a literal would take `__proto__` for something else. */
const jsonOf = (members: [string, unknown][]) =>
  `{${members.map((member) => member.map((part) => JSON.stringify(part)).join(':')).join(',')}}`

const name = fc.constantFrom(...names)
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant({ constructor: 1 }))
const members = fc.uniqueArray(fc.tuple(name, value), {
  selector: ([key]) => key,
  minLength: 1,
  maxLength: 5,
})

const good = {
  '/api/v1/auth/login': [
    ['email', 'demo@example.org'],
    ['password', 'x'],
  ],
  '/api/v1/api-keys': [['name', 'x']],
} satisfies Record<string, [string, unknown][]>

test.each(Object.entries(good))(
  'POST %s refuses a member named so, and names what it may tell',
  (path, fields) =>
    fc.assert(
      fc.asyncProperty(members, fc.boolean(), async (extra, isComplete) => {
        const own = extra.filter(([key]) => !fields.some(([field]) => field === key))
        fc.pre(own.length > 0)
        const sent = auth.as(token, 'post', path).set('Content-Type', 'application/json')
        const { body } = await sent
          .send(jsonOf([...(isComplete ? fields : []), ...own]))
          .expect(400)
        const { code, details } = body.error as {
          code: string
          details: Record<string, { _errors?: string[] }>
        }
        expect(code).toBe('VALIDATION_ERROR')
        for (const { _errors } of Object.values(details)) expect(_errors?.length).toBeGreaterThan(0)
        const plain = own.map(([key]) => key).filter((key) => /^[A-Za-z]+$/.test(key))
        const told = plain.length === own.length ? plain : ['body']
        expect(Object.keys(details)).toEqual(expect.arrayContaining(told))
      }),
      { numRuns: 60 },
    ),
)

test.each(names)('no query parameter, no scope, no role is called %s', async (name) => {
  const user = { email: 'x@example.org', name: 'x', password, role: name }
  for (const [field, call] of [
    [name, auth.as(token, 'get', `/api/v1/api-keys?${name}=1`)],
    [name, auth.as(token, 'get', `/api/v1/api-keys?${name}=1&${name}=1`)],
    ['scopes', auth.as(token, 'post', '/api/v1/api-keys', { name: 'x', scopes: [name] })],
    ['role', auth.operate('post', '/internal/users', user)],
  ] as const) {
    const { error } = (await call.expect(400)).body
    const told = field.startsWith('__') ? 'body' : field
    expect([error.code, Object.keys(error.details)]).toEqual(['VALIDATION_ERROR', [told]])
  }
})
