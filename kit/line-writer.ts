/** Writes lines in their order, each at once or several together: a write costs more than making the line. */
export class LineWriter {
  readonly #write: (text: string) => void
  #waiting = ''
  #isEnding = false

  /** @param write Never throws. */
  constructor(write: (text: string) => void) {
    this.#write = write
    process.once('exit', () => {
      this.#isEnding = true
      this.#flush()
    })
  }

  /** At once, behind those that wait. */
  write(line: string): void {
    this.#waiting += line
    this.#flush()
  }

  /** Together with others that come in this turn of the event loop. */
  writeSoon(line: string): void {
    if (this.#waiting === '' && !this.#isEnding) setImmediate(() => this.#flush())
    this.#waiting += line
    if (this.#isEnding) this.#flush()
  }

  #flush(): void {
    const text = this.#waiting
    this.#waiting = ''
    if (text !== '') this.#write(text)
  }
}
