import type { Batch } from './batch.js'

/** Batches that are sent at the same time. */
export class InFlight {
  readonly #most: number
  /** In the order of their rows. */
  readonly #sending = new Map<Batch, Promise<void>>()
  #failure: unknown

  /** @param most How many batches, at most. */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Sends a batch as soon as there is room for it. One with an organization of an earlier batch
   * waits for that, so that the later row is kept.
   * @throws The error of an earlier batch.
   */
  async start(batch: Batch, send: () => Promise<void>): Promise<void> {
    for (const [earlier, sent] of this.#sending) if (batch.overlaps(earlier)) await sent
    while (this.#sending.size >= this.#most && this.#failure === undefined)
      await Promise.race(this.#sending.values())
    if (this.#failure !== undefined) throw this.#failure
    const sent = send().then(
      () => void this.#sending.delete(batch),
      (error) => {
        this.#failure ??= error
      },
    )
    this.#sending.set(batch, sent)
  }

  /** Resolves when all are sent. @throws The first error. */
  async end(): Promise<void> {
    await Promise.all(this.#sending.values())
    if (this.#failure !== undefined) throw this.#failure
  }

  /** The earliest batch that is not sent, or has failed. */
  get first(): Batch | undefined {
    return this.#sending.keys().next().value
  }
}
