import { log } from '../../kit/log/log.js'

/**
 * A target that does not accept the connection within this time is unavailable, in milliseconds.
 */
export const connectMs = 1000

/** Interval at which an unavailable target is probed, and timeout of the probe, in milliseconds. */
export const reviveAfterMs = 1000

export interface TargetPoolOptions<Target> {
  /** What a target is called in the log. */
  kind: string
  /** The target's name in the log: never a credential. */
  nameOf(target: Target): string
  /** Probes whether an unavailable target is back, within `reviveAfterMs`. */
  probe(target: Target): Promise<boolean>
}

/**
 * A round-robin pool of targets, with their health as the requests show it. An unavailable one gets
 * no request while another one is up; while there is traffic it is probed once a second, so that no
 * caller's request has to. When all are unavailable, all of them are tried.
 */
export class TargetPool<Target extends object> {
  readonly #targets: readonly Target[]
  readonly #options: TargetPoolOptions<Target>
  /** Unavailable targets, and the time of their next probe. */
  readonly #unavailable = new Map<Target, number>()
  /** Targets that may be unavailable, and are being probed. */
  readonly #suspected = new Set<Target>()
  readonly #answeredAt = new WeakMap<Target, number>()
  #turn = 0

  constructor(targets: readonly Target[], options: TargetPoolOptions<Target>) {
    this.#targets = targets
    this.#options = options
  }

  /** Number of targets, available or not. */
  get size(): number {
    return this.#targets.length
  }

  /**
   * The next target. @param tried One that has just failed: another is returned, if there is one.
   */
  next(tried?: Target): Target {
    const alive = this.#targets.filter(
      (target) => !this.#unavailable.has(target) && !this.#suspected.has(target),
    )
    if (alive.length > 0) this.#probeUnavailable()
    const untried = (targets: readonly Target[]) => targets.filter((target) => target !== tried)
    const choice =
      [untried(alive), untried(this.#targets)].find(({ length }) => length > 0) ?? this.#targets
    return choice[this.#turn++ % choice.length]!
  }

  markAvailable(target: Target): void {
    this.#answeredAt.set(target, performance.now())
    if (this.#unavailable.delete(target))
      log.info(this.#logFields(target), `${this.#options.kind} is back`)
  }

  markUnavailable(target: Target): void {
    if (!this.#unavailable.has(target))
      log.warn(this.#logFields(target), `${this.#options.kind} is unavailable`)
    this.#unavailable.set(target, performance.now() + reviveAfterMs)
  }

  /**
   * A request reached its deadline. If the target has answered nothing since, it hangs, or the
   * request was slow.
   * @param startedAt By `performance.now`.
   * @returns whether it has answered nothing.
   */
  markOverdue(target: Target, startedAt: number): boolean {
    const isSilent = (this.#answeredAt.get(target) ?? 0) < startedAt
    if (isSilent) this.suspect(target)
    return isSilent
  }

  /**
   * A target that may be unavailable gets no requests until it is probed, and is unavailable if the
   * probe fails.
   */
  suspect(target: Target): void {
    if (this.#suspected.has(target) || this.#unavailable.has(target)) return
    this.#suspected.add(target)
    void this.#options.probe(target).then(
      (lives) => this.#decide(target, lives),
      () => this.#decide(target, false),
    )
  }

  #decide(target: Target, lives: boolean): void {
    this.#suspected.delete(target)
    if (lives) this.markAvailable(target)
    else this.markUnavailable(target)
  }

  #probeUnavailable(): void {
    const now = performance.now()
    for (const [target, dueAt] of this.#unavailable) {
      if (now < dueAt) continue
      // one probe at a time, however many requests arrive
      this.#unavailable.set(target, now + reviveAfterMs)
      this.#options.probe(target).then(
        (isBack) => isBack && this.markAvailable(target),
        () => {}, // still unavailable
      )
    }
  }

  #logFields(target: Target): object {
    return { target: this.#options.nameOf(target) }
  }
}

/**
 * Whether a status means that the target, or one it depends on, is unavailable. Any other one, also
 * a refusal, shows that it is up.
 */
export function isUnavailable(status: number): boolean {
  return status >= 502 && status <= 504
}
