import fc from 'fast-check'
import {
  forget,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'

/**
 * What every object has by these names must never be taken for what a caller, or the policy, called
 * so.
 */
const names = [
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
  'caller',
  'name',
  'length',
]

let auth: RunningAuthService
let headers: Record<string, string>
beforeAll(async () => {
  auth = await startAuthService()
  headers = { Authorization: `Bearer ${(await auth.login()).accessToken}` }
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

interface Answer {
  status: string
  error: { code: string; details: Record<string, { _errors?: string[] }> }
}
async function ask(url: string, init: RequestInit): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(url, init)
  return { status: answer.status, body: (await answer.json()) as Answer }
}
const post = (path: string, body: string) =>
  ask(auth.url + path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  })

const good = {
  '/api/v1/auth/login': [
    ['email', 'demo@example.org'],
    ['password', 'x'],
  ],
  '/api/v1/api-keys': [['name', 'x']],
} satisfies Record<string, [string, unknown][]>

describe.each(Object.entries(good))('POST %s', (path, fields) => {
  test('refuses a member named as a property of every object, and names what it may tell', async () => {
    await fc.assert(
      fc.asyncProperty(members, fc.boolean(), async (extra, isComplete) => {
        const own = extra.filter(([key]) => !fields.some(([field]) => field === key))
        fc.pre(own.length > 0)
        const { status, body } = await post(path, jsonOf([...(isComplete ? fields : []), ...own]))
        expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
        for (const { _errors } of Object.values(body.error.details))
          expect(_errors?.length).toBeGreaterThan(0)
        const plain = own.map(([key]) => key).filter((key) => /^[A-Za-z]+$/.test(key))
        if (plain.length === own.length)
          expect(Object.keys(body.error.details)).toEqual(expect.arrayContaining(plain))
        else expect(Object.keys(body.error.details)).toContain('body')
      }),
      { numRuns: 60 },
    )
  })
})

const mine = (method: string, path: string) => ask(auth.url + path, { method, headers })
const operate = (method: string, path: string, body?: object) =>
  ask(auth.internalUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${auth.secret.operator}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })

describe.each(names)('nothing is called %s', (name) => {
  test('no query parameter, no scope, no role', async () => {
    const user = { email: 'x@example.org', name: 'x', password, role: name }
    const refusals: [string, { status: number; body: Answer }][] = [
      [name, await mine('GET', `/api/v1/api-keys?${name}=1`)],
      [name, await mine('GET', `/api/v1/api-keys?${name}=1&${name}=1`)],
      ['scopes', await post('/api/v1/api-keys', JSON.stringify({ name: 'x', scopes: [name] }))],
      ['role', await operate('POST', '/internal/users', user)],
    ]
    for (const [field, { status, body }] of refusals) {
      const told = field.startsWith('__') ? 'body' : field
      expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([
        400,
        'VALIDATION_ERROR',
        [told],
      ])
    }
  })

  test('no key, no user, no signing key, no path', async () => {
    const missing = [
      await mine('GET', `/api/v1/api-keys/${name}`),
      await mine('DELETE', `/api/v1/api-keys/${name}`),
      await mine('POST', `/api/v1/api-keys/${name}/rotate`),
      await mine('GET', `/${name}`),
      await operate('POST', `/internal/users/${name}/disable`),
      await operate('GET', `/internal/api-keys?user=${name}`),
      await operate('POST', `/internal/api-keys/${name}/revoke`),
      await operate('DELETE', `/internal/signing-keys/${name}`),
    ]
    for (const { status, body } of missing)
      expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

test('a role that is called so and gone from the policy again gives its users no scope, and no fault', async () => {
  const withRole = (text: string) =>
    text.replace('  user: [', '  constructor: [organizations:read]\n  user: [')
  const before = await startAuthService({ config: withRole })
  const user = { email: 'x@example.org', name: 'x', password, role: 'constructor' }
  await before.internal
    .post('/internal/users')
    .auth(before.secret.operator, { type: 'bearer' })
    .send(user)
    .expect(201)
  await before.kill()

  const after = await startAuthService({ dataDir: before.dataDir })
  const { accessToken } = await after.login(user.email)
  const created = await after.request
    .post('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
    .send({ name: 'x' })
  await after.stop()
  expect([created.status, created.body.error?.code]).toEqual([403, 'FORBIDDEN'])
  await forget(before.dataDir)
})
