import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'

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
  await auth.login('demo@example.org', password)
})

const tasks = '/proc/self/task'
if (!existsSync(tasks)) console.log(`Skipped: priorities of threads, as there is no ${tasks} here`)
const testWithTasks = existsSync(tasks) ? test : test.skip

testWithTasks('passwords are hashed by two threads of low priority', async () => {
  await crowd(8, '10.2.0')
  const niceness = readdirSync(tasks).map((thread) => getPriority(Number(thread)))
  expect(niceness.filter((nice) => nice > getPriority(process.pid))).toHaveLength(2)
})
