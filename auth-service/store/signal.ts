/** Wakes all that wait for an event in this process. */
export class Signal {
  readonly #waiting = new Set<() => void>()

  /** Resolves when the signal fires, after this many milliseconds at the latest. */
  wait(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, withinMs)
      this.#waiting.add(wake)
    })
  }

  fire(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}
