/** Retries that may be spent before any request succeeds again: enough for those that a dying target takes along. */
const most = 40

/** Share of a retry that each good answer earns. */
const earnedByAnswer = 0.1

/**
 * Second attempts are paid from the good answers, one for ten (SRE's 10% retry budget): a service that fails for all
 * is not asked twice as often by it.
 */
export class RetryBudget {
  #left = most

  /** Whether one retry may be made. */
  take(): boolean {
    if (this.#left < 1) return false
    this.#left--
    return true
  }

  /** A request was answered. */
  refill(): void {
    if (this.#left < most) this.#left += earnedByAnswer
  }
}
