import { randomUUID } from 'node:crypto'
import { RedisLink } from '../../kit/rate-limit/redis/link.js'
import { RedisWindows } from '../../kit/rate-limit/redis/windows.js'
import { limitsContract } from '../support/limits-contract.js'
import { type RedisServer, startRedis } from '../support/redis-server.js'

let redis: RedisServer
let links: [RedisLink, RedisLink]
beforeAll(async () => {
  redis = await startRedis()
  links = [new RedisLink(redis.url), new RedisLink(`${redis.url}/0`)]
  for (const link of links) await link.open()
  expect(links.map(({ isReachable }) => isReachable)).toEqual([true, true])
})
afterAll(async () => {
  for (const link of links) link.close()
  await redis.stop()
})

const options = (limit: number, seconds: number) => ({ limit, seconds, maxKeys: 10 })

describe('limits in Redis', () => {
  limitsContract(
    (limit, seconds) => new RedisWindows(links[0], randomUUID(), options(limit, seconds)),
  )
  // nothing was counted alone
  afterAll(() => expect(links[0].status).toEqual({ url: redis.url, reachable: true }))
})

test('counters of one name are one for all machines, whatever stands in the name', async () => {
  const [here, there] = links.map((link) => new RedisWindows(link, 'a name: "ü"', options(100, 60)))
  const takings = Array.from({ length: 60 }, (_, i) =>
    (i % 2 ? here! : there!).take('a', 2, performance.now()),
  )
  expect((await Promise.all(takings)).filter(({ isTaken }) => isTaken)).toHaveLength(50)
  const taken = await here!.take('b', 7, performance.now())
  await there!.giveBack(taken, 3)
  expect(await here!.take('b', 0, performance.now())).toMatchObject({ used: 4 })
})

test('counters of another name, limit or length are told apart', async () => {
  const others: [string, number, number][] = [
    ['one', 5, 60],
    ['two', 5, 60],
    ['one', 6, 60],
    ['one', 5, 61],
  ]
  for (const [name, limit, seconds] of others) {
    const windows = new RedisWindows(links[0], name, options(limit, seconds))
    expect(await windows.take('a', 5, performance.now())).toMatchObject({ isTaken: true, used: 5 })
  }
})
