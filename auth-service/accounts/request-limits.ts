import { usedUp } from '../../kit/api/rate-limited.js'
import { countedAddress } from '../../kit/http/address.js'
import { MemoryWindows } from '../../kit/rate-limit/windows.js'
import type { AccountsConfig } from '../config.js'
import { canonicalEmail } from '../users/email.js'

const hourSeconds = 3600
/** Maximum number of networks and of recipients that are counted; beyond it the oldest are dropped. */
const maxKeys = 100_000
/** An IPv6 /48, which one customer may have, may send as much as this number of /64. */
const networksPerSite = 4

/**
 * Limits the requests that send mail, by the network that they come from and by the recipient,
 * whether or not such an account exists. Each process counts for itself.
 */
export class RequestLimits {
  readonly #limits: { address: number; recipient: number }
  readonly #windows = {
    address: new MemoryWindows({ length: hourSeconds, maxKeys }),
    recipient: new MemoryWindows({ length: hourSeconds, maxKeys }),
  }

  constructor({ maxPerNetwork, maxPerRecipient }: AccountsConfig) {
    this.#limits = { address: maxPerNetwork, recipient: maxPerRecipient }
  }

  /** @throws ApiError RATE_LIMITED. */
  take({ address, email }: { address: string; email: string }): void {
    const network = countedAddress(address)
    this.#takeOne('address', network, this.#limits.address)
    const site = /^(.+):[^:]+::\/64$/.exec(network)?.[1]
    if (site) this.#takeOne('address', `${site}::/48`, networksPerSite * this.#limits.address)
    this.#takeOne('recipient', canonicalEmail(email), this.#limits.recipient)
  }

  #takeOne(by: keyof typeof whose, key: string, limit: number): void {
    const { isTaken, msLeft } = this.#windows[by].take(key, 1, limit)
    if (isTaken) return
    const seconds = Math.ceil(msLeft / 1000)
    throw usedUp(
      `Too many requests ${whose[by]}. Try again in ${seconds} s.`,
      { limit, unit: 'requests', by, windowSeconds: hourSeconds, reason: 'requested_mails' },
      seconds,
    )
  }
}

const whose = { address: 'from your network', recipient: 'for this e-mail address' } as const
