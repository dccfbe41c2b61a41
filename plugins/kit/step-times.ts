import type { RequestSpan } from '../../kit/telemetry/request-span.js'

/**
 * How long the steps of one request took, in milliseconds, summed by name; each is a
 * span where the request has one. One of them runs at a time.
 */
export class StepTimes {
  readonly names: string[] = []
  /** The durations of finished steps. */
  readonly numbers: number[] = []
  /** The running step, and its start. */
  #running = -1
  #since = 0
  readonly #span: RequestSpan | undefined

  constructor(span?: RequestSpan) {
    this.#span = span
  }

  begin(step: string): void {
    const known = this.names.indexOf(step)
    this.#running = known >= 0 ? known : this.names.push(step) - 1
    if (known < 0) this.numbers.push(0)
    this.#since = performance.now()
    this.#span?.beginStep(step, this.#since)
  }

  /** Ends the running step, if any. */
  end(): void {
    if (this.#running < 0) return
    const now = performance.now()
    this.numbers[this.#running]! += now - this.#since
    this.#span?.endStep(now)
    this.#running = -1
  }
}
