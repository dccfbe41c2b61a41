import { LRUCache } from 'lru-cache'
import { lruOptions } from '../../kit/process/lru-options.js'
import type { AuthConfig } from '../config/config.js'

/**
 * Failures that count against one subject: an account, an address, or one account as tried from one
 * address.
 */
interface FailureCount {
  failures: number
  /** Until when further tries are refused, ms since the epoch. */
  until: number
}

const hour = 3_600_000
/** Maximum number of tallies; beyond it, the least recently used are dropped. */
const cacheOptions = lruOptions(100_000)

/**
 * Slows down guessing (NIST SP 800-63B-4 section 3.2.2); the hard limit is counted in the store
 * (`mostFailures`). After `freeFailures` an account waits 1 s, then 2, 4, … up to `maxWaitSeconds`;
 * the right password works after the wait, and a good login resets the tally. An address that keeps
 * trying during its wait prolongs it, for itself on that account only. If the account was logged in
 * to from the address before, only that address's failures count. An address, which many people may
 * share, has a hundred times the free failures over all accounts.
 */
export class LoginThrottle {
  readonly #free: number
  readonly #maxWaitMs: number
  readonly #failures = new LRUCache<string, FailureCount>(cacheOptions)
  readonly #trusted = new LRUCache<string, true>(cacheOptions)

  constructor({ freeFailures, maxWaitSeconds }: AuthConfig['login']) {
    this.#free = freeFailures
    this.#maxWaitMs = maxWaitSeconds * 1000
  }

  /**
   * Milliseconds to wait before the next try, 0 if it is allowed now. A try that must wait counts
   * against its address.
   */
  wait(account: string, network: string, now: number): number {
    const pair = toPairKey(account, network)
    const rules = this.#trusted.has(pair) ? [pair] : [pair, network, account]
    const wait = Math.max(0, ...rules.map((name) => (this.#get(name, now)?.until ?? 0) - now))
    if (wait === 0) return 0
    this.#count(pair, this.#free, now)
    return Math.max(wait, (this.#get(pair, now)?.until ?? 0) - now)
  }

  /** Whether a login to the account from there has succeeded since this process started. */
  isTrusted(account: string, network: string): boolean {
    return this.#trusted.has(toPairKey(account, network))
  }

  /** How many accounts, and addresses, must wait now. */
  throttled(now: number): { accounts: number; addresses: number } {
    const waiting = [...this.#failures].filter(([, { until }]) => until > now)
    const subjects = new Set(waiting.map(([name]) => name.split(' ', 1)[0]!))
    const accounts = [...subjects].filter(isAccount).length
    return { accounts, addresses: subjects.size - accounts }
  }

  failed(account: string, network: string, now: number): void {
    this.#count(account, this.#free, now)
    this.#count(toPairKey(account, network), this.#free, now)
    this.#count(network, 100 * this.#free, now)
  }

  succeeded(account: string, network: string): void {
    const pair = toPairKey(account, network)
    this.#failures.delete(account)
    this.#failures.delete(pair)
    this.#trusted.set(pair, true)
  }

  #count(name: string, free: number, now: number): void {
    const failures = (this.#get(name, now)?.failures ?? 0) + 1
    const waitMs = failures < free ? 0 : Math.min(1000 * 2 ** (failures - free), this.#maxWaitMs)
    this.#failures.set(name, { failures, until: now + waitMs })
  }

  /**
   * An address is reset an hour after its last failure, since many people may share it; an account
   * after a day.
   */
  #get(name: string, now: number): FailureCount | undefined {
    const count = this.#failures.get(name)
    const memory = isAccount(name) ? 24 * hour : hour
    return count && count.until + memory > now ? count : undefined
  }
}

/** Accounts and pairs contain an @, networks never do. */
function isAccount(name: string): boolean {
  return name.includes('@')
}

function toPairKey(account: string, network: string): string {
  return `${account} ${network}`
}
