import type { Candidate } from './write/bulk.js'

/**
 * Maximum characters of the rows of one bulk request, for long descriptions and custom fields: each
 * is sent to two families, and several requests are in memory at the same time.
 */
const mostCharacters = 1_000_000

/** Organizations that are sent together, with distinct ids. */
export class Batch {
  readonly #most: number
  readonly #candidates = new Map<string, Candidate>()
  #characters = 0
  /** Rows of all files before the first one of this batch. */
  readonly rowsBefore: number

  /** @param most How many organizations, at most. */
  constructor(most: number, rowsBefore: number) {
    this.#most = most
    this.rowsBefore = rowsBefore
  }

  get candidates(): Candidate[] {
    return [...this.#candidates.values()]
  }

  get isEmpty(): boolean {
    return this.#candidates.size === 0
  }

  get isFull(): boolean {
    return this.#candidates.size >= this.#most || this.#characters >= mostCharacters
  }

  has(id: string): boolean {
    return this.#candidates.has(id)
  }

  overlaps(other: Batch): boolean {
    for (const id of this.#candidates.keys()) if (other.has(id)) return true
    return false
  }

  add(candidate: Candidate): void {
    this.#candidates.set(candidate.organization.id, candidate)
    for (const text of candidate.written?.values() ?? []) this.#characters += text.length
  }
}
