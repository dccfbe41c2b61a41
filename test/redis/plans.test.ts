import { createClient } from '@redis/client'
import { type RunningHost, startHost } from '../http/gateway/project.js'
import { runCommand } from '../support/command.js'
import { beginExport, restOf } from '../support/exports.js'
import { type RedisServer, startRedis } from '../support/redis-server.js'
import { type RowEngine, startRowEngine } from '../support/row-engine.js'
import { type RunningStack, startStack, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

/** One owner with ten keys, on two gateways of two workers each, which count in one Redis. */

const plans = '{ by: owner, limit: { default: 50, gold: 150 }, window: month, name: searches }'

let redis: RedisServer
let engine: RowEngine
let stack: RunningStack
let other: RunningHost
let keys: string[]
beforeAll(async () => {
  redis = await startRedis()
  engine = await startRowEngine(10)
  const shared = {
    ...{ RATE_LIMIT_STORE: 'redis', REDIS_URL: redis.url, WORKERS: '2' },
    ELASTICSEARCH_URL: engine.url,
  }
  stack = await startStack({
    env: shared,
    config: {
      'auth-service.config.yml': (text) => text.replace('plans: []', 'plans: [gold]'),
      'gateway.config.yml': (text) =>
        text.replace(
          '      - throttle: *by-owner\n',
          `      - throttle: [{ action: ${plans} }]\n$&`,
        ),
    },
  })
  other = await startHost(
    testEnvironment(stack.dataDir, stack.configDir, {
      ...shared,
      AUTH_SERVICE_URL: stack.auth.url,
      AUTH_INTERNAL_URL: stack.auth.internalUrl,
    }),
  )
  keys = []
  for (let i = 0; i < 10; i++) keys.push(await stack.mintKey())
}, 120_000)
afterAll(async () => {
  await other?.stop()
  await stack?.stop()
  await engine?.close()
  await redis?.stop()
})

async function command(...args: string[]): Promise<void> {
  const env = { DATA_DIR: stack.dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  const { code, err } = await runCommand(args, env)
  if (code !== 0) throw new Error(err)
}

async function planOf(key: string, url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/limits`, { headers: { 'X-API-Key': key } })
  return ((await answer.json()) as { data: { plan: string } }).data.plan
}

const untilPlan = (key: string, plan: string) =>
  until(async () =>
    (await Promise.all([stack.url, other.url].map((url) => planOf(key, url)))).every(
      (one) => one === plan,
    ),
  )

const body = JSON.stringify({
  index: 'organization-serp',
  body: { query: { match_all: {} }, size: 0 },
})

async function search(url: string, key: string): Promise<number> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const answer = await fetch(`${url}/api/v1/organizations/search`, {
    method: 'POST',
    headers,
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Asks both gateways in turn with these keys in turn. @returns how many passed. */
async function spend(of: string[], count: number): Promise<number> {
  const statuses: number[] = []
  while (statuses.length < count) {
    const wave = Array.from({ length: 10 }, (_, i) =>
      search(i % 2 ? stack.url : other.url, of[(statuses.length + i) % of.length]!),
    )
    statuses.push(...(await Promise.all(wave)))
  }
  return statuses.filter((status) => status === 200).length
}

/**
 * Runs with fresh counts, again if Redis was late meanwhile, on a machine that is too busy: then a
 * gateway has counted alone.
 */
async function together<Result>(run: () => Promise<Result>): Promise<Result> {
  const client = await createClient({ url: redis.url, RESP: 2 }).connect()
  const late = () => [stack, other].map((one) => one.output().split('"fault"').length).join()
  try {
    for (let tries = 0; tries < 5; tries++) {
      await client.flushAll()
      const before = late()
      const result = await run()
      if (late() === before) return result
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  } finally {
    client.destroy()
  }
  throw new Error('Redis was late in each of five rounds')
}

test('ten keys of one owner spend one plan exactly', async () => {
  expect(await together(() => spend(keys, 100))).toBe(50)
  await command('users', 'plan', 'demo@example.org', 'gold')
  for (const key of keys) await untilPlan(key, 'gold')
  expect(await together(() => spend(keys, 300))).toBe(150)
})

test('a key with a plan of its own has its limit, and spends from the same count', async () => {
  const [own, ...others] = keys as [string, ...string[]]
  await command('keys', 'plan', own.slice(0, 12), 'default')
  await untilPlan(own, 'default')
  const passed = await together(async () => [
    await spend([own], 30),
    await spend(others, 20),
    await spend([own], 10), // 50 are used
    await spend(others, 130),
  ])
  expect(passed).toEqual([30, 20, 0, 100])
})

test('an owner has two exports at once, on whichever gateways', async () => {
  const [first, second, third, fourth] = keys as [string, string, string, string]
  const statusOf = async (url: string, key: string) => {
    const answer = await beginExport(url, key, { query: { index: 'organization-serp' } })
    return (await restOf(answer)).status
  }
  const statuses = await together(async () => {
    const begun: (() => void)[] = []
    engine.before = () => new Promise((resolve) => begun.push(() => resolve(undefined)))
    // on two gateways: in one worker the second would wait until the page of the first is read
    const here = statusOf(stack.url, first)
    await until(() => begun.length === 1)
    const there = statusOf(other.url, second)
    await until(() => begun.length === 2)
    const refused = [await statusOf(stack.url, third), await statusOf(other.url, fourth)]
    engine.before = async () => undefined
    for (const go of begun) go()
    return [...refused, await here, await there]
  })
  expect(statuses).toEqual([429, 429, 200, 200])
})
