import { log } from '../../kit/log/log.js'

/** A target that does not even take the connection in this time is away, in milliseconds. */
export const connectMs = 1000

/** How soon a target that is away is asked whether it is back, in milliseconds, and how long it may take to say so. */
export const reviveAfterMs = 1000

export interface TargetPoolOptions<Target> {
  /** What the log calls a target. */
  kind: string
  /** The target in the log: never a credential. */
  nameOf(target: Target): string
  /** Asks a target that is away whether it is back, within `reviveAfterMs`. */
  probe(target: Target): Promise<boolean>
}

/**
 * Targets that take turns, and their health as the requests show it. One that is away gets no request while another one
 * lives; as long as there is traffic it is asked once a second whether it is back, so that no caller has to find that out.
 * When all are away, all of them are tried.
 */
export class TargetPool<Target extends object> {
  readonly #targets: readonly Target[]
  readonly #options: TargetPoolOptions<Target>
  /** Those that are away, and when they are asked next. */
  readonly #away = new Map<Target, number>()
  /** Those that may be away, and are being asked. */
  readonly #doubted = new Set<Target>()
  readonly #answeredAt = new WeakMap<Target, number>()
  #turn = 0

  constructor(targets: readonly Target[], options: TargetPoolOptions<Target>) {
    this.#targets = targets
    this.#options = options
  }

  /** How many targets there are, away or not. */
  get size(): number {
    return this.#targets.length
  }

  /** The one whose turn it is. @param tried One that has just failed: another one, if there is one. */
  next(tried?: Target): Target {
    const alive = this.#targets.filter((target) => !this.#away.has(target) && !this.#doubted.has(target))
    if (alive.length > 0) this.#probeAway()
    const untried = (targets: readonly Target[]) => targets.filter((target) => target !== tried)
    const choice = [untried(alive), untried(this.#targets)].find(({ length }) => length > 0) ?? this.#targets
    return choice[this.#turn++ % choice.length]!
  }

  markAlive(target: Target): void {
    this.#answeredAt.set(target, performance.now())
    if (this.#away.delete(target)) log.info(this.#told(target), `${this.#options.kind} is back`)
  }

  markAway(target: Target): void {
    if (!this.#away.has(target)) log.warn(this.#told(target), `${this.#options.kind} is away`)
    this.#away.set(target, performance.now() + reviveAfterMs)
  }

  /**
   * A request ran into its deadline. If the target has answered nobody since, it hangs, or the request was slow: it has no turns
   * until it is asked, and is away if it does not say that it lives.
   * @param startedAt By `performance.now`.
   */
  markOverdue(target: Target, startedAt: number): void {
    if ((this.#answeredAt.get(target) ?? 0) >= startedAt || this.#doubted.has(target)) return
    this.#doubted.add(target)
    void this.#options.probe(target).then(
      (lives) => this.#decide(target, lives),
      () => this.#decide(target, false),
    )
  }

  #decide(target: Target, lives: boolean): void {
    this.#doubted.delete(target)
    if (lives) this.markAlive(target)
    else this.markAway(target)
  }

  #probeAway(): void {
    const now = performance.now()
    for (const [target, dueAt] of this.#away) {
      if (now < dueAt) continue
      this.#away.set(target, now + reviveAfterMs) // one question at a time, however many requests come by
      this.#options.probe(target).then(
        (isBack) => isBack && this.markAlive(target),
        () => {}, // still away
      )
    }
  }

  #told(target: Target): object {
    return { target: this.#options.nameOf(target) }
  }
}

/** Whether a status tells that the target, or what it leans on, is away. Any other one, a refusal too, shows that it lives. */
export function isAway(status: number): boolean {
  return status >= 502 && status <= 504
}
