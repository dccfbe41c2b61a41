import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  forget,
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const as = (role: 'service' | 'operator') => [auth.secret[role], { type: 'bearer' }] as const
const operate = (method: 'get' | 'post' | 'delete', path: string, body?: object) =>
  auth.internal[method](path)
    .auth(...as('operator'))
    .send(body)
const changes = async (since?: string, waitMs?: number) =>
  (
    await auth.internal
      .get('/internal/changes')
      .query({ since, waitMs })
      .auth(...as('service'))
  ).body.data
const me = async (token: string) =>
  (await auth.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' })).status
const newUser = async (email: string) => {
  const answer = await operate('post', '/internal/users', { email, name: 'Somebody', password })
  expect(answer.status).toBe(201)
  return answer.body.data as { id: number }
}

interface Row {
  method: 'get' | 'post' | 'delete'
  path: string
  body?: object
}
const calls: Row[] = [
  { method: 'get', path: '/internal/public-keys' },
  { method: 'get', path: '/internal/changes' },
  {
    method: 'post',
    path: '/internal/api-keys/verify',
    body: { prefix: 'npd_AAAAAAAA', hash: '0'.repeat(64) },
  },
]
const operatorCalls: Row[] = [
  { method: 'get', path: '/internal/users' },
  {
    method: 'post',
    path: '/internal/users',
    body: { email: 'x@example.org', name: 'x', password },
  },
  { method: 'post', path: '/internal/users/2/disable' },
  { method: 'post', path: '/internal/users/2/enable' },
  { method: 'post', path: '/internal/users/2/password', body: { password: newPassword } },
  { method: 'post', path: '/internal/users/2/role', body: { role: 'user' } },
  { method: 'delete', path: '/internal/users/2' },
  { method: 'get', path: '/internal/api-keys' },
  { method: 'post', path: '/internal/api-keys/x/revoke' },
  { method: 'post', path: '/internal/api-keys/x/rotate', body: {} },
  { method: 'get', path: '/internal/signing-keys' },
  { method: 'post', path: '/internal/signing-keys/rotate' },
  { method: 'delete', path: '/internal/signing-keys/x' },
]

describe('secrets (what each row refuses: access.test.ts)', () => {
  test.each(calls)("$method $path takes the gateway's", async ({ method, path, body }) => {
    await auth.internal[method](path)
      .auth(...as('service'))
      .send(body)
      .expect(200)
  })
  test('the health needs none', () => auth.internal.get('/internal/health').expect(200))
  test.each([...calls, ...operatorCalls])(
    '$method $path is not on the public listener',
    async ({ method, path, body }) => {
      const answer = await auth.request[method](path)
        .auth(...as('operator'))
        .send(body)
      expect(answer.body.error.code).toBe('NOT_FOUND')
    },
  )
})

describe('changes', () => {
  test('a cursor tells what came after it; an unknown one gets everything', async () => {
    const { cursor, full } = await changes()
    expect(full).toBe(true)
    expect(await changes(cursor)).toMatchObject({
      full: false,
      keys: [],
      sessions: [],
      users: [],
      signingKeys: [],
    })
    const { accessToken } = await auth.login()
    const bearer = [accessToken, { type: 'bearer' }] as const
    const key = (
      await auth.request
        .post('/api/v1/api-keys')
        .auth(...bearer)
        .send({ name: 'x' })
    ).body.data
    await auth.request
      .patch(`/api/v1/api-keys/${key.id}`)
      .auth(...bearer)
      .send({ name: 'y' })
    await auth.request.delete(`/api/v1/api-keys/${key.id}`).auth(...bearer)
    await auth.request.post('/api/v1/auth/logout').auth(...bearer)
    const since = await changes(cursor)
    expect(since.keys).toEqual([
      { id: key.id, kind: 'changed', at: expect.any(Number) },
      { id: key.id, kind: 'ended', at: expect.any(Number) },
    ])
    const [session] = since.sessions
    expect(session).toEqual({
      id: expect.any(String),
      kind: 'ended',
      at: session.at,
      until: session.at + 3_600_000,
    })
    for (const unknown of ['x', '', `${cursor}0`, 'a.b', '-1']) {
      const everything = await changes(unknown)
      expect(everything.full).toBe(true)
      expect(everything.sessions).toContainEqual(session)
      expect(everything.keys.map(({ id }: { id: string }) => id)).toContain(key.id)
    }
  })

  test('an answer that may wait comes with the change', async () => {
    const { cursor } = await changes()
    expect((await changes(cursor, 100)).sessions).toEqual([])
    const { accessToken } = await auth.login()
    const waiting = changes((await changes()).cursor, 30_000)
    await auth.request.post('/api/v1/auth/logout').auth(accessToken, { type: 'bearer' }).expect(200)
    expect((await waiting).sessions).toHaveLength(1)
  })

  test('who waits is answered when the service ends', async () => {
    const ending = await startAuthService()
    const ask = (query: object) =>
      ending.internal
        .get('/internal/changes')
        .query(query)
        .auth(ending.secret.service, { type: 'bearer' })
    const { cursor } = (await ask({})).body.data
    const held = ask({ since: cursor, waitMs: 30_000 }).then(({ body }) => body.data)
    await ask({ since: cursor }) // by now the other one is held
    expect(await ending.stop()).toBe(0)
    expect(await held).toMatchObject({ cursor, full: false, sessions: [] })
    await forget(ending.dataDir)
  })

  test('what has ended is remembered over a restart', async () => {
    const first = await startAuthService()
    const { accessToken } = await first.login()
    await first.request
      .post('/api/v1/auth/logout')
      .auth(accessToken, { type: 'bearer' })
      .expect(200)
    await first.kill()
    const second = await startAuthService({ dataDir: first.dataDir })
    const { body } = await second.internal
      .get('/internal/changes?since=0.0')
      .auth(second.secret.service, { type: 'bearer' })
    expect([body.data.full, body.data.sessions.length]).toEqual([true, 1])
    expect(
      (await second.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' })).status,
    ).toBe(401)
    await second.stop()
    await forget(first.dataDir)
  })
})

describe('users', () => {
  test('e-mail addresses are unique, whatever their letters; roles must exist; the rules hold', async () => {
    await newUser('one@example.org')
    const create = (change: object) =>
      operate('post', '/internal/users', {
        email: 'two@example.org',
        name: 'Two',
        password,
        ...change,
      })
    const wrong: [object, string][] = [
      [{ email: 'ONE@example.org' }, 'email'],
      [{ role: 'king' }, 'role'],
      [{ role: 'constructor' }, 'role'],
      [{ password: 'short' }, 'password'],
      [{ password: 'two@example.org' }, 'password'],
      [{ name: '' }, 'name'],
    ]
    for (const [change, field] of wrong) {
      const answer = await create(change)
      expect([answer.status, Object.keys(answer.body.error.details)]).toEqual([400, [field]])
    }
    const { body } = await operate('get', '/internal/users')
    expect(body.data.users.map(({ email }: { email: string }) => email)).not.toContain(
      'two@example.org',
    )
    expect(JSON.stringify(body)).not.toContain('argon2')
  })

  test('fifty at once get ids of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        newUser(i % 2 ? `many${i}@example.org` : `much${i}@example.org`),
      ),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(30)
  })

  test('a disabled user is out at once, with keys and tokens; enabled again, old sessions stay dead', async () => {
    const { id } = await newUser('leaver@example.org')
    const { accessToken, refreshToken } = await auth.login('leaver@example.org')
    const key = await auth.request
      .post('/api/v1/api-keys')
      .auth(accessToken, { type: 'bearer' })
      .send({ name: 'x' })
    const { cursor } = await changes()
    await operate('post', '/internal/users/leaver%40example.org/disable').expect(200)
    expect((await changes(cursor)).users).toEqual([
      { id: String(id), kind: 'ended', at: expect.any(Number) },
    ])
    expect(await me(accessToken)).toBe(401)
    await expect(auth.login('leaver@example.org')).rejects.toThrow('AUTHENTICATION_REQUIRED')
    await auth.request.post('/api/v1/auth/refresh').send({ refreshToken }).expect(401)
    await operate('post', `/internal/users/${id}/enable`).expect(200)
    expect(await me(accessToken)).toBe(401)
    await auth.login('leaver@example.org')
    expect(key.status).toBe(201)
  })

  /** What would be reported to the gateway about a key. */
  const verdictOn = async (key: string) => {
    const prefix = key.slice(0, 12)
    const hash = createHash('sha256').update(key).digest('hex')
    const answer = await auth.internal
      .post('/internal/api-keys/verify')
      .auth(...as('service'))
      .send({ prefix, hash })
    return answer.body.data
  }
  const mint = async (accessToken: string, scopes?: string[]) => {
    const body = { name: 'x', ...(scopes && { scopes }) }
    const answer = await auth.request
      .post('/api/v1/api-keys')
      .auth(accessToken, { type: 'bearer' })
      .send(body)
    expect(answer.status).toBe(201)
    return answer.body.data as { id: string; key: string }
  }

  test('another role: keys have what it still grants, tokens of the old one are worth nothing', async () => {
    const { id } = await newUser('climber@example.org')
    await operate('post', `/internal/users/${id}/role`, { role: 'admin' }).expect(200)
    const old = await auth.login('climber@example.org')
    expect(old.user.role).toBe('admin')
    const { key } = await mint(old.accessToken, ['organizations:read', 'users:manage'])
    const { cursor } = await changes()
    const { body } = await operate('post', '/internal/users/climber%40example.org/role', {
      role: 'user',
    }).expect(200)
    expect(body.data).toMatchObject({ id, role: 'user' })
    const told = await changes(cursor)
    expect(told.users).toEqual([{ id: String(id), kind: 'changed', at: expect.any(Number) }])
    expect(told.sessions).toMatchObject([{ kind: 'ended' }])
    expect(await me(old.accessToken)).toBe(401)
    await auth.request
      .post('/api/v1/auth/refresh')
      .send({ refreshToken: old.refreshToken })
      .expect(401)
    expect(await verdictOn(key)).toMatchObject({ state: 'active', scopes: ['organizations:read'] })
    expect((await auth.login('climber@example.org')).user.role).toBe('user')
    expect(auth.audited()).toContainEqual(
      expect.objectContaining({ event: 'user-role-changed', userId: id, operator: true }),
    )
  })

  test('a deleted user is out at once and unknown; the address is free, the id is not', async () => {
    const { id } = await newUser('goner@example.org')
    const { accessToken, refreshToken } = await auth.login('goner@example.org')
    const { key } = await mint(accessToken)
    const { cursor } = await changes()
    const { body } = await operate('delete', '/internal/users/goner%40example.org').expect(200)
    expect(body.data).toEqual({ id, email: 'goner@example.org', keysRevoked: 1 })
    const told = await changes(cursor)
    expect(told.users).toEqual([{ id: String(id), kind: 'ended', at: expect.any(Number) }])
    expect([told.sessions.length, told.keys.length]).toEqual([1, 1])
    expect(await me(accessToken)).toBe(401)
    await auth.request.post('/api/v1/auth/refresh').send({ refreshToken }).expect(401)
    expect((await verdictOn(key)).state).toBe('revoked')
    await expect(auth.login('goner@example.org')).rejects.toThrow('AUTHENTICATION_REQUIRED')
    for (const name of [String(id), 'goner%40example.org']) {
      await operate('delete', `/internal/users/${name}`).expect(404)
      await operate('post', `/internal/users/${name}/enable`).expect(404)
      await operate('post', `/internal/users/${name}/role`, { role: 'admin' }).expect(404)
    }
    const { id: next } = await newUser('goner@example.org')
    expect(next).toBeGreaterThan(id)
    await auth.login('goner@example.org')
    expect((await verdictOn(key)).state).toBe('revoked')
    const file = join(auth.dataDir, 'auth.json') // with the other store it lies elsewhere
    if (existsSync(file))
      expect(readFileSync(file, 'utf8').split('goner@example.org')).toHaveLength(3)
  })

  test('a reset password ends the sessions', async () => {
    const { id } = await newUser('forgetful@example.org')
    const { accessToken } = await auth.login('forgetful@example.org')
    await operate('post', `/internal/users/${id}/password`, { password: newPassword }).expect(200)
    expect(await me(accessToken)).toBe(401)
    await expect(auth.login('forgetful@example.org')).rejects.toThrow()
    await auth.login('forgetful@example.org', newPassword)
  })

  test.each(['0', '999', 'nobody@example.org', '%E0%A4', 'constructor'])(
    'there is no user %s',
    async (name) => {
      await operate('post', `/internal/users/${name}/disable`).expect(404)
    },
  )
})

describe('keys of users and of the service', () => {
  test('the operator sees, rotates and revokes anybody’s key', async () => {
    const { accessToken } = await auth.login()
    const { id } = (
      await auth.request
        .post('/api/v1/api-keys')
        .auth(accessToken, { type: 'bearer' })
        .send({ name: 'x' })
    ).body.data
    const listed = async (query: string) =>
      (await operate('get', `/internal/api-keys${query}`)).body.data.keys
    expect((await listed('?user=demo@example.org')).map((key: { id: string }) => key.id)).toContain(
      id,
    )
    expect(await listed('?user=admin@example.org')).toEqual([])
    const successor = (
      await operate('post', `/internal/api-keys/${id}/rotate`, { graceSeconds: 60 })
    ).body.data
    expect(successor.rotatedFrom).toBe(id)
    expect((await operate('post', `/internal/api-keys/${id}/revoke`)).body.data.state).toBe(
      'revoked',
    )
  })

  test('signing keys: after a rotation old tokens go on; after a withdrawal they do not', async () => {
    const kids = async () =>
      (await auth.internal.get('/internal/public-keys').auth(...as('service'))).body.data.keys.map(
        ({ kid }: { kid: string }) => kid,
      )
    const [before] = await kids()
    const old = await auth.login()
    const { cursor } = await changes()
    await operate('post', '/internal/signing-keys/rotate').expect(200)
    const [current, previous] = await kids()
    expect(previous).toBe(before)
    expect((await changes(cursor)).signingKeys).toEqual([
      { id: current, kind: 'changed', at: expect.any(Number) },
    ])
    expect(await me(old.accessToken)).toBe(200)
    await operate('delete', `/internal/signing-keys/${current}`).expect(400)
    const rows = (await operate('get', '/internal/signing-keys')).body.data.keys
    const { kid: signing } = rows.find(({ state }: { state: string }) => state === 'signing')
    const renewed = await auth.request
      .post('/api/v1/auth/refresh')
      .send({ refreshToken: old.refreshToken })
    expect(kidOf(renewed.body.data.accessToken)).toBe(signing)
    await operate('delete', `/internal/signing-keys/${before}`).expect(200)
    expect(await kids()).toEqual([current])
    expect(await me(old.accessToken)).toBe(401)
    expect(await me(renewed.body.data.accessToken)).toBe(signing === before ? 401 : 200)
    // the newest key signs, whether its time had come or not
    const { accessToken } = await auth.login()
    expect([kidOf(accessToken), await me(accessToken)]).toEqual([current, 200])
  })
})

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[3]!, 'base64url').toString()).kid
}
