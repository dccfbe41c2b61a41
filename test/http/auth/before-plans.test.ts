import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'

/** A store and a configuration of the version before plans: nothing differs. */
const fixture = join(__dirname, '../../fixtures/before-plans')
const read = (name: string) => readFileSync(join(fixture, name), 'utf8')
const { email, password, session, key, answers } = JSON.parse(read('before.json'))

const dataDir = temporaryFolder()
let auth: RunningAuthService
beforeAll(async () => {
  cpSync(join(fixture, 'data-dir'), dataDir, { recursive: true })
  const env = { AUTH_STORE: 'lowdb', BOOTSTRAP_EMAIL: '', BOOTSTRAP_PASSWORD: '' }
  auth = await startAuthService({ dataDir, env, config: () => read('auth-service.config.yml') })
})
afterAll(async () => {
  await auth?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const get = async (path: string) =>
  (await auth.request.get(path).auth(session.accessToken, { type: 'bearer' }).expect(200)).body.data

test('the start has no warning; the records of the file are as they were', async () => {
  expect(auth.output()).not.toContain('"level":"warn"')
  const recordsOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => /^\["(users|emails|sessions)"/.test(line.trim()))
      .map((line) => line.trim().replace(/,$/, ''))
  const before = recordsOf(read('data-dir/auth.json'))
  expect(before.length).toBeGreaterThan(5)
  expect(recordsOf(readFileSync(join(dataDir, 'auth.json'), 'utf8'))).toEqual(before)
})

test('tokens and keys get the same answers, with no other member', async () => {
  expect(await get('/api/v1/auth/me')).toEqual(answers.me)
  const { expiresInSeconds, lastUsedAt, lastUsedIp, ...facts } = answers.key
  const {
    expiresInSeconds: _,
    lastUsedAt: __,
    lastUsedIp: ___,
    ...now
  } = await get(`/api/v1/api-keys/${answers.key.id}`)
  expect(now).toEqual(facts)
  const ask = (path: string) =>
    auth.internal.post(path).auth(auth.secret.service, { type: 'bearer' })
  const { asOf, ...verdict } = (
    await ask('/internal/api-keys/verify').send(parseApiKey(key)).expect(200)
  ).body.data
  expect(verdict).toEqual(answers.verdict)
  const { body } = await auth.internal
    .get('/internal/changes')
    .auth(auth.secret.service, { type: 'bearer' })
  const { users, full } = body.data
  expect({ users, full }).toEqual({ users: answers.changes.users, full: true })
})

test('a login and a refresh give tokens with the same claims', async () => {
  const claimsOf = (token: string) =>
    Object.keys(
      JSON.parse(Buffer.from(token.split('.')[2]!, 'base64url').subarray(0, -64).toString()),
    )
  const tokens = await auth.login(email, password)
  expect(tokens.user).toEqual(session.user)
  expect(claimsOf(tokens.accessToken)).toEqual(answers.claims)
  const { refreshToken } = session
  const { body } = await auth.request.post('/api/v1/auth/refresh').send({ refreshToken })
  expect(claimsOf(body.data.accessToken)).toEqual(answers.claims)
})
