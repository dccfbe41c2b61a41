/**
 * How long the steps of one request took, in milliseconds, summed by name. One of them runs at a
 * time.
 */
export class StepTimes {
  readonly names: string[] = []
  /** The durations of finished steps. */
  readonly numbers: number[] = []
  /** The running step, and its start. */
  #running = -1
  #since = 0

  begin(step: string): void {
    const known = this.names.indexOf(step)
    this.#running = known >= 0 ? known : this.names.push(step) - 1
    if (known < 0) this.numbers.push(0)
    this.#since = performance.now()
  }

  /** Ends the running step, if any. */
  end(): void {
    if (this.#running < 0) return
    this.numbers[this.#running]! += performance.now() - this.#since
    this.#running = -1
  }
}
