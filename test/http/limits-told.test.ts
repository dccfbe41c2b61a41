import { type RunningStack, startStack } from '../support/stack.js'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    config: {
      'auth-service.config.yml': (text) => text.replace('freeFailures: 10', 'freeFailures: 2'),
    },
  })
})
afterAll(() => stack?.stop())

test('a login that must wait tells the limit of failed logins, not the one of the gateway', async () => {
  const logIn = () =>
    stack.request
      .post('/api/v1/auth/login')
      .send({ email: 'demo@example.org', password: 'not the password' })
  const before = await logIn()
  expect([before.status, Number(before.headers['ratelimit-remaining']) > 100]).toEqual([401, true])
  await logIn()
  const { status, headers } = await logIn()
  expect(status).toBe(429)
  expect(headers).toMatchObject({
    'ratelimit-limit': '2',
    'ratelimit-remaining': '0',
    'ratelimit-reset': headers['retry-after'],
  })
})
