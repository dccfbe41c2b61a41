import { StoreError } from './errors.js'

/** Why a store cannot be used, as the health page names it. */
export type StoreFault = 'away' | 'full'

/**
 * Whether a store can be used, by what became of its calls. A faulty one is tried again at each
 * look, so that it is seen to be back without a request that needs it.
 */
export class StoreHealth {
  readonly #retry: () => Promise<unknown>
  #fault: StoreFault | undefined
  #isRetrying = false

  /** @param retry Writes something that changes nothing. */
  constructor(retry: () => Promise<unknown>) {
    this.#retry = retry
  }

  /** Notes a write that succeeded. */
  wrote(): void {
    this.#fault = undefined
  }

  /** Notes a call that failed. Too many changes at once are no fault. */
  failed(error: unknown): void {
    if (error instanceof StoreError && error.reason !== 'busy') this.#fault = error.reason
  }

  /** The fault that was seen last. Never waits for the store. */
  look(): StoreFault | undefined {
    if (this.#fault !== undefined) void this.#tryAgain()
    return this.#fault
  }

  async #tryAgain(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    await this.#retry().catch((error: unknown) => this.failed(error))
    this.#isRetrying = false
  }
}
