import { makeRateLimitStore } from '../../../../kit/rate-limit/store.js'
import { MemoryWindows } from '../../../../kit/rate-limit/windows.js'

const options = { length: 60, maxKeys: 10 }

test('without a setting, limits are counted in memory', async () => {
  const store = makeRateLimitStore({})
  await store.open()
  expect(store.windows('any', options)).toBeInstanceOf(MemoryWindows)
  expect(store.status()).toEqual({ store: 'memory' })
})

const example = 'rediss://:password@redis.example.org:6379/0'

test.each<[NodeJS.ProcessEnv, string]>([
  [
    { RATE_LIMIT_STORE: 'redis' },
    `RATE_LIMIT_STORE is redis, but REDIS_URL is not set: write ${example}`,
  ],
  [
    { RATE_LIMIT_STORE: 'redis', REDIS_URL: 'redis://a', REDIS_URL_FILE: '/a' },
    'set REDIS_URL or REDIS_URL_FILE, not both',
  ],
])('%j stops the start', (env, says) => {
  expect(() => makeRateLimitStore(env)).toThrow(says)
})

test.each([
  'hunter2',
  'http://:hunter2@localhost',
  'redis://',
  'redis://:hunter2#@localhost', // a # that is not written as %23
  'redis://:hunter2%zz@localhost',
  'redis://:hunter2@localhost/first',
  'redis://:hunter2@localhost/0/1',
  'redis://localhost?password=hunter2',
])('the REDIS_URL %j stops the start, and is not told', (REDIS_URL) => {
  const message = messageOf(() => makeRateLimitStore({ RATE_LIMIT_STORE: 'redis', REDIS_URL }))
  expect(message).toMatch(/^REDIS_URL must be redis:\/\/ or rediss:\/\//)
  expect(message).toContain(example)
  expect(message).not.toContain('hunter2')
})

test.each([
  ['redis://:hunter2@localhost:6379/0', 'redis://localhost:6379/0'],
  ['rediss://gateway:hunter2%23@redis.example.org/', 'rediss://redis.example.org'],
  ['redis://[::1]:6379', 'redis://[::1]:6379'],
])('the REDIS_URL %j is told as %j', (REDIS_URL, url) => {
  const store = makeRateLimitStore({ RATE_LIMIT_STORE: 'redis', REDIS_URL })
  expect(store.status()).toEqual({ store: 'redis', url, reachable: false })
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('it did not throw')
}
