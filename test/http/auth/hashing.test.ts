import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { hash } from '@node-rs/argon2'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import {
  forget,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { sumOf } from '../../support/metrics-text.js'

/** The threads of the product, in place of fast-hash.ts. */
jest.mock('../../../auth-service/passwords/hash-threads.js', () =>
  jest.requireActual('../../../auth-service/passwords/hash-threads'),
)

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const crowd = (size: number, network: string) =>
  Promise.all(
    Array.from({ length: size }, (_, i) =>
      auth.request
        .post('/api/v1/auth/login')
        .set('X-Forwarded-For', `${network}.${i}`)
        .send({ email: `${network}.${i}@example.org`, password: 'wrong' }),
    ),
  )

test('more logins at once than can wait are told to come back', async () => {
  const refused = (await crowd(60, '10.1.0')).filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('OVERLOADED')
    expect(['1', '2', '3', '4']).toContain(headers['retry-after'])
  }
  const { text } = await auth.internal.get('/metrics')
  const labels = { cause: 'overloaded' }
  expect(sumOf(text, 'directory_auth_login_failures_total', labels)).toBe(refused.length)
  await auth.login('demo@example.org', password)
})

const tasks = '/proc/self/task'
if (!existsSync(tasks))
  console.log(`priorities of threads are not tried: there is no ${tasks} here`)
const testWithTasks = existsSync(tasks) ? test : test.skip

testWithTasks('passwords are hashed by two threads of low priority', async () => {
  await crowd(8, '10.2.0')
  const niceness = readdirSync(tasks).map((thread) => getPriority(Number(thread)))
  expect(niceness.filter((nice) => nice > getPriority(process.pid))).toHaveLength(2)
})

test('a password that was hashed at less cost is hashed anew at the next login', async () => {
  const dataDir = temporaryFolder()
  await (await startAuthService({ dataDir })).stop()
  const hashOf = async (change?: string) => {
    const store = await openLowdbStore(dataDir)
    const user = await store.change('users', '1', (user) =>
      change ? { ...user, passwordHash: change } : undefined,
    )
    await store.close()
    return user!.passwordHash
  }
  await hashOf(await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 }))
  const logIn = async () => {
    const auth = await startAuthService({ dataDir })
    await auth.login('admin@example.org')
    await auth.stop()
  }
  await logIn()
  expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  await logIn()
  await forget(dataDir)
})
