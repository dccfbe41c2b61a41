import { usedUp } from '../../kit/api/rate-limited.js'
import { countedAddress } from '../../kit/http/address.js'
import { MemoryWindows } from '../../kit/rate-limit/windows.js'
import type { AccountsConfig } from '../config.js'
import { canonicalEmail } from '../users/users.js'

const hourSeconds = 3600
/** Maximum number of networks and of recipients that are counted; beyond it the oldest are dropped. */
const maxKeys = 100_000

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
    this.#takeOne('address', countedAddress(address))
    this.#takeOne('recipient', canonicalEmail(email))
  }

  #takeOne(by: keyof typeof whose, key: string): void {
    const limit = this.#limits[by]
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
