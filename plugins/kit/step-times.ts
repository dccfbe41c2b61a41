/** How long the steps of one request took. One of them runs at a time. */
export class StepTimes {
  readonly #took = new Map<string, number>()
  #running: string | undefined
  #since = 0

  begin(step: string): void {
    this.#running = step
    this.#since = performance.now()
  }

  end(): void {
    if (this.#running === undefined) return
    this.#took.set(this.#running, this.#soFar(this.#running))
    this.#running = undefined
  }

  /** Milliseconds by step, steps of one name together; one that still runs (it streams an answer, say) as far as it is. */
  inMs(): Record<string, number> {
    const times = new Map(this.#took)
    if (this.#running !== undefined) times.set(this.#running, this.#soFar(this.#running))
    return Object.fromEntries([...times].map(([step, ms]) => [step, Math.round(ms * 100) / 100]))
  }

  #soFar(running: string): number {
    return (this.#took.get(running) ?? 0) + performance.now() - this.#since
  }
}
