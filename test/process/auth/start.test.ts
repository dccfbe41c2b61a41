import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { newSecret } from '../../../auth-service/sessions/signing-key.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { startWithAccounts } from '../../support/accounts.js'
import { forget, password, startAuthService, temporaryFolder } from '../../support/auth-service.js'
import { key } from '../../support/store-records.js'

/** As long as a secret must be, and no longer; no words, which the start would warn of. */
const longSecret = 'vq8XkT2mZr5LbN7cWd4HsJ9fPg3yRuAe'
const otherSecret = [...longSecret].reverse().join('')

const folders: string[] = []
const newFolder = () => {
  const folder = temporaryFolder()
  folders.push(folder)
  return folder
}
afterAll(() => Promise.all(folders.map(forget)))

/** Starts the service where it must refuse to; resolves with what it says. */
const refusal = (env: NodeJS.ProcessEnv, dataDir = newFolder()): Promise<string> =>
  startAuthService({ env, dataDir }).then(
    (auth) => auth.stop().then(() => 'it started'),
    (error: Error) => error.message,
  )

test.each<[NodeJS.ProcessEnv, string]>([
  [{ AUTH_HOST: '203.0.113.1' }, 'AUTH_HOST: cannot listen on 203.0.113.1, port 0: this'],
  [{ CONFIG_DIR: '/nowhere' }, 'auth-service.config.yml:1:1 the file cannot be read: CONFIG_DIR'],
  [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES'],
  [
    { DATA_DIR: __filename, SERVICE_SECRET: longSecret, OPERATOR_SECRET: otherSecret },
    'DATA_DIR must name a folder that this user may write: a file is in the way',
  ],
  [{ AUTH_STORE: 'redis' }, 'AUTH_STORE must be lowdb or '],
  [
    {
      AUTH_STORE: 'elasticsearch',
      AUTH_ELASTICSEARCH_URL: 'http://127.0.0.1:9',
      AUTH_INDEX: 'organization-serp-auth',
    },
    'AUTH_INDEX must not begin with',
  ],
  [{ BOOTSTRAP_PASSWORD: '' }, 'BOOTSTRAP_EMAIL and BOOTSTRAP_PASSWORD together'],
  [{ BOOTSTRAP_PASSWORD: 'password12345678' }, 'password is too easy to guess'],
  [{ BOOTSTRAP_EMAIL: 'admin' }, 'BOOTSTRAP_EMAIL must be an e-mail address'],
  [
    {
      BOOTSTRAP_EMAIL: '',
      BOOTSTRAP_PASSWORD: '',
      DEMO_PASSWORD: password,
      NODE_ENV: 'production',
    },
    'there is no demo user',
  ],
  [{ PASETO_SECRET_KEY: 'k4.secret.AAAA' }, 'PASETO_SECRET_KEY must be'],
  [{ SERVICE_SECRET: longSecret, OPERATOR_SECRET: longSecret }, 'must differ'],
])('%j is refused, with one clear line', async (env, text) => {
  const said = await refusal(env)
  expect(said).toContain(text)
  expect(said).not.toContain('\n')
})

test.each(['AUTH_PORT', 'AUTH_INTERNAL_PORT'])('a %s that is taken is refused', async (name) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as { port: number }
  expect(await refusal({ [name]: String(port) })).toBe(
    `${name}: cannot listen on 127.0.0.1, port ${port}: another process uses it`,
  )
  other.close()
})

test('a sign-up without mail is refused, with its line', async () => {
  await expect(startWithAccounts(undefined)).rejects.toThrow(
    /auth-service\.config\.yml:\d+:\d+ signUp is open, but mail cannot be sent: set SMTP_URL/,
  )
})

test('a data folder with a path too long for a socket is locked too', async () => {
  const dataDir = join(newFolder(), 'a'.repeat(120))
  mkdirSync(dataDir)
  const auth = await startAuthService({ dataDir })
  expect(await refusal({}, dataDir)).toContain('is held by another auth service')
  await auth.stop()
})

test('a file with more records than it is meant for is a warning, and told by the health page', async () => {
  const dataDir = newFolder()
  const store = await openLowdbStore(dataDir)
  const ids = Array.from({ length: 10_000 }, (_, i) => `k${i}`)
  await store.createAll('apiKeys', new Map(ids.map((id) => [id, key(id)])))
  await store.close()
  const auth = await startAuthService({ dataDir })
  const { body } = await auth.internal.get('/internal/health')
  // the first user, its address and the signing key
  const filled = { records: 10_003, capacity: 10_000 }
  expect(body.data).toMatchObject({ state: 'ready', store: filled })
  const warning = auth
    .output()
    .split('\n')
    .find((line) => line.includes('"level":"warn"'))
  expect(JSON.parse(warning!)).toMatchObject(filled)
  expect(warning).toContain('npm run store -- copy --to elasticsearch')
  await auth.stop()
})

test('roles that users hold and the policy lacks are warned of, and give no scope', async () => {
  const dataDir = newFolder()
  const config = (text: string) =>
    text.replace('roles:\n', 'roles:\n  constructor: [organizations:read]\n')
  const first = await startAuthService({ dataDir, config })
  expect(first.output()).not.toContain('users have roles')
  const user = { email: 'x@example.org', name: 'x', password, role: 'constructor' }
  await first.operate('post', '/internal/users', user).expect(201)
  await first.stop()
  const second = await startAuthService({ dataDir })
  expect(second.output()).toMatch(/"names":\["constructor"\],"records":1.*users have roles that/)
  const { accessToken } = await second.login(user.email)
  await second.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' }).expect(403)
  await second.stop()
})

test('the demo user is made for `npm start`', async () => {
  const env = { BOOTSTRAP_EMAIL: '', BOOTSTRAP_PASSWORD: '', DEMO_PASSWORD: password }
  const auth = await startAuthService({ env, dataDir: newFolder() })
  const { user } = await auth.login()
  expect(user).toEqual({ id: 1, email: 'demo@example.org', name: 'Demo User', role: 'user' })
  await auth.stop()
})

test('the first user and the signing key are set by the first start alone', async () => {
  const dataDir = newFolder()
  const [firstKey, otherKey] = await Promise.all([newSecret(), newSecret()])
  const first = await startAuthService({ dataDir, env: { PASETO_SECRET_KEY: firstKey } })
  const { accessToken } = await first.login('admin@example.org')
  await first.stop()
  const env = { PASETO_SECRET_KEY: otherKey, BOOTSTRAP_EMAIL: 'other@example.org' }
  const second = await startAuthService({ dataDir, env })
  await second.as(accessToken, 'get', '/api/v1/auth/me').expect(200)
  const kidOf = (token: string) => Buffer.from(token.split('.')[3]!, 'base64url').toString()
  expect(kidOf((await second.login('admin@example.org')).accessToken)).toBe(kidOf(accessToken))
  const other = { email: 'other@example.org', password }
  await second.request.post('/api/v1/auth/login').send(other).expect(401)
  await second.stop()
})

test('a start under a clock 400 days ahead deletes nothing, and what was revoked under it stays so', async () => {
  const dataDir = newFolder()
  const ahead = () => Date.now() + 400 * 86_400_000
  let auth = await startAuthService({ dataDir })
  const { accessToken } = await auth.login('admin@example.org')
  const make = async () => {
    const wish = { name: 'x', expiresIn: 30 }
    return (await auth.as(accessToken, 'post', '/api/v1/api-keys', wish).expect(201)).body.data
  }
  const [kept, revoked] = [await make(), await make()]
  await auth.stop()
  auth = await startAuthService({ dataDir, now: ahead })
  await auth.operate('post', `/internal/api-keys/${revoked.id}/revoke`).expect(200)
  await auth.stop()
  expect(auth.output()).toContain('the clock has moved by more than a day')
  auth = await startAuthService({ dataDir })
  const states = [await auth.verifyKey(kept.key), await auth.verifyKey(revoked.key)]
  expect(states.map(({ state }) => state)).toEqual(['active', 'revoked'])
  await auth.as(accessToken, 'get', '/api/v1/auth/me').expect(200)
  await auth.stop()
})

describe('a store that is not whole is never taken for an empty one', () => {
  const damages: [string, (file: string) => void][] = [
    ['missing', (file) => rmSync(file)],
    ['empty', (file) => writeFileSync(file, '')],
    ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, -40))],
    ['of another kind', (file) => writeFileSync(file, '{}')],
    ['flipped in one bit', (file) => writeFileSync(file, flipped(readFileSync(file)))],
    ['a folder', (file) => [rmSync(file), mkdirSync(file)]],
  ]
  const dataDir = newFolder()
  const file = join(dataDir, 'auth.json')
  let whole: Buffer
  beforeAll(async () => {
    await (await startAuthService({ dataDir })).stop()
    whole = readFileSync(file)
  })
  beforeEach(() => {
    rmSync(file, { recursive: true, force: true })
    writeFileSync(file, whole)
  })

  test.each(damages)('%s', async (_name, damage) => {
    damage(file)
    const damaged = found(file)
    expect(await refusal({}, dataDir)).toContain(file)
    expect(found(file)).toEqual(damaged)
  })

  test('put back, beside what a crash left half written, it serves again', async () => {
    writeFileSync(`${file}.draft`, 'left by a crash')
    const auth = await startAuthService({ dataDir })
    await auth.login('admin@example.org')
    await auth.stop()
  })
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
