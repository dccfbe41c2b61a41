import { createClient } from '@redis/client'
import { withTimeout } from './with-timeout.js'

/** An amount to spend from, or with a negative weight to give back to, a counter in Redis. */
export interface RedisSpending {
  /** The counter, the same on every machine. */
  counter: string
  key: string
  weight: number
  limit: number
  seconds: number
}

/** The result. */
export interface Spent {
  /** False when it did not fit: then nothing was spent. */
  fits: boolean
  /** The total spent under the key in its window. */
  used: number
  /** Milliseconds until the window ends. */
  msLeft: number
}

/** A connection that has answered. It does not reconnect: its user creates a new one. */
export interface RedisConnection {
  /** @throws Error of the network or of Redis. */
  spend(spending: RedisSpending): Promise<Spent>
  /** Resolves with the error, if the connection breaks by itself. */
  broken: Promise<unknown>
  close(): void
}

/**
 * How long the network may take to connect, in milliseconds, and how long Redis to answer for the
 * first time, including that.
 */
const connectMs = 1000
const firstAnswerMs = 2000

/**
 * The key holds the amount spent and expires with its window. Returns whether the weight fitted,
 * the amount spent, and the milliseconds left.
 */
const script = `
  local weight, seconds, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local left = redis.call('pttl', KEYS[1])
  if left <= 0 then
    if weight < 0 then return { 1, 0, 0 } end
    redis.call('set', KEYS[1], 0, 'EX', seconds)
    left = seconds * 1000
  end
  local used = tonumber(redis.call('get', KEYS[1]))
  weight = math.max(weight, -used)
  if used + weight > limit then return { 0, used, left } end
  return { 1, redis.call('incrby', KEYS[1], weight), left }
`

/**
 * Connects, and spends nothing to check that Redis counts for us.
 * @param url As `redisUrl` returns it.
 * @throws Error of the network or of Redis, within some seconds.
 */
export async function connect(url: string): Promise<RedisConnection> {
  // RESP 2, as it needs no HELLO: a server that does not support it reveals the password in its
  // error
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  })
  const broken = new Promise<unknown>((resolve) => client.on('error', resolve))

  const connection: RedisConnection = {
    async spend({ counter, key, weight, limit, seconds }) {
      const [fits, used, msLeft] = (await client.eval(script, {
        keys: [`${counter}:${key}`],
        arguments: [weight, seconds, limit].map(String),
      })) as [number, number, number]
      return { fits: fits === 1, used, msLeft }
    },
    broken,
    close: () => client.destroy(),
  }
  try {
    const probe = { counter: 'directory', key: 'probe', weight: 0, limit: 1, seconds: 1 }
    await withTimeout(
      firstAnswerMs,
      client.connect().then(() => connection.spend(probe)),
    )
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
