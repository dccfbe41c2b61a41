/** Consecutive event loop turns with a new connection that count as a burst. */
const burstTurns = 8

/** Maximum time that work is delayed because of a burst, in milliseconds. */
const maxDelayMs = 250

/**
 * Detects whether more connections are probably waiting in the kernel: Node accepts few per event
 * loop turn. The less is done in these turns, the sooner clients behind a burst are accepted.
 */
export class AcceptBurst {
  #hasAccepted = false
  #turns = 0
  #since = 0

  /** Records an accepted connection. */
  note(): void {
    if (!this.#hasAccepted && this.#turns === 0) {
      this.#since = performance.now()
      setImmediate(this.#endTurn)
    }
    this.#hasAccepted = true
  }

  /** Whether each of the last turns accepted a connection. */
  get isOn(): boolean {
    return this.#turns >= burstTurns && performance.now() - this.#since < maxDelayMs
  }

  readonly #endTurn = (): void => {
    this.#turns = this.#hasAccepted ? this.#turns + 1 : 0
    this.#hasAccepted = false
    if (this.#turns > 0) setImmediate(this.#endTurn)
  }
}
