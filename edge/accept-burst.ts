/** So many turns of the event loop one after the other, each of which took up a connection, are an inrush. */
const fewTurns = 8

/** Longer than this nothing waits for the end of an inrush, in milliseconds. */
const patienceMs = 250

/**
 * Knows whether more connections wait in the kernel: Node takes up few in each turn of the event loop. Whoever comes behind a
 * crowd is reached the sooner, the less is done in these turns.
 */
export class AcceptBurst {
  #isTaken = false
  #turns = 0
  #since = 0

  /** A connection has been taken up. */
  note(): void {
    if (!this.#isTaken && this.#turns === 0) {
      this.#since = performance.now()
      setImmediate(this.#endTurn)
    }
    this.#isTaken = true
  }

  /** Whether each of the last turns has taken up a connection. */
  get isOn(): boolean {
    return this.#turns >= fewTurns && performance.now() - this.#since < patienceMs
  }

  readonly #endTurn = (): void => {
    this.#turns = this.#isTaken ? this.#turns + 1 : 0
    this.#isTaken = false
    if (this.#turns > 0) setImmediate(this.#endTurn)
  }
}
