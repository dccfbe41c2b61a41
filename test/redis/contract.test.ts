import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { RedisLink } from '../../kit/rate-limit/redis/link.js'
import { RedisWindows } from '../../kit/rate-limit/redis/windows.js'
import type { WindowLength } from '../../kit/rate-limit/window-length.js'
import { holdsContract } from '../support/holds-contract.js'
import { limitsContract } from '../support/limits-contract.js'
import { type RedisServer, startRedis } from '../support/redis-server.js'
import { until } from '../support/until.js'

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

const options = (length: WindowLength) => ({ length, maxKeys: 10 })

describe('limits in Redis', () => {
  limitsContract((length) => new RedisWindows(links[0], randomUUID(), options(length)))
  // nothing was counted alone
  afterAll(() => expect(links[0].status).toEqual({ url: redis.url, reachable: true }))
})

describe('places in Redis', () => {
  let turn = 0
  // of one place, whichever machine it is asked by
  holdsContract(async (place, forMs) => {
    const link = links[++turn % 2]!
    return (await link.query((connection) => connection.hold(place, forMs)))!
  })
})

test('gateways are counted until they are gone for some time', async () => {
  const count = (which: 0 | 1, gateway: string, ms: number) =>
    links[which].query((connection) => connection.countGateways(gateway, ms))
  expect(await count(0, 'one', 60_000)).toBe(1)
  expect(await count(1, 'two', 1)).toBe(2)
  await until(async () => (await count(0, 'one', 60_000)) === 1)
})

test('counters of one name are one for all machines, whatever stands in the name', async () => {
  const [here, there] = links.map((link) => new RedisWindows(link, 'a name: "ü"', options(60)))
  const takings = Array.from({ length: 60 }, (_, i) => (i % 2 ? here! : there!).take('a', 2, 100))
  expect((await Promise.all(takings)).filter(({ isTaken }) => isTaken)).toHaveLength(50)
})

test('counters of another name or length are told apart', async () => {
  const others: [string, WindowLength][] = [
    ['one', 60],
    ['two', 60],
    ['one', 61],
    ['one', 'month'],
  ]
  for (const [name, length] of others) {
    const windows = new RedisWindows(links[0], name, options(length))
    expect(await windows.take('a', 5, 5)).toMatchObject({ isTaken: true, used: 5 })
  }
})

test('a key that would live longer than its window, as after a clock set back, is cut', async () => {
  const windows = new RedisWindows(links[0], 'cut', options(60))
  await windows.take('a', 1, 5)
  const client = await createClient({ url: redis.url, RESP: 2 }).connect()
  expect(await client.pExpire('directory:60:cut:a', 600_000)).toBe(1)
  client.destroy()
  const { used, msLeft } = await windows.take('a', 1, 5)
  expect([used, msLeft <= 60_000]).toEqual([2, true])
})
