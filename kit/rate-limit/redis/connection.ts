import { createClient } from '@redis/client'
import type { HeldPlace } from '../holds.js'
import type { WindowLength } from '../window-length.js'
import { withTimeout } from './with-timeout.js'

/** An amount to spend from a counter in Redis. */
interface RedisSpending {
  /** The counter, the same on every machine. */
  counter: string
  key: string
  weight: number
  limit: number
  length: WindowLength
}

/** The result. */
interface Spent {
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
  /** As a `Hold`. @throws Error of the network or of Redis. */
  hold(place: HeldPlace, forMs: number): Promise<boolean>
  /** How many gateways there are, with this one for some time. @throws Error as above. */
  countGateways(gateway: string, forMs: number): Promise<number>
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
 * The key holds the amount spent and expires with its window, by the clock of Redis; one that is
 * set back does not prolong it. Returns whether the weight fitted, the amount spent, and the
 * milliseconds left.
 */
const script = `
  local lengths = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }
  local day = 86400000
  local function restOfMonth()
    local time = redis.call('time')
    local now, ends, months = time[1] * 1000 + math.floor(time[2] / 1000), 0, 0
    while ends <= now do
      local year, month = 1970 + math.floor(months / 12), months % 12 + 1
      local isLeap = year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
      ends = ends + (lengths[month] + (month == 2 and isLeap and 1 or 0)) * day
      months = months + 1
    end
    return ends - now
  end

  local weight, limit, isMonth = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == 'month'
  local longest = isMonth and 31 * day or ARGV[3] * 1000
  local left = redis.call('pttl', KEYS[1])
  if left <= 0 then
    left = isMonth and restOfMonth() or longest
    redis.call('set', KEYS[1], 0, 'PX', left)
  elseif left > longest then
    left = longest
    redis.call('pexpire', KEYS[1], left)
  end
  local used = tonumber(redis.call('get', KEYS[1]))
  if weight > 0 and used + weight > limit then return { 0, used, left } end
  return { 1, redis.call('incrby', KEYS[1], weight), left }
`

/** A key for each place: it holds its holder, and expires. Those of a limit are tried in turn. */
const holdScript = `
  local holder, ms = ARGV[1], ARGV[2]
  local free
  for _, key in ipairs(KEYS) do
    local other = redis.call('get', key)
    if other == holder then
      redis.call('pexpire', key, ms)
      return 1
    end
    if not other then free = free or key end
  end
  if ms == '0' then return 1 end
  if not free then return 0 end
  redis.call('set', free, holder, 'PX', ms)
  return 1
`

/** The gateways, each with its end, by the clock of Redis. */
const countScript = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('zremrangebyscore', KEYS[1], '-inf', now)
  redis.call('zadd', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('pexpire', KEYS[1], ARGV[2])
  return redis.call('zcard', KEYS[1])
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
    async spend({ counter, key, weight, limit, length }) {
      const [fits, used, msLeft] = (await client.eval(script, {
        keys: [`${counter}:${key}`],
        arguments: [weight, limit, length].map(String),
      })) as [number, number, number]
      return { fits: fits === 1, used, msLeft }
    },
    async hold({ key, limit, holder }, forMs) {
      const keys = Array.from({ length: limit }, (_, i) => `directory:hold:${key}:${i + 1}`)
      const isHeld = await client.eval(holdScript, { keys, arguments: [holder, String(forMs)] })
      return isHeld === 1
    },
    async countGateways(gateway, forMs) {
      const options = { keys: ['directory:gateways'], arguments: [gateway, String(forMs)] }
      return (await client.eval(countScript, options)) as number
    },
    broken,
    close: () => client.destroy(),
  }
  try {
    const probe = { counter: 'directory', key: 'probe', weight: 0, limit: 1, length: 1 }
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
