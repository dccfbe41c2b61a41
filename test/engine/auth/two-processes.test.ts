import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { until } from '../../support/until.js'

/** Two auth services over one Elasticsearch store, as behind a load balancer. */
let one: RunningAuthService
let other: RunningAuthService
const secrets = {
  SERVICE_SECRET: 'the-service-secret-of-this-very-test',
  OPERATOR_SECRET: 'the-operator-secret-of-this-very-test',
}
const index = `auth-test-two-${Date.now()}`

beforeAll(async () => {
  const env = { ...secrets, AUTH_INDEX: index }
  const config = (text: string) => text.replace('lastUsedSeconds: 60', 'lastUsedSeconds: 1')
  ;[one, other] = await Promise.all([
    startAuthService({ env, config }),
    startAuthService({ env, config, dataDir: temporaryFolder() }),
  ])
})
afterAll(async () => {
  await Promise.all([one?.stop(), other?.stop()])
  await fetch(`${process.env.TEST_ENGINE_URL}/${index}-1`, { method: 'DELETE' })
})

const bearer = (token: string) => [token, { type: 'bearer' }] as const
const changes = async (at: RunningAuthService, since = '') => {
  const answer = await at.internal
    .get('/internal/changes')
    .query({ since })
    .auth(...bearer(secrets.SERVICE_SECRET))
  return answer.body.data
}

test('both made one admin and one signing key', async () => {
  const keys = async (at: RunningAuthService) =>
    (await at.internal.get('/internal/public-keys').auth(...bearer(secrets.SERVICE_SECRET))).body
      .data.keys
  const { body } = await other.internal
    .get('/internal/users')
    .auth(...bearer(secrets.OPERATOR_SECRET))
  expect(body.data.users.map(({ email }: { email: string }) => email)).toEqual([
    'admin@example.org',
    'demo@example.org',
  ])
  await one.login()
  const { accessToken } = await other.login()
  await one.request
    .get('/api/v1/auth/me')
    .auth(...bearer(accessToken))
    .expect(200)
  expect((await keys(one)).length).toBeGreaterThan(0)
})

test('50 refreshes of one token over both: one pair', async () => {
  const { refreshToken } = await one.login()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? one : other).request.post('/api/v1/auth/refresh').send({ refreshToken }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
})

test('what one ends, the other refuses at once and tells in its feed', async () => {
  const { accessToken } = await one.login()
  const { cursor } = await changes(other)
  const made = await one.request
    .post('/api/v1/api-keys')
    .auth(...bearer(accessToken))
    .send({ name: 'x' })
  await one.request
    .delete(`/api/v1/api-keys/${made.body.data.id}`)
    .auth(...bearer(accessToken))
    .expect(200)
  const shown = await other.request
    .get(`/api/v1/api-keys/${made.body.data.id}`)
    .auth(...bearer(accessToken))
  expect(shown.body.data.state).toBe('revoked')
  await one.request
    .post('/api/v1/auth/logout')
    .auth(...bearer(accessToken))
    .expect(200)
  await other.request
    .get('/api/v1/auth/me')
    .auth(...bearer(accessToken))
    .expect(401)
  const heard = await changes(other, cursor)
  expect([heard.full, heard.keys.length, heard.sessions.length]).toEqual([false, 1, 1])
  expect((await changes(one, cursor)).sessions).toEqual(heard.sessions)
})

test('a password changed at one ends the sessions begun at the other a moment ago', async () => {
  const own = await one.login()
  const fresh = await other.login()
  const change = (currentPassword: string, next: string) =>
    one.request
      .post('/api/v1/auth/password')
      .auth(...bearer(own.accessToken))
      .send({ currentPassword, newPassword: next })
  await change(password, newPassword).expect(200)
  await other.request
    .get('/api/v1/auth/me')
    .auth(...bearer(fresh.accessToken))
    .expect(401)
  await change(newPassword, password).expect(200)
})

test('a signing key made at one is known at the other at once; a withdrawn one is forgotten within 5 s', async () => {
  const operate = (method: 'post' | 'delete', path: string) =>
    one.internal[method](`/internal/signing-keys${path}`)
      .auth(...bearer(secrets.OPERATOR_SECRET))
      .expect(200)
  const before = await one.login()
  const [made, signing] = (await operate('post', '/rotate')).body.data.keys
  expect([made.state, signing.state]).toEqual(['next', 'signing'])
  await operate('delete', `/${signing.kid}`) // the next one signs from now on
  const after = await one.login()
  await other.request
    .get('/api/v1/auth/me')
    .auth(...bearer(after.accessToken))
    .expect(200)
  await new Promise((resolve) => setTimeout(resolve, 5000))
  await other.request
    .get('/api/v1/auth/me')
    .auth(...bearer(before.accessToken))
    .expect(401)
  const renewed = await other.login()
  for (const { accessToken } of [after, renewed]) {
    await one.request
      .get('/api/v1/auth/me')
      .auth(...bearer(accessToken))
      .expect(200)
  }
})

test('a key made at one is found at the other, a made-up one was looked for a moment before', async () => {
  const madeUp = Buffer.from(JSON.stringify({ kid: `k4.pid.${'A'.repeat(44)}` })).toString(
    'base64url',
  )
  const miss = () =>
    other.request
      .get('/api/v1/auth/me')
      .auth(...bearer(`v4.public.${'A'.repeat(200)}.${madeUp}`))
      .expect(401)
  for (let round = 0; round < 5; round++) {
    await miss()
    const keys = (
      await one.internal
        .post('/internal/signing-keys/rotate')
        .auth(...bearer(secrets.OPERATOR_SECRET))
    ).body
    const signing = keys.data.keys.find(({ state }: { state: string }) => state === 'signing')
    await one.internal
      .delete(`/internal/signing-keys/${signing.kid}`)
      .auth(...bearer(secrets.OPERATOR_SECRET))
    const { accessToken, refreshToken } = await one.login()
    const known = other.request.get('/api/v1/auth/me').auth(...bearer(accessToken))
    const refreshed = other.request.post('/api/v1/auth/refresh').send({ refreshToken })
    expect([(await known).status, (await refreshed).status]).toEqual([200, 200])
  }
})

test('users disabled at both at the same time: the feed has each of them, once', async () => {
  const users = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      const user = { email: `crowd${i}@example.org`, name: 'x', password }
      const { body } = await one.internal
        .post('/internal/users')
        .auth(...bearer(secrets.OPERATOR_SECRET))
        .send(user)
      return body.data.id as number
    }),
  )
  const { cursor } = await changes(one)
  await Promise.all(
    users.map((id, i) =>
      (i % 2 ? one : other).internal
        .post(`/internal/users/${id}/disable`)
        .auth(...bearer(secrets.OPERATOR_SECRET))
        .expect(200),
    ),
  )
  const heard = (await changes(one, cursor)).users.map(({ id }: { id: string }) => Number(id))
  expect(heard.sort((a: number, b: number) => a - b)).toEqual([...users].sort((a, b) => a - b))
})

test('last uses of 120 keys, noted by both at the same time, are all told by the one that saw few of them', async () => {
  const { accessToken } = await one.login()
  const made = await Promise.all(
    Array.from({ length: 120 }, () =>
      one.request
        .post('/api/v1/api-keys')
        .auth(...bearer(accessToken))
        .send({ name: 'used' }),
    ),
  )
  const use = (at: RunningAuthService, key: string) =>
    at.internal
      .post('/internal/api-keys/verify')
      .auth(...bearer(secrets.SERVICE_SECRET))
      .send({ ...parseApiKey(key)!, address: '192.0.2.7' })
      .expect(200)
  await Promise.all(
    made.flatMap(({ body }, i) => [
      use(one, body.data.key),
      ...(i % 3 ? [] : [use(other, body.data.key)]),
    ]),
  )
  const used = async () => {
    const { body } = await other.request
      .get('/api/v1/api-keys?limit=200')
      .auth(...bearer(accessToken))
    const keys: { name: string; lastUsedIp: string | null }[] = body.data.keys
    return keys.filter(({ name, lastUsedIp }) => name === 'used' && lastUsedIp === '192.0.2.7')
      .length
  }
  await until(async () => (await used()) === 120)
})

test('a full disk: a write is 503 with Retry-After, keys go on, and with room the next write succeeds', async () => {
  const { accessToken } = await one.login()
  const create = () =>
    one.request
      .post('/api/v1/api-keys')
      .auth(...bearer(accessToken))
      .send({ name: 'x' })
  const block = async (blocked: true | null) => {
    const body = JSON.stringify({ 'index.blocks.read_only_allow_delete': blocked })
    const headers = { 'content-type': 'application/json' }
    await fetch(`${process.env.TEST_ENGINE_URL}/${index}-1/_settings`, {
      method: 'PUT',
      headers,
      body,
    })
  }
  const made = await create().expect(201)
  await block(true) // as Elasticsearch does at its flood-stage watermark
  const refused = await create()
  const verdict = await other.internal
    .post('/internal/api-keys/verify')
    .auth(...bearer(secrets.SERVICE_SECRET))
    .send(parseApiKey(made.body.data.key)!)
  await block(null)
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect([refused.headers['retry-after'], verdict.body.data.state]).toEqual(['1', 'active'])
  expect(one.output()).toContain('"reason":"full"')
  await create().expect(201)
})

test('without its store the service does not start', async () => {
  const lonely = startAuthService({ env: { AUTH_ELASTICSEARCH_URL: 'http://127.0.0.1:9' } })
  await expect(lonely).rejects.toThrow('the auth store cannot be opened')
})

test('callers can search the families, so the store must not be among them', async () => {
  const hidden = startAuthService({ env: { AUTH_INDEX: 'organization-serp-auth' } })
  await expect(hidden).rejects.toThrow('AUTH_INDEX must not begin with')
})
