/** A pipe that several processes share takes so many bytes as one piece (PIPE_BUF); of more, others' might come in between. */
const onePiece = 4096

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
    for (const piece of piecesOf(text)) this.#write(piece)
  }
}

/** Whole lines, as many at a time as make one piece. */
function* piecesOf(text: string): Iterable<string> {
  let piece = ''
  if (Buffer.byteLength(text) > onePiece) {
    for (const line of text.split(/(?<=\n)/)) {
      if (piece !== '' && Buffer.byteLength(piece) + Buffer.byteLength(line) > onePiece) {
        yield piece
        piece = ''
      }
      piece += line
    }
  } else piece = text
  if (piece !== '') yield piece
}
