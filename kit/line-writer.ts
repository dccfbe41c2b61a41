/** A pipe that several processes share takes so many bytes as one piece (PIPE_BUF); of more, others' might come in between. */
const onePiece = 4096

/** How long a line may wait, in milliseconds. */
const longestWaitMs = 50

/** Writes lines in their order, each at once or several together: a write costs more than making the line. */
export class LineWriter {
  readonly #write: (text: string) => void
  /** Whole lines, as many in each as make one piece. */
  #pieces: string[] = []
  #bytesOfLast = 0
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
    this.#add(line)
    this.#flush()
  }

  /** Within 50 ms, together with others, and before the process ends. */
  writeSoon(line: string): void {
    if (this.#pieces.length === 0 && !this.#isEnding) setTimeout(() => this.#flush(), longestWaitMs).unref()
    this.#add(line)
    if (this.#isEnding) this.#flush()
  }

  #add(line: string): void {
    const bytes = Buffer.byteLength(line)
    const last = this.#pieces.length - 1
    if (last >= 0 && this.#bytesOfLast + bytes <= onePiece) {
      this.#pieces[last] += line
      this.#bytesOfLast += bytes
    } else {
      this.#pieces.push(line)
      this.#bytesOfLast = bytes
    }
  }

  #flush(): void {
    const pieces = this.#pieces
    this.#pieces = []
    for (const piece of pieces) this.#write(piece)
  }
}
