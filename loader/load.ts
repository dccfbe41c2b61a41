import type { Candidate, Send } from './bulk.js'
import { FieldForms } from './field-forms.js'
import { rowsOf } from './file.js'
import type { LoadTotals } from './load-totals.js'

/** A file to load. */
export interface File {
  path: string
  /** Bytes. */
  size: number
}

/**
 * Maximum organizations of one bulk request: three documents each, about half a megabyte in total.
 */
const mostOrganizations = 500

/**
 * Maximum characters of the rows of one bulk request, to stay below an engine's limit of 100 MB.
 */
const mostCharacters = 4_000_000

/**
 * Reads the files one after the other and sends their organizations in batches, each after the
 * answer to the one before: of two rows with one id the later one is kept. Rows before the place
 * where a file cannot be read, or a custom field changes its form, are loaded.
 * @param makeReady Prepares a batch; no two of its organizations have the same id.
 * @throws Error when a file cannot be read or a custom field changes its form, and errors of
 * `makeReady` and of sending.
 */
export async function loadFiles(
  files: readonly File[],
  tally: LoadTotals,
  makeReady: (batch: Candidate[]) => Send,
  encoding?: string,
): Promise<void> {
  const forms = new FieldForms()
  let bytesBefore = 0
  for (const { path, size } of files) {
    const where = files.length > 1 ? `${path} ` : ''
    let sending: Promise<void> = Promise.resolve()
    const take = async (batch: Candidate[]) => {
      const send = makeReady(batch) // while the previous one is being sent
      await sending
      sending = send().then((refusals) => tally.took(batch, refusals, where))
      sending.catch(() => {}) // its failure is thrown by the next await
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
          if (written) forms.check(organization, `${path}: line ${line}`)
          if (batch.isFull || batch.has(organization.id)) await take(batch.empty())
          batch.add({ line, organization, ...(written && { written }) })
        }
      } finally {
        if (batch.size > 0) await take(batch.empty())
      }
    } finally {
      await sending // none is pending when a file turns out to be damaged
    }
    bytesBefore += size
  }
}

/** Organizations that are sent together, with distinct ids. */
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

  /** @returns its previous content */
  empty(): Candidate[] {
    const candidates = [...this.#candidates.values()]
    this.#candidates = new Map()
    this.#characters = 0
    return candidates
  }
}
