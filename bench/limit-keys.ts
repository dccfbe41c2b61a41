import { once } from 'node:events'
import { connect } from 'node:net'
import { makeRateLimitStore } from '../kit/rate-limit/store.js'
import { amount } from './amount.js'
import { spread } from './latencies.js'

/**
 * What the counter of a limit takes when ADDRESSES (100,000) addresses come, and what three times
 * as many take: memory of this process and of Redis, and the time of a taking, 100 at once. In
 * memory, or in the Redis of REDIS_URL (loopback, no credential, best an empty one). `node
 * --expose-gc dist/bench/limit-keys.js` and `RATE_LIMIT_STORE=redis REDIS_URL=… node --expose-gc …`
 * after a build.
 */

const addresses = amount('ADDRESSES', 100_000)
const atOnce = 100
const { RATE_LIMIT_STORE = 'memory', REDIS_URL = '' } = process.env

const store = makeRateLimitStore({ RATE_LIMIT_STORE, REDIS_URL })
await store.open()
const state = store.status()
if (state.store === 'redis' && !state.reachable)
  throw new Error(`Redis is unavailable: ${state.fault}`)
const windows = store.windows('bench', { length: 600, maxKeys: 100_000 })

const heapMb = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}
const [heap, redis] = [heapMb(), await redisMb()]
await count(0, addresses)
await count(addresses, 3 * addresses)
await store.close()

/** One taking from each of these addresses. */
async function count(from: number, to: number): Promise<void> {
  const times: number[] = []
  const begun = performance.now()
  for (let first = from; first < to; first += atOnce) {
    const sent = performance.now()
    const takings = Array.from({ length: atOnce }, (_, i) =>
      windows.take(addressOf(first + i), 1, 60_000),
    )
    await Promise.all(takings)
    times.push(performance.now() - sent)
  }
  const each = ((1000 * (performance.now() - begun)) / (to - from)).toFixed(1)
  const inRedis =
    state.store === 'redis' ? `, Redis +${((await redisMb()) - redis).toFixed(1)} MB` : ''
  console.log(`${to} addresses: heap +${(heapMb() - heap).toFixed(1)} MB${inRedis}`)
  console.log(`  ${each} µs a taking; ${atOnce} at once: ${spread(times)}`)
}

function addressOf(i: number): string {
  return `${10 + (i >> 24)}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
}

/** What Redis says that it uses. */
async function redisMb(): Promise<number> {
  if (state.store !== 'redis') return 0
  const { hostname, port } = new URL(REDIS_URL)
  const socket = connect(Number(port || 6379), hostname)
  socket.write('INFO memory\r\n')
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  while (!/used_memory:\d+\r\n/.test(text)) await once(socket, 'data')
  socket.destroy()
  return Number(/used_memory:(\d+)/.exec(text)![1]) / 1e6
}
