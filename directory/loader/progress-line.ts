/** Seconds between two lines in a log. */
const secondsInLog = 10

/**
 * The line on the progress: rewritten each second in a terminal, and written every ten seconds
 * elsewhere.
 */
export class ProgressLine {
  readonly #output: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>
  #isShown = false
  #seconds = 0

  constructor(output: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'> = process.stdout) {
    this.#output = output
  }

  /** To be called each second. */
  show(text: string): void {
    this.#seconds++
    if (this.#output.isTTY) {
      const width = this.#output.columns || Number.POSITIVE_INFINITY // 0: unknown
      const oneLine = text.slice(0, width - 1)
      this.#output.write(`\r${oneLine}${eraseToEnd}`)
      this.#isShown = true
    } else if (this.#seconds % secondsInLog === 0) this.#output.write(`${text}\n`)
  }

  /** To be called before anything else is written. */
  clear(): void {
    if (this.#isShown) this.#output.write(`\r${eraseToEnd}`)
    this.#isShown = false
  }
}

/** ANSI control sequence of terminals (ECMA-48, EL). */
const eraseToEnd = '\x1b[K'
