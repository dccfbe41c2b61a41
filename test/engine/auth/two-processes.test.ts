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

type Method = 'get' | 'post' | 'delete'

/** A call of a user. */
function call(at: RunningAuthService, token: string, method: Method, path: string, body?: object) {
  return at.request[method](`/api/v1${path}`).auth(token, { type: 'bearer' }).send(body)
}
async function statusOfMe(at: RunningAuthService, token: string): Promise<number> {
  return (await call(at, token, 'get', '/auth/me')).status
}
const makeKey = (at: RunningAuthService, token: string, name: string) =>
  call(at, token, 'post', '/api-keys', { name })

/** A call of an operator, or of the gateway. */
function internally(
  at: RunningAuthService,
  secret: keyof typeof secrets,
  method: Method,
  path: string,
  body?: object,
) {
  return at.internal[method](`/internal${path}`)
    .auth(secrets[secret], { type: 'bearer' })
    .send(body)
}
const operate = (at: RunningAuthService, method: Method, path: string, body?: object) =>
  internally(at, 'OPERATOR_SECRET', method, path, body)
const verify = (at: RunningAuthService, key: string) =>
  internally(at, 'SERVICE_SECRET', 'post', '/api-keys/verify', {
    ...parseApiKey(key)!,
    address: '192.0.2.7',
  })
test('both made one admin and one signing key', async () => {
  const { body } = await operate(other, 'get', '/users')
  expect(body.data.users.map(({ email }: { email: string }) => email)).toEqual([
    'admin@example.org',
    'demo@example.org',
  ])
  const { accessToken } = await other.login()
  expect(await statusOfMe(one, accessToken)).toBe(200)
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

test('a password changed at one ends the sessions begun at the other a moment ago', async () => {
  const own = await one.login()
  const fresh = await other.login()
  const change = (currentPassword: string, next: string) =>
    call(one, own.accessToken, 'post', '/auth/password', { currentPassword, newPassword: next })
  await change(password, newPassword).expect(200)
  expect(await statusOfMe(other, fresh.accessToken)).toBe(401)
  await change(newPassword, password).expect(200)
})

test('a key made at one is found at the other, a made-up one was looked for a moment before', async () => {
  const footer = JSON.stringify({ kid: `k4.pid.${'A'.repeat(44)}` })
  const madeUp = `v4.public.${'A'.repeat(200)}.${Buffer.from(footer).toString('base64url')}`
  for (let round = 0; round < 2; round++) {
    expect(await statusOfMe(other, madeUp)).toBe(401)
    const { keys } = (await operate(one, 'post', '/signing-keys/rotate')).body.data
    const signing = keys.find(({ state }: { state: string }) => state === 'signing')
    await operate(one, 'delete', `/signing-keys/${signing.kid}`)
    const { accessToken, refreshToken } = await one.login()
    const refreshed = other.request.post('/api/v1/auth/refresh').send({ refreshToken })
    expect([await statusOfMe(other, accessToken), (await refreshed).status]).toEqual([200, 200])
  }
})

test('last uses of 90 keys, noted by both at the same time, are all told by the one that saw few of them', async () => {
  const { accessToken } = await one.login()
  const made = await Promise.all(
    Array.from({ length: 90 }, () => makeKey(one, accessToken, 'used')),
  )
  await Promise.all(
    made.flatMap(({ body }, i) =>
      (i % 3 ? [one] : [one, other]).map((at) => verify(at, body.data.key).expect(200)),
    ),
  )
  const used = async () => {
    const { body } = await call(other, accessToken, 'get', '/api-keys?limit=200')
    const keys: { name: string; lastUsedIp: string | null }[] = body.data.keys
    return keys.filter(({ name, lastUsedIp }) => name === 'used' && lastUsedIp === '192.0.2.7')
      .length
  }
  await until(async () => (await used()) === 90)
})
