/** Initial retries, and the maximum: enough for the requests lost with a failing target. */
const most = 40

/** Share of a retry that each good answer adds. */
const earnedByAnswer = 0.1

/**
 * Retries are paid from the good answers, one for ten (SRE's 10% retry budget), so that a service
 * that fails for all clients does not get twice the requests.
 */
export class RetryBudget {
  #remaining = most

  /** Whether one retry may be made. */
  take(): boolean {
    if (this.#remaining < 1) return false
    this.#remaining--
    return true
  }

  /** A request was answered. */
  refill(): void {
    if (this.#remaining < most) this.#remaining += earnedByAnswer
  }
}
