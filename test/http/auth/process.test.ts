import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { newSecret } from '../../../auth-service/sessions/signing-key.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  forget,
  launch,
  password,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { clockAhead } from '../../support/clock-ahead.js'
import { configCopy, testEnvironment } from '../../support/stack.js'
import { key } from '../../support/store-records.js'
import { until } from '../../support/until.js'

/** These are about the store of one machine. */
const oneMachine = { AUTH_STORE: 'lowdb' }

const bootstrap = { BOOTSTRAP_EMAIL: 'admin@example.org', BOOTSTRAP_PASSWORD: password }

/** As long as a secret must be, and no longer; no words, which the start would warn of. */
const longSecret = 'vq8XkT2mZr5LbN7cWd4HsJ9fPg3yRuAe'
const otherSecret = [...longSecret].reverse().join('')

/** Starts the service where it must refuse to; resolves with exit code and what it said. */
async function refusal(
  env: NodeJS.ProcessEnv,
  dataDir = temporaryFolder(),
): Promise<{ code: number; said: string }> {
  const { child, output } = launch(testEnvironment(dataDir, configCopy(), env))
  child.once('message', () => child.kill()) // it did start: the exit code shows
  const code = await new Promise<number>((resolve) =>
    child.once('close', (status) => resolve(status ?? -1)),
  )
  return { code, said: output() }
}

describe('refuses to start, with one clear line', () => {
  const cases: [string, NodeJS.ProcessEnv, string][] = [
    ['a port that is none', { AUTH_PORT: 'http' }, 'AUTH_PORT must be a port'],
    [
      'an address of another machine',
      { AUTH_HOST: '203.0.113.1' },
      'AUTH_INTERNAL_PORT: cannot listen on 203.0.113.1, port 0: this machine has no such address',
    ],
    [
      'a folder without the policy',
      { CONFIG_DIR: '/nowhere' },
      'auth-service.config.yml:1:1 the file cannot be read: CONFIG_DIR',
    ],
    ['nonsense in TRUSTED_PROXIES', { TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES'],
    [
      'an unknown log level',
      { LOG_LEVEL: 'verbose' },
      'LOG_LEVEL must be trace, debug, info, warn',
    ],
    [
      'a data folder that is a file',
      { DATA_DIR: __filename },
      'DATA_DIR must name a folder: a file is in the way',
    ],
    [
      'a store folder that is a file',
      { DATA_DIR: __filename, SERVICE_SECRET: longSecret, OPERATOR_SECRET: otherSecret },
      'DATA_DIR must name a folder that this user may write: a file is in the way',
    ],
    ['an unknown store', { AUTH_STORE: 'redis' }, 'AUTH_STORE must be lowdb or '],
    [
      'a store without address',
      { AUTH_STORE: 'elasticsearch' },
      'AUTH_ELASTICSEARCH_URL is not set: name one or more',
    ],
    [
      'half a credential of the store',
      {
        AUTH_STORE: 'elasticsearch',
        AUTH_ELASTICSEARCH_URL: 'http://127.0.0.1:9',
        AUTH_ELASTICSEARCH_USERNAME: 'u',
      },
      'AUTH_ELASTICSEARCH_USERNAME and AUTH_ELASTICSEARCH_PASSWORD must be set together',
    ],
    [
      'half a bootstrap user',
      { BOOTSTRAP_EMAIL: 'a@example.org' },
      'BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD together',
    ],
    [
      'a weak bootstrap password',
      { ...bootstrap, BOOTSTRAP_PASSWORD: 'password12345678' },
      'password is too easy to guess',
    ],
    [
      'a bootstrap e-mail that is none',
      { ...bootstrap, BOOTSTRAP_EMAIL: 'admin' },
      'BOOTSTRAP_EMAIL must be an e-mail address',
    ],
    [
      'a demo user in production',
      { DEMO_PASSWORD: password, NODE_ENV: 'production' },
      'there is no demo user',
    ],
    [
      'a signing key that is none',
      { PASETO_SECRET_KEY: 'k4.secret.AAAA' },
      'PASETO_SECRET_KEY must be',
    ],
    [
      'one secret for both',
      { SERVICE_SECRET: longSecret, OPERATOR_SECRET: longSecret },
      'must differ',
    ],
    [
      'a short service secret',
      { SERVICE_SECRET: longSecret.slice(1) },
      'SERVICE_SECRET has fewer than 32 characters: ',
    ],
    [
      'a short operator secret',
      { OPERATOR_SECRET: 'x' },
      'OPERATOR_SECRET has fewer than 32 characters: set a longer',
    ],
  ]
  test.each(cases)('%s', async (_name, env, text) => {
    const { code, said } = await refusal(env)
    expect(said).toContain(text)
    expect(said.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  })

  test.each(['AUTH_PORT', 'AUTH_INTERNAL_PORT'])('a %s that is taken', async (name) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { code, said } = await refusal({ [name]: String(port) })
    other.close()
    expect([code, said]).toEqual([
      1,
      `${name}: cannot listen on 127.0.0.1, port ${port}: another process uses it\n`,
    ])
  })
})

test('a second process on the same data is refused, and the lock of a killed one is taken over', async () => {
  const first = await startAuthService({ env: oneMachine })
  for (let i = 0; i < 3; i++) {
    const { code, said } = await refusal({}, first.dataDir)
    expect([code, said]).toEqual([1, expect.stringContaining('is held by another auth service')])
  }
  await first.login()
  await first.kill()
  const second = await startAuthService({ dataDir: first.dataDir, env: oneMachine })
  await second.login()
  expect(await second.stop()).toBe(0)
  expect(existsSync(join(first.dataDir, 'auth.lock'))).toBe(false)
})

test('a file with more records than it is meant for is a warning at the start, and told by the health page', async () => {
  const dataDir = temporaryFolder()
  const store = await openLowdbStore(dataDir)
  await store.createAll(
    'apiKeys',
    new Map(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, key(`k${i}`)])),
  )
  await store.close()
  const auth = await startAuthService({ dataDir, env: { ...oneMachine, ...bootstrap } })
  const { body } = await auth.internal.get('/internal/health')
  // the first user, its address and the signing key
  const filled = { records: 10_003, capacity: 10_000 }
  expect(body.data).toEqual({ state: 'ready', store: filled })
  await until(() => auth.output().includes('"level":"warn"'))
  const warning = auth
    .output()
    .split('\n')
    .find((line) => line.includes('"level":"warn"'))
  expect(JSON.parse(warning!)).toMatchObject(filled)
  expect(warning).toContain('npm run store -- copy --to elasticsearch')
  await auth.stop()
  await forget(dataDir)
})

test('a data folder with a path too long for a socket works', async () => {
  const dataDir = join(temporaryFolder(), 'a'.repeat(120))
  mkdirSync(dataDir)
  const first = await startAuthService({ dataDir, env: oneMachine })
  const { code } = await refusal({}, dataDir)
  expect(code).toBe(1)
  expect(await first.stop()).toBe(0)
})

test('what was acknowledged survives kill -9; the files are for the owner only', async () => {
  const first = await startAuthService({ env: oneMachine })
  const { accessToken } = await first.login()
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      first.request
        .post('/api/v1/api-keys')
        .auth(accessToken, { type: 'bearer' })
        .send({ name: `key ${i}` }),
    ),
  )
  await first.kill()
  for (const name of ['auth.json', 'auth.previous.json']) {
    expect(statSync(join(first.dataDir, name)).mode & 0o777).toBe(0o600)
  }
  const second = await startAuthService({ dataDir: first.dataDir, env: oneMachine })
  const { body } = await second.request
    .get('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
  expect(body.data.total).toBe(50)
  const text =
    readFileSync(join(first.dataDir, 'auth.json'), 'utf8') + first.output() + second.output()
  for (const { body: answer } of made) expect(text).not.toContain(answer.data.key)
  for (const secret of [accessToken, password]) expect(text).not.toContain(secret)
  await second.stop()
})

test('a password that was hashed at less cost is hashed anew at the next login', async () => {
  const first = await startAuthService({ env: oneMachine })
  const { dataDir } = first
  await first.kill() // which leaves the folder
  const hashOf = async (change?: string) => {
    const store = await openLowdbStore(dataDir)
    const user = await store.change('users', '1', (user) =>
      change ? { ...user, passwordHash: change } : undefined,
    )
    await store.close()
    return user!.passwordHash
  }
  const cheap = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await hashOf(cheap)
  const second = await startAuthService({ dataDir, env: oneMachine })
  await second.login('admin@example.org')
  await second.stop()
  expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const third = await startAuthService({ dataDir, env: oneMachine })
  await third.login('admin@example.org')
  await third.stop()
  await forget(dataDir)
})

describe('a store that is not whole is never taken for an empty one', () => {
  const damages: [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => writeFileSync(file, '')],
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -40))],
    ['zeroed', (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length))],
    ['no JSON', (file) => writeFileSync(file, 'hello')],
    ['of another kind', (file) => writeFileSync(file, '{}')],
    ['flipped in one bit', (file) => writeFileSync(file, flipped(readFileSync(file)))],
    ['a folder', (file) => [rmSync(file), mkdirSync(file)]],
  ]
  let dataDir: string
  let file: string
  let whole: Buffer
  beforeAll(async () => {
    const auth = await startAuthService({ env: oneMachine })
    await auth.kill() // which leaves the folder
    dataDir = auth.dataDir
    file = join(dataDir, 'auth.json')
    whole = readFileSync(file)
  })
  afterAll(() => forget(dataDir))

  test.each(damages)('%s', async (_name, damage) => {
    rmSync(file, { recursive: true, force: true })
    writeFileSync(file, whole)
    damage(file)
    const damaged = found(file)
    const { code, said } = await refusal(oneMachine, dataDir)
    expect([code, said]).toEqual([1, expect.stringContaining(file)])
    expect(found(file)).toEqual(damaged)
  })

  test('put back, beside what a crash left half written, it serves again', async () => {
    rmSync(file, { recursive: true, force: true })
    writeFileSync(file, whole)
    writeFileSync(`${file}.draft`, 'left by a crash')
    const auth = await startAuthService({ dataDir, env: oneMachine })
    await auth.login()
    expect(await auth.stop()).toBe(0)
  })
})

test('a start under a clock 400 days ahead deletes nothing, and what was revoked under it stays so', async () => {
  const dataDir = temporaryFolder()
  const ahead = clockAhead(400 * 86_400_000)
  const start = (env: NodeJS.ProcessEnv = {}) =>
    startAuthService({ dataDir, env: { ...oneMachine, ...env } })
  const as = (credential: string) => [credential, { type: 'bearer' }] as const
  let auth = await start()
  const { accessToken } = await auth.login('admin@example.org')
  const make = async () => {
    const made = auth.request
      .post('/api/v1/api-keys')
      .auth(...as(accessToken))
      .send({ name: 'x', expiresIn: 30 })
    return (await made.expect(201)).body.data as { id: string; key: string }
  }
  const [kept, revoked] = [await make(), await make()]
  await auth.stop()
  auth = await start(ahead)
  await until(() => auth.output().includes('the clock has moved by more than a day'))
  await auth.internal
    .post(`/internal/api-keys/${revoked.id}/revoke`)
    .auth(...as(auth.secret.operator))
    .expect(200)
  await auth.stop()
  auth = await start()
  const state = async ({ key }: { key: string }) =>
    (
      await auth.internal
        .post('/internal/api-keys/verify')
        .auth(...as(auth.secret.service))
        .send(parseApiKey(key)!)
    ).body.data.state
  expect([await state(kept), await state(revoked)]).toEqual(['active', 'revoked'])
  await auth.request
    .get('/api/v1/auth/me')
    .auth(...as(accessToken))
    .expect(200)
  await auth.stop()
})

test('a service whose auth.lock was removed writes nothing more and ends; what it acknowledged is there', async () => {
  const dataDir = temporaryFolder()
  const first = await startAuthService({ dataDir, env: oneMachine })
  const { accessToken } = await first.login('admin@example.org')
  const create = () =>
    first.request.post('/api/v1/api-keys').auth(accessToken, { type: 'bearer' }).send({ name: 'x' })
  const made = await create()
  rmSync(join(dataDir, 'auth.lock'))
  const refused = await create().then(
    ({ status }) => status,
    () => 'gone',
  )
  expect([503, 'gone']).toContain(refused)
  await until(() => first.output().includes('uncaughtException'))
  expect(first.output()).toContain('auth.lock was removed while the store was in use')
  expect(await first.stop()).toBe(1)
  const second = await startAuthService({ dataDir, env: oneMachine })
  const listed = second.internal
    .get('/internal/api-keys')
    .auth(second.secret.operator, { type: 'bearer' })
  expect((await listed).body.data.keys.map(({ id }: { id: string }) => id)).toEqual([
    made.body.data.id,
  ])
  await second.stop()
})

test('roles that users hold and the policy lacks are warned of at the start', async () => {
  const dataDir = temporaryFolder()
  const first = await startAuthService({ dataDir, env: oneMachine })
  expect(first.output()).not.toContain('users hold roles')
  await first.stop()
  const config = (text: string) => text.replace(/ {2}admin: .*\n/, '')
  const second = await startAuthService({ dataDir, env: oneMachine, config })
  await until(() =>
    second.output().includes('users have roles that auth-service.config.yml does not define'),
  )
  expect(second.output()).toMatch(/"names":\["admin"\],"records":1/)
  const { body } = await second.internal.get('/internal/health')
  expect(body.data.warnings).toEqual([expect.stringMatching(/^admin: users hold roles/)])
  await second.stop()
})

test('the demo user is made for `npm start`', async () => {
  const auth = await startAuthService({
    env: { ...oneMachine, BOOTSTRAP_EMAIL: '', BOOTSTRAP_PASSWORD: '', DEMO_PASSWORD: password },
    dataDir: temporaryFolder(),
  })
  const { user } = await auth.login()
  expect(user).toEqual({ id: 1, email: 'demo@example.org', name: 'Demo User', role: 'user' })
  expect(await auth.stop()).toBe(0)
})

test('the first user and the signing key are set by the first start alone', async () => {
  const dataDir = temporaryFolder()
  const [firstKey, otherKey] = await Promise.all([newSecret(), newSecret()])
  const first = await startAuthService({
    dataDir,
    env: { ...oneMachine, PASETO_SECRET_KEY: firstKey },
  })
  const { accessToken } = await first.login('admin@example.org')
  await first.stop()
  const env = { ...oneMachine, PASETO_SECRET_KEY: otherKey, BOOTSTRAP_EMAIL: 'other@example.org' }
  const second = await startAuthService({ dataDir, env })
  await second.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' }).expect(200)
  const kidOf = (token: string) => Buffer.from(token.split('.')[3]!, 'base64url').toString()
  expect(kidOf((await second.login('admin@example.org')).accessToken)).toBe(kidOf(accessToken))
  const other = { email: 'other@example.org', password }
  await second.request.post('/api/v1/auth/login').send(other).expect(401)
  await second.stop()
})

function flipped(bytes: Buffer): Buffer {
  const middle = bytes.indexOf('example.org') // inside a record, where it still is JSON
  bytes[middle]! ^= 1
  return bytes
}

/** What is at a path: the bytes of a file, or whether there is a folder. */
function found(path: string): Buffer | boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : existsSync(path)
}
