import { createHash } from 'node:crypto'
import { usedUp } from '../../kit/api/rate-limited.js'
import { countedAddress, toSite } from '../../kit/http/address.js'
import type { RateLimitStore } from '../../kit/rate-limit/store.js'
import type { Windows } from '../../kit/rate-limit/windows.js'
import type { AccountsConfig } from '../config/config.js'
import { normalizeEmail } from '../kit/email.js'

const hourSeconds = 3600
/**
 * Maximum number of networks and of recipients that are counted; beyond it the oldest are dropped.
 */
const maxKeys = 100_000
/** An IPv6 /48, which one customer may have, may send as much as this number of /64. */
const networksPerSite = 4

/**
 * Limits the requests that send mail, by the network that they come from and by the recipient,
 * whether or not such an account exists.
 */
export class RequestLimits {
  readonly #limits: { address: number; recipient: number }
  readonly #windows: { address: Windows; recipient: Windows }

  /** @param counts Where they are counted; auth services that share it count together. */
  constructor({ maxPerNetwork, maxPerRecipient }: AccountsConfig, counts: RateLimitStore) {
    this.#limits = { address: maxPerNetwork, recipient: maxPerRecipient }
    const windows = (by: string) =>
      counts.windows(`sign-ups by ${by}`, { length: hourSeconds, maxKeys })
    this.#windows = { address: windows('address'), recipient: windows('recipient') }
  }

  /** @returns the network that asks, by which links are counted. @throws ApiError RATE_LIMITED. */
  async take({ address, email }: { address: string; email: string }): Promise<string> {
    const network = countedAddress(address)
    await this.#takeOne('address', network, this.#limits.address)
    const site = toSite(network)
    if (site !== network)
      await this.#takeOne('address', site, networksPerSite * this.#limits.address)
    await this.#takeOne('recipient', digestEmail(email), this.#limits.recipient)
    return site
  }

  async #takeOne(by: keyof typeof whose, key: string, limit: number): Promise<void> {
    const { isTaken, msLeft } = await this.#windows[by].take(key, 1, limit)
    if (isTaken) return
    const seconds = Math.ceil(msLeft / 1000)
    throw usedUp(
      `Too many requests ${whose[by]}. Try again in ${seconds} s.`,
      { limit, unit: 'requests', by, windowSeconds: hourSeconds, reason: 'requested_mails' },
      seconds,
    )
  }
}

/** What a shared place keeps of an e-mail address. */
function digestEmail(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('hex')
}

const whose = { address: 'from your network', recipient: 'for this e-mail address' } as const
