import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'

const path = '/api/v1/users'
let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService({
    config: (text) =>
      text
        .replace('plans: []', 'plans: [gold]')
        .replace('roles:\n', 'roles:\n  support: [users:manage]\n  reader: [organizations:read]\n'),
  })
})
afterAll(() => auth?.stop())

interface Row {
  id: number
  email: string
  role: string
  disabled: boolean
}

const call = async (token: string, method: 'get' | 'delete', url: string) =>
  auth.as(token, method, url)
const send = async (token: string, method: 'post' | 'patch', url: string, body: object) =>
  auth.as(token, method, url, body)
const tokenOf = async (email: string) => (await auth.login(email)).accessToken

let count = 0
/** A new user, made through the API. */
async function added(role = 'user'): Promise<Row> {
  const email = `person${++count}@example.org`
  const admin = await tokenOf('admin@example.org')
  const answer = await send(admin, 'post', path, { email, name: 'Some One', role, password })
  expect(answer.status).toBe(201)
  return answer.body.data
}

const code = (answer: { status: number; body: { error?: { code: string } } }) =>
  answer.body.error?.code ?? answer.status

test('users are found by a part of address or name, by role, and by pages', async () => {
  const admin = await tokenOf('admin@example.org')
  const names = ['Grace Hopper', 'Ada Lovelace', 'Ädä Byron']
  for (const [i, name] of names.entries())
    await send(admin, 'post', path, {
      email: `Search${i}@x.example`,
      name,
      password,
      role: 'reader',
    })
  const found = async (query: string) => {
    const { body } = await call(admin, 'get', `${path}?${query}`)
    return [body.data.users.map(({ name }: { name: string }) => name), body.data.total]
  }
  expect(await found('search=search')).toEqual([names, 3])
  expect(await found('search=LOVELACE')).toEqual([['Ada Lovelace'], 1])
  expect(await found('search=%C3%84D%C3%84')).toEqual([['Ädä Byron'], 1])
  expect(await found('role=reader&page=2&size=2')).toEqual([['Ädä Byron'], 3])
  expect(await found('role=reader&search=hopper')).toEqual([['Grace Hopper'], 1])
  expect(await found('role=nothing')).toEqual([[], 0])
  const { body } = await call(admin, 'get', `${path}?search=search0`)
  expect(body.data.users).toEqual([
    {
      id: expect.any(Number),
      email: 'Search0@x.example',
      name: 'Grace Hopper',
      role: 'reader',
      plan: 'default',
      createdAt: expect.any(String),
      disabled: false,
    },
  ])
})

test.each([
  ['page=0', 'page'],
  ['page=x', 'page'],
  ['size=0', 'size'],
  ['size=1001', 'size'],
  ['size=1&size=2', 'size'],
  ['pageSize=1', 'pageSize'],
])('the query %s is refused', async (query, field) => {
  const answer = await call(await tokenOf('admin@example.org'), 'get', `${path}?${query}`)
  expect(Object.keys(answer.body.error.details)).toEqual([field])
})

test('a role and a disabling are effective at once; audit lines name the admin', async () => {
  const user = await added()
  const admin = await tokenOf('admin@example.org')
  const token = await tokenOf(user.email)
  const one = `${path}/${user.id}`
  expect((await send(admin, 'patch', one, { role: 'reader' })).body.data).toEqual({
    ...user,
    role: 'reader',
  })
  expect(code(await call(token, 'get', '/api/v1/auth/me'))).toBe('TOKEN_EXPIRED')
  const again = await tokenOf(user.email)
  expect((await send(admin, 'patch', one, { plan: 'gold' })).body.data.plan).toBe('gold')
  expect((await send(admin, 'patch', one, { plan: null })).body.data.plan).toBe('default')
  expect((await send(admin, 'patch', one, { disabled: true })).body.data.disabled).toBe(true)
  expect(code(await call(again, 'get', '/api/v1/auth/me'))).toBe('TOKEN_EXPIRED')
  await expect(auth.login(user.email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
  expect((await send(admin, 'patch', one, { disabled: false })).body.data.disabled).toBe(false)
  await auth.login(user.email)
  expect(code(await call(admin, 'delete', one))).toBe(200)
  expect(code(await call(admin, 'delete', one))).toBe('NOT_FOUND')
  await expect(auth.login(user.email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
  const events = auth
    .audited()
    .filter(({ userId, adminId }) => userId === user.id && adminId === 1)
    .map(({ event }) => event)
  expect(events).toEqual([
    'user-created',
    'user-role-changed',
    'user-plan-changed',
    'user-plan-changed',
    'user-disabled',
    'user-enabled',
    'user-deleted',
  ])
})

test.each([
  [{}, 'VALIDATION_ERROR'],
  [{ role: 'nothing' }, 'VALIDATION_ERROR'],
  [{ disabled: 'yes' }, 'VALIDATION_ERROR'],
  [{ email: 'other@example.org' }, 'VALIDATION_ERROR'],
  [{ role: 'reader', plan: 'nothing' }, 'VALIDATION_ERROR'],
  [{ plan: 'gold', disabled: true }, 'FORBIDDEN'],
])('of the change %j, which is %s, nothing is written', async (body, expected) => {
  const admin = await tokenOf('admin@example.org')
  const id = expected === 'FORBIDDEN' ? 1 : (await added()).id
  const row = async () => {
    const { body } = await call(admin, 'get', path)
    return body.data.users.find((user: Row) => user.id === id)
  }
  const before = await row()
  expect(code(await send(admin, 'patch', `${path}/${id}`, body))).toBe(expected)
  expect(await row()).toEqual(before)
})

test('without users:manage, and with an API key, no call is allowed', async () => {
  const { accessToken } = await auth.login()
  const admin = await tokenOf('admin@example.org')
  const key = (await send(admin, 'post', '/api/v1/api-keys', { name: 'x' })).body.data.key
  for (const [credential, expected] of [
    [accessToken, 'FORBIDDEN'],
    [key, 'UNAUTHORIZED'],
  ])
    for (const [method, url] of [
      ['get', path],
      ['delete', `${path}/1`],
    ] as const)
      expect(code(await call(credential, method, url))).toBe(expected)
})

test('an admin neither gives nor takes scopes that the own role lacks', async () => {
  const support = await added('support')
  const user = await added()
  const token = await tokenOf(support.email)
  const tries = [
    await send(token, 'patch', `${path}/${support.id}`, { role: 'admin' }),
    await send(token, 'patch', `${path}/${user.id}`, { disabled: true }),
    await send(token, 'post', path, { email: 'e@e.example', name: 'E', role: 'admin', password }),
    await call(token, 'delete', `${path}/1`),
  ]
  expect(tries.map(code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
  await call(await tokenOf('admin@example.org'), 'delete', `${path}/${support.id}`)
})

test('the last user with users:manage remains', async () => {
  const admin = await tokenOf('admin@example.org')
  const last = () => [
    send(admin, 'patch', `${path}/1`, { role: 'user' }),
    send(admin, 'patch', `${path}/1`, { disabled: true }),
    call(admin, 'delete', `${path}/1`),
  ]
  for (const answer of await Promise.all(last())) expect(code(answer)).toBe('FORBIDDEN')
})
