/** Bounds of what is kept: bytes of a process, and age in milliseconds. */
const maxBytes = 4_194_304
const maxAgeMs = 3_600_000

/**
 * The last lines of a log, in memory only: as they were written, so without secrets. Two halves
 * outside the heap take turns, so that a line costs one copy.
 */
export class RecentLines {
  #newer = Buffer.alloc(0)
  #older = Buffer.alloc(0)
  #end = 0

  /** @param text Whole lines. */
  keep(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (this.#end + bytes > this.#newer.length) {
      this.#older = this.#newer.subarray(0, this.#end)
      this.#newer = Buffer.allocUnsafe(Math.max(maxBytes / 2, bytes))
      this.#end = 0
    }
    this.#end += this.#newer.write(text, this.#end)
  }

  /** All lines, for another process. */
  take(): string {
    return this.#parts.map((part) => part.toString()).join('')
  }

  /**
   * The lines of a request of the last hour, in order.
   * @param id Its own, or that of its client; only letters, digits and `._-`.
   */
  find(id: string): Record<string, unknown>[] {
    const since = Date.now() - maxAgeMs
    return this.#parts
      .flatMap((part) => findLines(part, `equestId":"${id}"`)) // clientRequestId too
      .map((line) => JSON.parse(line))
      .filter(({ time }) => Date.parse(time) >= since)
  }

  get #parts(): readonly Buffer[] {
    return [this.#older, this.#newer.subarray(0, this.#end)]
  }
}

function findLines(part: Buffer, text: string): string[] {
  const lines: string[] = []
  for (let at = part.indexOf(text); at >= 0; ) {
    const end = part.indexOf('\n', at)
    lines.push(part.toString('utf8', part.lastIndexOf('\n', at) + 1, end))
    at = part.indexOf(text, end)
  }
  return lines
}
