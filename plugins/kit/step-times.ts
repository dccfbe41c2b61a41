/** How long the steps of one request took. One of them runs at a time. */
export class StepTimes {
  readonly #names: string[] = []
  /** When each began; how long it took, once it has ended. */
  readonly #times: number[] = []
  #isRunning = false

  begin(step: string): void {
    this.#names.push(step)
    this.#times.push(performance.now())
    this.#isRunning = true
  }

  /** Ends the one that runs, if one does. */
  end(): void {
    if (!this.#isRunning) return
    const last = this.#times.length - 1
    this.#times[last] = performance.now() - this.#times[last]!
    this.#isRunning = false
  }

  /** Milliseconds by step, to two digits behind the point; steps of one name together. None may run any more. */
  inMs(): Map<string, number> {
    const all = new Map<string, number>()
    for (let i = 0; i < this.#names.length; i++) {
      const name = this.#names[i]!
      all.set(name, Math.round(((all.get(name) ?? 0) + this.#times[i]!) * 100) / 100)
    }
    return all
  }
}
