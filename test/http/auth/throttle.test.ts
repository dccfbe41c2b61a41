import { existsSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { password, type RunningAuthService, startAuthService } from '../../support/auth-service.js'
import { until } from '../../support/until.js'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService()
})
afterAll(() => auth?.stop())

const attempt = (typed: string, { email = 'demo@example.org', from = '192.0.2.1' } = {}) =>
  auth.request
    .post('/api/v1/auth/login')
    .set('X-Forwarded-For', from)
    .send({ email, password: typed })

test('after ten failures an account waits; tokens and keys go on; the right password works after the wait', async () => {
  const { accessToken } = await auth.login()
  const from = { from: '192.0.2.9' }
  for (let i = 0; i < 10; i++) expect((await attempt(`wrong ${i}`, from)).status).toBe(401)
  const refused = await attempt(password, from)
  expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED'])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThanOrEqual(1)
  await auth.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' }).expect(200)
  await auth.request
    .post('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
    .send({ name: 'x' })
    .expect(201)
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000 + 50))
  expect((await attempt(password, from)).status).toBe(200)
  await until(() => auth.audited().some(({ event }) => event === 'login-throttled'))
  expect(auth.audited().filter(({ event }) => event === 'login-throttled')).toEqual([
    expect.objectContaining({ address: '192.0.2.9', requestId: refused.body.meta.requestId }),
  ])
})

test('300 wrong passwords at once: at most twelve reach the hash, whatever X-Forwarded-For says between', async () => {
  const before = auth.audited().filter(({ event }) => event === 'login-failed').length
  const answers = []
  for (let i = 0; i < 10; i++) {
    const batch = Array.from({ length: 30 }, (_, j) =>
      attempt('wrong', {
        email: 'admin@example.org',
        from: `198.51.100.${i * 20 + (j % 20)}, 203.0.113.7`,
      }),
    )
    answers.push(...(await Promise.all(batch)))
  }
  expect(answers.every(({ status }) => [401, 429].includes(status))).toBe(true)
  const count = (name: string) => auth.audited().filter(({ event }) => event === name).length
  await until(() => count('login-failed') + count('login-throttled') >= 300)
  expect(
    auth.audited().filter(({ event }) => event === 'login-failed').length - before,
  ).toBeLessThanOrEqual(12)
})

test('an unknown e-mail is throttled just the same', async () => {
  const unknown = { email: 'nobody@example.org', from: '192.0.2.77' }
  for (let i = 0; i < 10; i++) expect((await attempt('wrong', unknown)).status).toBe(401)
  expect((await attempt('wrong', unknown)).status).toBe(429)
})

test('more logins at once than can wait are told to come back', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      attempt('wrong', { email: `crowd${i}@example.org`, from: `10.1.0.${i}` }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body, headers } of refused) {
    expect(body.error.code).toBe('OVERLOADED')
    expect(['1', '2', '3', '4']).toContain(headers['retry-after'])
  }
  expect((await attempt(password)).status).toBe(200)
})

const tasks = '/proc/self/task'
if (!existsSync(tasks)) console.log(`Skipped: priorities of threads, as there is no ${tasks} here`)
const testWithTasks = existsSync(tasks) ? test : test.skip

testWithTasks('passwords are hashed by two threads of low priority', async () => {
  await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      attempt('wrong', { from: `10.2.0.${i}`, email: `a${i}@example.org` }),
    ),
  )
  const niceness = readdirSync(`/proc/${auth.pid}/task`).map((thread) =>
    getPriority(Number(thread)),
  )
  expect(niceness.filter((nice) => nice > getPriority(auth.pid))).toHaveLength(2)
})
