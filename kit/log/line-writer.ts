/**
 * Bytes that a shared pipe takes as one piece (PIPE_BUF); longer writes may interleave with those
 * of other processes.
 */
const pipeBytes = 4096

/** How long a line may wait, in milliseconds. */
const maxWaitMs = 50

/**
 * Maximum number of waiting lines: objects referenced by more of them would survive two minor
 * garbage collections and be promoted to the old generation.
 */
const maxWaiting = 32

/**
 * Writes lines in order, each at once or several together: a write costs more than formatting the
 * line.
 */
export class LineWriter {
  readonly #write: (text: string) => void
  #waiting: (() => string)[] = []
  #timer: NodeJS.Timeout | undefined
  #isEnding = false

  /** @param write Never throws. */
  constructor(write: (text: string) => void) {
    this.#write = write
    process.once('exit', () => {
      this.#isEnding = true
      this.#flush()
    })
  }

  /** At once, after those that wait. */
  write(line: string): void {
    this.#waiting.push(() => line)
    this.#flush()
  }

  /**
   * Within 50 ms and at most 32 lines, together with others, and before the process ends.
   * @param line Formats it then: many one after the other take half as long as each between the
   * work for requests.
   */
  writeSoon(line: () => string): void {
    this.#waiting.push(line)
    if (this.#isEnding || this.#waiting.length === maxWaiting) this.#flush()
    else this.#timer ??= setTimeout(this.#wake, maxWaitMs).unref()
  }

  readonly #wake = (): void => {
    this.#timer = undefined
    this.#flush()
  }

  /** Whole lines, grouped into writes of one piece. */
  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    let piece = ''
    let bytes = 0
    for (const make of waiting) {
      const line = make()
      const more = Buffer.byteLength(line)
      if (bytes > 0 && bytes + more > pipeBytes) {
        this.#write(piece)
        piece = ''
        bytes = 0
      }
      piece += line
      bytes += more
    }
    if (bytes > 0) this.#write(piece)
  }
}
