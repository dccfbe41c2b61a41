import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  forget,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'

/** The calls of the gateway and of the operator; what each row refuses: access.test.ts. */

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const me = async (token: string, service = auth) =>
  (await service.as(token, 'get', '/api/v1/auth/me')).status
const logOut = (token: string, service = auth) =>
  service.as(token, 'post', '/api/v1/auth/logout').expect(200)
const refresh = (refreshToken: string) =>
  auth.request.post('/api/v1/auth/refresh').send({ refreshToken })
const newUser = async (email: string) => {
  const user = { email, name: 'Somebody', password }
  return (await auth.operate('post', '/internal/users', user).expect(201)).body.data
}
const mint = async (token: string, body: object = {}) =>
  (await auth.as(token, 'post', '/api/v1/api-keys', { name: 'x', ...body }).expect(201)).body.data
const publicKeys = async () => (await auth.operate('get', '/internal/public-keys')).body.data
/** The part of a token before its signature, or its footer. */
const partOf = (token: string, index: 2 | 3) => {
  const bytes = Buffer.from(token.split('.')[index]!, 'base64url')
  return JSON.parse((index === 2 ? bytes.subarray(0, -64) : bytes).toString())
}

describe('changes', () => {
  test('a cursor tells what came after it; an unknown one gets everything', async () => {
    const { cursor, full } = await auth.changes()
    expect(full).toBe(true)
    const nothing = { full: false, keys: [], sessions: [], users: [], signingKeys: [] }
    expect(await auth.changes(cursor)).toMatchObject(nothing)
    const { accessToken } = await auth.login()
    const { id } = await mint(accessToken)
    await auth.as(accessToken, 'patch', `/api/v1/api-keys/${id}`, { name: 'y' })
    await auth.as(accessToken, 'delete', `/api/v1/api-keys/${id}`)
    await logOut(accessToken)
    const since = await auth.changes(cursor)
    expect(since.keys).toEqual([
      { id, kind: 'changed', at: expect.any(Number) },
      { id, kind: 'ended', at: expect.any(Number) },
    ])
    const [session] = since.sessions
    const until = session!.at + 3_600_000
    expect(session).toEqual({ id: expect.any(String), kind: 'ended', at: session!.at, until })
    for (const unknown of ['x', '', `${cursor}0`, 'a.b', '-1']) {
      const everything = await auth.changes(unknown)
      expect(everything.full).toBe(true)
      expect(everything.sessions).toContainEqual(session)
      expect(everything.keys.map((key) => key.id)).toContain(id)
    }
  })

  test('an answer that may wait comes with the change', async () => {
    const { cursor } = await auth.changes()
    expect((await auth.changes(cursor, 100)).sessions).toEqual([])
    const { accessToken } = await auth.login()
    const waiting = auth.changes((await auth.changes()).cursor, 30_000)
    await logOut(accessToken)
    expect((await waiting).sessions).toHaveLength(1)
  })

  test('who waits is answered when the service ends; what has ended is known after a restart', async () => {
    const dataDir = temporaryFolder()
    const ending = await startAuthService({ dataDir })
    const { accessToken } = await ending.login('admin@example.org')
    await logOut(accessToken, ending)
    const { cursor } = await ending.changes()
    const held = ending.changes(cursor, 30_000)
    await ending.changes(cursor) // by now the other one is held
    await ending.stop()
    expect(await held).toMatchObject({ cursor, full: false, sessions: [] })
    const next = await startAuthService({ dataDir })
    const { full, sessions } = await next.changes(cursor)
    expect([full, sessions.length, await me(accessToken, next)]).toEqual([true, 1, 401])
    await next.stop()
    await forget(dataDir)
  })
})

describe('users', () => {
  test('e-mail addresses are unique, whatever their letters; roles must exist; the rules hold', async () => {
    await newUser('one@example.org')
    const user = { email: 'two@example.org', name: 'Two', password }
    const wrong: [object, string][] = [
      [{ email: 'ONE@example.org' }, 'email'],
      [{ role: 'king' }, 'role'],
      [{ password: 'short' }, 'password'],
      [{ password: 'two@example.org' }, 'password'],
      [{ name: '' }, 'name'],
    ]
    for (const [change, field] of wrong) {
      const answer = await auth.operate('post', '/internal/users', { ...user, ...change })
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]])
    }
    const { body, text } = await auth.operate('get', '/internal/users')
    const emails = body.data.users.map(({ email }: { email: string }) => email)
    expect([emails.includes(user.email), text.includes('argon2')]).toEqual([false, false])
  })

  test('a disabled user is out at once, with tokens; enabled again, old sessions stay dead', async () => {
    const { id } = await newUser('leaver@example.org')
    const { accessToken, refreshToken } = await auth.login('leaver@example.org')
    const { cursor } = await auth.changes()
    await auth.operate('post', '/internal/users/leaver%40example.org/disable').expect(200)
    const ended = { id: String(id), kind: 'ended', at: expect.any(Number) }
    expect((await auth.changes(cursor)).users).toEqual([ended])
    expect(await me(accessToken)).toBe(401)
    await expect(auth.login('leaver@example.org')).rejects.toThrow('AUTHENTICATION_REQUIRED')
    await refresh(refreshToken).expect(401)
    await auth.operate('post', `/internal/users/${id}/enable`).expect(200)
    expect(await me(accessToken)).toBe(401)
    await auth.login('leaver@example.org')
  })

  test('another role: keys have what it still grants, tokens of the old one are worth nothing', async () => {
    const { id } = await newUser('climber@example.org')
    const setRole = (user: string, role: string) =>
      auth.operate('post', `/internal/users/${user}/role`, { role }).expect(200)
    await setRole(id, 'admin')
    const old = await auth.login('climber@example.org')
    expect(old.user.role).toBe('admin')
    const scopes = ['organizations:read', 'users:manage']
    const { key } = await mint(old.accessToken, { scopes })
    const { cursor } = await auth.changes()
    const { body } = await setRole('climber%40example.org', 'user')
    expect(body.data).toMatchObject({ id, role: 'user' })
    const told = await auth.changes(cursor)
    expect(told.users).toEqual([{ id: String(id), kind: 'changed', at: expect.any(Number) }])
    expect(told.sessions).toMatchObject([{ kind: 'ended' }])
    expect(await me(old.accessToken)).toBe(401)
    await refresh(old.refreshToken).expect(401)
    const state = 'active'
    expect(await auth.verifyKey(key)).toMatchObject({ state, scopes: ['organizations:read'] })
    expect((await auth.login('climber@example.org')).user.role).toBe('user')
    expect(auth.audited()).toContainEqual(
      expect.objectContaining({ event: 'user-role-changed', userId: id, operator: true }),
    )
  })

  test('a deleted user is out at once and unknown; the address is free, the id is not', async () => {
    const email = 'goner@example.org'
    const { id } = await newUser(email)
    const { accessToken, refreshToken } = await auth.login(email)
    const { key } = await mint(accessToken)
    const { cursor } = await auth.changes()
    const { body } = await auth.operate('delete', '/internal/users/goner%40example.org').expect(200)
    expect(body.data).toEqual({ id, email, keysRevoked: 1 })
    const told = await auth.changes(cursor)
    expect(told.users).toEqual([{ id: String(id), kind: 'ended', at: expect.any(Number) }])
    expect([told.sessions.length, told.keys.length]).toEqual([1, 1])
    expect(await me(accessToken)).toBe(401)
    await refresh(refreshToken).expect(401)
    expect((await auth.verifyKey(key)).state).toBe('revoked')
    await expect(auth.login(email)).rejects.toThrow('AUTHENTICATION_REQUIRED')
    for (const name of [String(id), 'goner%40example.org']) {
      await auth.operate('delete', `/internal/users/${name}`).expect(404)
      await auth.operate('post', `/internal/users/${name}/enable`).expect(404)
      await auth.operate('post', `/internal/users/${name}/role`, { role: 'admin' }).expect(404)
    }
    expect((await newUser(email)).id).toBeGreaterThan(id)
    await auth.login(email)
    expect((await auth.verifyKey(key)).state).toBe('revoked')
    const kept = readFileSync(join(auth.dataDir, 'auth.json'), 'utf8')
    expect(kept.split(email)).toHaveLength(3)
  })

  test.each(['0', '999', 'nobody@example.org', '%E0%A4'])('there is no user %s', async (name) => {
    await auth.operate('post', `/internal/users/${name}/disable`).expect(404)
  })
})

test('signing keys: after a rotation old tokens go on; after a withdrawal they do not', async () => {
  const kids = async () => {
    const keys = await publicKeys()
    expect((await auth.request.get('/.well-known/paseto-keys.json')).body).toEqual(keys)
    return keys.keys.map(({ kid }: { kid: string }) => kid)
  }
  const [before] = await kids()
  const old = await auth.login()
  const { cursor } = await auth.changes()
  await auth.operate('post', '/internal/signing-keys/rotate').expect(200)
  const [current, previous] = await kids()
  expect(previous).toBe(before)
  expect((await auth.changes(cursor)).signingKeys).toEqual([
    { id: current, kind: 'changed', at: expect.any(Number) },
  ])
  expect(await me(old.accessToken)).toBe(200)
  await auth.operate('delete', `/internal/signing-keys/${current}`).expect(400)
  const renewed = (await refresh(old.refreshToken)).body.data
  expect(partOf(renewed.accessToken, 3).kid).toBe(current)
  await auth.operate('delete', `/internal/signing-keys/${before}`).expect(200)
  expect(await kids()).toEqual([current])
  expect([await me(old.accessToken), await me(renewed.accessToken)]).toEqual([401, 200])
})
