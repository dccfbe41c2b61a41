import { hostname } from 'node:os'
import { dataFolder } from '../config/data-folder.js'
import { choiceSetting, type Environment } from '../config/settings.js'
import { workerNumber } from '../log/worker-number.js'
import { toPrimary } from '../process/ipc.js'
import { type Hold, MemoryHolds } from './holds.js'
import { RedisLink } from './redis/link.js'
import { redisUrl } from './redis/url.js'
import { RedisWindows } from './redis/windows.js'
import { SharedLimitsLink } from './shared/shared-limits-link.js'
import { isLasting } from './window-length.js'
import { MemoryWindows, type Windows, type WindowsOptions } from './windows.js'

/** How long a gateway counts after it has last counted them, in milliseconds. */
export const presenceMs = 120_000

/** Where the limits of this process are counted. */
export interface RateLimitStore {
  /**
   * The windows of a counter. Where processes share the store, counters of one name and length are
   * one.
   * @throws Error when its counts must survive a restart, and DATA_DIR cannot be written.
   */
  windows(name: string, options: WindowsOptions): Windows
  /** Places of a key; where processes share the store, those of one key are the same. */
  hold: Hold
  /** How many gateways share the store, this one included; as far as is known. */
  countGateways(): Promise<number>
  /**
   * Connects to what is shared; resolves when it is available or failed, within some seconds. Never
   * rejects.
   */
  open(): Promise<void>
  /** For /status. */
  status(): RateLimitStatus
  /** Resolves when it holds nothing any more that others could use. */
  close(): Promise<void>
}

export type RateLimitStatus =
  | { store: 'memory' }
  /** `fault`: why it is unavailable, in a word. */
  | { store: 'redis'; url: string; reachable: boolean; fault?: string }

/**
 * The store that RATE_LIMIT_STORE names; opens nothing yet. @throws Error for a mistake in the
 * settings.
 */
export function makeRateLimitStore(env: Environment): RateLimitStore {
  return choiceSetting('RATE_LIMIT_STORE', ['memory', 'redis'], env) === 'redis'
    ? redisStore(new RedisLink(redisUrl(env)))
    : workerNumber === undefined
      ? memoryStore
      : sharedStore(new SharedLimitsLink(toPrimary()))
}

let ofThisProcess: RateLimitStore | undefined

/** The one store of this process, created on first use. @throws as `makeRateLimitStore`. */
export function rateLimitStore(): RateLimitStore {
  ofThisProcess ??= makeRateLimitStore(process.env)
  return ofThisProcess
}

/** Lets a trial of a configuration count for itself; before the first use of the store. */
export function setRateLimitStore(store: RateLimitStore): void {
  ofThisProcess = store
}

const holds = new MemoryHolds()

/** In the memory of this process. */
export const memoryStore: RateLimitStore = {
  windows: (_name, options) => new MemoryWindows(options),
  hold: (place, forMs) => holds.hold(place, forMs),
  countGateways: async () => 1,
  open: async () => undefined,
  status: () => ({ store: 'memory' }),
  close: async () => undefined,
}

/** In the memory of the primary, for all its workers. */
function sharedStore(link: SharedLimitsLink): RateLimitStore {
  return {
    ...memoryStore,
    windows(name, options) {
      if (isLasting(options.length)) dataFolder() // where the primary keeps them
      return link.windows({ name, ...options })
    },
    hold: (place, forMs) => link.hold(place, forMs),
    close: () => link.close(),
  }
}

function redisStore(link: RedisLink): RateLimitStore {
  /** Of all its workers. */
  const gateway = `${hostname()}:${process.ppid}`
  let gateways = 1
  return {
    windows: (name, options) => new RedisWindows(link, name, options),
    async hold(place, forMs) {
      const isHeld = await link.query((connection) => connection.hold(place, forMs))
      return isHeld ?? holds.hold(place, forMs)
    },
    async countGateways() {
      const counted = await link.query((redis) => redis.countGateways(gateway, presenceMs))
      if (counted !== undefined) gateways = counted
      return gateways
    },
    open: () => link.open(),
    status: () => ({ store: 'redis', ...link.status }),
    close: async () => link.close(),
  }
}
