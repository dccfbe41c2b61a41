/** How long a line may wait for others, in milliseconds. */
const longestWaitMs = 50

/** So many characters are written at once at most. */
const enough = 16_384

/** Writes lines in their order, each at once or several together: a write costs more than making the line. */
export class LineWriter {
  readonly #write: (text: string) => void
  #waiting = ''

  /** @param write Never throws. */
  constructor(write: (text: string) => void) {
    this.#write = write
    process.once('exit', () => this.#flush())
  }

  /** At once, behind those that wait. */
  write(line: string): void {
    this.#waiting += line
    this.#flush()
  }

  /** Soon, together with others. They are lost only when the process is killed in that moment. */
  writeSoon(line: string): void {
    if (this.#waiting === '') setTimeout(() => this.#flush(), longestWaitMs).unref()
    this.#waiting += line
    if (this.#waiting.length >= enough) this.#flush()
  }

  #flush(): void {
    const text = this.#waiting
    this.#waiting = ''
    if (text !== '') this.#write(text)
  }
}
