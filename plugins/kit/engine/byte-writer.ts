/** Shorter pieces are copied byte by byte: a call costs as much. */
const fewBytes = 40

/** Appends bytes to a buffer. */
export class ByteWriter {
  #bytes: Buffer
  #length = 0

  /** @param expected Approximate number of bytes; the buffer grows if there are more. */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(expected)
  }

  write(from: Buffer, start = 0, end = from.length): void {
    const length = end - start
    if (this.#length + length > this.#bytes.length) this.#grow(length)
    const to = this.#bytes
    if (length < fewBytes) for (let i = 0; i < length; i++) to[this.#length + i] = from[start + i]!
    else from.copy(to, this.#length, start, end)
    this.#length += length
  }

  /** How many bytes are written. */
  get length(): number {
    return this.#length
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + length)
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
