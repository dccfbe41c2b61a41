import type { Candidate, Send } from './bulk.js'
import { rowsOf } from './file.js'
import type { Tally } from './tally.js'

/** A file to load. */
export interface File {
  path: string
  /** Bytes. */
  size: number
}

/** Organizations of one bulk request at most: three documents each, about half a megabyte in all. */
const mostOrganizations = 500

/** Characters of the rows of one bulk request at most, so that it stays below an engine's limit of 100 MB. */
const mostCharacters = 4_000_000

/**
 * Reads the files one after the other and sends their organizations in batches, each when the one before is answered: of two rows
 * with one id the later one stays. What stands before the place where a file cannot be read is loaded.
 * @param makeReady Makes a batch ready to be sent; no two of its organizations have the same id.
 * @throws Error when a file cannot be read, and what `makeReady` and the sending throw.
 */
export async function loadFiles(
  files: readonly File[],
  tally: Tally,
  makeReady: (batch: Candidate[]) => Send,
  encoding?: string,
): Promise<void> {
  let bytesBefore = 0
  for (const { path, size } of files) {
    const where = files.length > 1 ? `${path} ` : ''
    let sending: Promise<void> = Promise.resolve()
    const take = async (batch: Candidate[]) => {
      const send = makeReady(batch) // while the one before is under way
      await sending
      sending = send().then((refusals) => tally.took(batch, refusals, where))
      sending.catch(() => {}) // its failure is met at the next await
    }
    const batch = new Batch()
    const rows = rowsOf(path, {
      encoding,
      onBytes: (bytes) => tally.readBytes(bytesBefore + bytes),
      warn: (sentence) => console.error(`${path}: ${sentence}`),
    })
    try {
      try {
        for await (const { line, organization, written, refusal = '' } of rows) {
          tally.rows++
          if (organization === undefined) {
            tally.refuse({ line, reason: refusal }, where)
            continue
          }
          if (batch.isFull || batch.has(organization.id)) await take(batch.empty())
          batch.add({ line, organization, ...(written && { written }) })
        }
      } finally {
        if (batch.size > 0) await take(batch.empty())
      }
    } finally {
      await sending // none is under way when a file turns out to be damaged
    }
    bytesBefore += size
  }
}

/** Organizations that are sent together, each with an id of its own. */
class Batch {
  #candidates = new Map<string, Candidate>()
  #characters = 0

  get size(): number {
    return this.#candidates.size
  }

  get isFull(): boolean {
    return this.size >= mostOrganizations || this.#characters >= mostCharacters
  }

  has(id: string): boolean {
    return this.#candidates.has(id)
  }

  add(candidate: Candidate): void {
    this.#candidates.set(candidate.organization.id, candidate)
    for (const text of candidate.written?.values() ?? []) this.#characters += text.length
  }

  /** @returns what was in it */
  empty(): Candidate[] {
    const candidates = [...this.#candidates.values()]
    this.#candidates = new Map()
    this.#characters = 0
    return candidates
  }
}
