import type { ApiKeyRecord, Store } from '../store/store.js'

/** The last use of a key. */
export interface KeyUse {
  /** ms since the epoch. */
  at?: number
  address?: string
}

/**
 * When and from where keys were last used: collected in memory and written at most once per
 * interval, whatever the traffic. A crash loses at most one interval.
 */
export class LastUsed {
  readonly #store: Store
  readonly #timer: NodeJS.Timeout
  readonly #onError: (error: unknown) => void
  #uses = new Map<string, KeyUse>()

  constructor(store: Store, intervalSeconds: number, onError: (error: unknown) => void) {
    this.#store = store
    this.#onError = onError
    this.#timer = setInterval(() => void this.flush(), intervalSeconds * 1000).unref()
  }

  note(keyId: string, use: KeyUse): void {
    this.#uses.set(keyId, { ...this.#uses.get(keyId), ...use })
  }

  /** The last use of a key, whether written yet or not. */
  getUse({ id, lastUsedAt, lastUsedIp }: ApiKeyRecord): KeyUse {
    const written = {
      ...(lastUsedAt === undefined ? {} : { at: lastUsedAt }),
      ...(lastUsedIp === undefined ? {} : { address: lastUsedIp }),
    }
    return { ...written, ...this.#uses.get(id) }
  }

  async flush(): Promise<void> {
    const uses = this.#uses
    if (uses.size === 0) return
    this.#uses = new Map()
    try {
      await this.#store.changeAll('apiKeys', [...uses.keys()], (key) => {
        const { at, address } = uses.get(key.id) ?? {}
        return {
          ...key,
          ...(at === undefined ? {} : { lastUsedAt: at }),
          ...(address === undefined ? {} : { lastUsedIp: address }),
        }
      })
    } catch (error) {
      this.#onError(error)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }
}
