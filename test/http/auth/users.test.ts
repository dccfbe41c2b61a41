import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'

/** The calls of users with the scope users:manage. */

const path = '/api/v1/users'
let auth: RunningAuthService
let admin: string
beforeAll(async () => {
  auth = await startAuthService({
    config: (text) =>
      text
        .replace('plans: []', 'plans: [gold]')
        .replace('roles:\n', 'roles:\n  support: [users:manage]\n  reader: [organizations:read]\n'),
  })
  admin = await tokenOf('admin@example.org')
})
afterAll(() => auth?.stop())

interface Row {
  id: number
  email: string
  role: string
  disabled: boolean
}

const tokenOf = async (email: string) => (await auth.login(email)).accessToken
/** The code of a refusal, or the status. */
const codeOf = async (call: ReturnType<RunningAuthService['as']>) => {
  const { status, body } = await call
  return body.error?.code ?? status
}
const patch = (id: number, body: object, as = admin) => auth.as(as, 'patch', `${path}/${id}`, body)
const remove = (id: number, as = admin) => auth.as(as, 'delete', `${path}/${id}`)
const me = (token: string) => codeOf(auth.as(token, 'get', '/api/v1/auth/me'))

let count = 0
/** A new user, made through the API. */
async function added(role = 'user'): Promise<Row> {
  const user = { email: `person${++count}@example.org`, name: 'Some One', role, password }
  return (await auth.as(admin, 'post', path, user).expect(201)).body.data
}

test('users are found by a part of address or name, by role, and by pages', async () => {
  const names = ['Grace Hopper', 'Ada Lovelace', 'Ädä Byron']
  for (const [i, name] of names.entries()) {
    const user = { email: `Search${i}@x.example`, name, password, role: 'reader' }
    await auth.as(admin, 'post', path, user).expect(201)
  }
  const found = async (query: string) => {
    const { users, total } = (await auth.as(admin, 'get', `${path}?${query}`)).body.data
    return [users.map(({ name }: { name: string }) => name), total]
  }
  expect(await found('search=search')).toEqual([names, 3])
  expect(await found('search=LOVELACE')).toEqual([['Ada Lovelace'], 1])
  expect(await found('search=%C3%84D%C3%84')).toEqual([['Ädä Byron'], 1])
  expect(await found('role=reader&page=2&size=2')).toEqual([['Ädä Byron'], 3])
  expect(await found('role=reader&search=hopper')).toEqual([['Grace Hopper'], 1])
  expect(await found('role=nothing')).toEqual([[], 0])
  const [id, createdAt] = [expect.any(Number), expect.any(String)]
  const { body } = await auth.as(admin, 'get', `${path}?search=search0`)
  expect(body.data.users).toEqual([
    {
      ...{ id, email: 'Search0@x.example', name: 'Grace Hopper', role: 'reader' },
      ...{ plan: 'default', createdAt, disabled: false },
    },
  ])
})

test.each([
  ['size=1001', 'size'],
  ['pageSize=1', 'pageSize'],
])('the query %s is refused', async (query, field) => {
  const answer = await auth.as(admin, 'get', `${path}?${query}`)
  expect(Object.keys(answer.body.error.details)).toEqual([field])
})

test('a role and a disabling are effective at once; audit lines name the admin', async () => {
  const user = await added()
  const token = await tokenOf(user.email)
  expect((await patch(user.id, { role: 'reader' })).body.data).toEqual({ ...user, role: 'reader' })
  expect(await me(token)).toBe('TOKEN_EXPIRED')
  const again = await tokenOf(user.email)
  expect((await patch(user.id, { plan: 'gold' })).body.data.plan).toBe('gold')
  expect((await patch(user.id, { plan: null })).body.data.plan).toBe('default')
  expect((await patch(user.id, { disabled: true })).body.data.disabled).toBe(true)
  expect(await me(again)).toBe('TOKEN_EXPIRED')
  await expect(auth.login(user.email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
  expect((await patch(user.id, { disabled: false })).body.data.disabled).toBe(false)
  await auth.login(user.email)
  expect(await codeOf(remove(user.id))).toBe(200)
  expect(await codeOf(remove(user.id))).toBe('NOT_FOUND')
  await expect(auth.login(user.email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
  const events = auth
    .audited()
    .filter(({ userId, adminId }) => userId === user.id && adminId === 1)
    .map(({ event }) => event)
  const created = ['user-created', 'user-role-changed', 'user-plan-changed', 'user-plan-changed']
  expect(events).toEqual([...created, 'user-disabled', 'user-enabled', 'user-deleted'])
})

test.each([
  [{}, 'VALIDATION_ERROR'],
  [{ role: 'reader', plan: 'nothing' }, 'VALIDATION_ERROR'],
  [{ plan: 'gold', disabled: true }, 'FORBIDDEN'],
])('of the change %j, which is %s, nothing is written', async (body, expected) => {
  const id = expected === 'FORBIDDEN' ? 1 : (await added()).id
  const row = async () => {
    const { users } = (await auth.as(admin, 'get', path)).body.data
    return users.find((user: Row) => user.id === id)
  }
  const before = await row()
  expect(await codeOf(patch(id, body))).toBe(expected)
  expect(await row()).toEqual(before)
})

test('an admin neither gives nor takes scopes that the own role lacks', async () => {
  const support = await added('support')
  const user = await added()
  const token = await tokenOf(support.email)
  const other = { email: 'e@e.example', name: 'E', role: 'admin', password }
  for (const call of [
    patch(support.id, { role: 'admin' }, token),
    patch(user.id, { disabled: true }, token),
    auth.as(token, 'post', path, other),
    remove(1, token),
  ])
    expect(await codeOf(call)).toBe('FORBIDDEN')
  await remove(support.id).expect(200)
})
