/** Consecutive event loop turns with a new connection that count as a burst. */
const fewTurns = 8

/** Maximum time that work is delayed because of a burst, in milliseconds. */
const patienceMs = 250

/**
 * Detects whether more connections are probably waiting in the kernel: Node accepts few per event
 * loop turn. The less is done in these turns, the sooner clients behind a burst are accepted.
 */
export class AcceptBurst {
  #isTaken = false
  #turns = 0
  #since = 0

  /** Records an accepted connection. */
  note(): void {
    if (!this.#isTaken && this.#turns === 0) {
      this.#since = performance.now()
      setImmediate(this.#endTurn)
    }
    this.#isTaken = true
  }

  /** Whether each of the last turns accepted a connection. */
  get isOn(): boolean {
    return this.#turns >= fewTurns && performance.now() - this.#since < patienceMs
  }

  readonly #endTurn = (): void => {
    this.#turns = this.#isTaken ? this.#turns + 1 : 0
    this.#isTaken = false
    if (this.#turns > 0) setImmediate(this.#endTurn)
  }
}
