/** One holder at a time: the others wait in a queue, and leave it when their signal aborts. */
export class Mutex {
  #isTaken = false
  readonly #line: (() => void)[] = []

  /** @throws the signal's reason when it aborts first; then there is nothing to release. */
  async acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#line.splice(this.#line.indexOf(enter), 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#line.push(enter)
    })
  }

  release(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#isTaken = false
  }
}
