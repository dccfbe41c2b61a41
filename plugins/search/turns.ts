/** Lets a number of holders in at a time; the others wait in line, and leave it when their signal says so. */
export class Turns {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** @throws the signal's reason when it aborts first; then there is nothing to give back. */
  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
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

  give(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free++
  }
}
