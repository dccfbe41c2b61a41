import type { LoadTotals } from './load-totals.js'
import { type Row, rowsOf } from './read/file.js'
import { FieldForms } from './record/field-forms.js'
import type { Candidate, Send } from './write/bulk.js'

/** A file to load. */
export interface File {
  path: string
  /** Bytes. */
  size: number
}

/** How files are read and sent. */
export interface ReadingOptions {
  encoding?: string | undefined
  /** Organizations of one batch, at most. */
  batchSize: number
  /** Rows of all files that were loaded before: they are read again, but not sent. */
  rowsLoaded: number
  /** Receives problems of a file that can still be read. */
  warn(sentence: string): void
}

/** Maximum characters of the rows of one batch, for long descriptions and custom fields. */
const maxCharacters = 16_000_000

/**
 * Reads files one after the other and sends their organizations in batches, one while the next is
 * read: of two rows with one id the later one is kept.
 */
export class FileLoader {
  readonly #tally: LoadTotals
  readonly #makeReady: (batch: Candidate[]) => Send
  readonly #options: ReadingOptions
  readonly #forms = new FieldForms()
  /** By id. */
  #batch = new Map<string, Candidate>()
  #characters = 0
  #sending: Promise<void> = Promise.resolve()
  #isRefused = false
  #rowsDone: number

  /** @param makeReady Prepares a batch; no two of its organizations have the same id. */
  constructor(tally: LoadTotals, makeReady: (batch: Candidate[]) => Send, options: ReadingOptions) {
    this.#tally = tally
    this.#makeReady = makeReady
    this.#options = options
    this.#rowsDone = options.rowsLoaded
  }

  /**
   * Rows before the place where the files cannot be read, or a custom field changes its form, are
   * loaded.
   * @throws Error when a file cannot be read or a custom field changes its form, and errors of
   * `makeReady` and of sending.
   */
  async load(files: readonly File[]): Promise<void> {
    let bytesBefore = 0
    try {
      for (const file of files) {
        await this.#read(file, files.length > 1 ? `${file.path} ` : '', bytesBefore)
        bytesBefore += file.size
      }
    } finally {
      await this.#sending // also when a file turns out to be damaged
    }
  }

  /** Rows from the beginning of the files that are loaded without exception. */
  get rowsDone(): number {
    return this.#rowsDone
  }

  async #read({ path }: File, where: string, bytesBefore: number): Promise<void> {
    const { encoding, warn } = this.#options
    const rows = rowsOf(path, {
      encoding,
      onBytes: (bytes) => this.#tally.readBytes(bytesBefore + bytes),
      warn: (sentence) => warn(`${path}: ${sentence}`),
    })
    try {
      for await (const row of rows) await this.#take(row, path, where)
    } finally {
      await this.#send(where, this.#tally.rows)
    }
  }

  async #take(row: Row, path: string, where: string): Promise<void> {
    const { line, organization, written, refusal = '' } = row
    this.#tally.rows++
    if (organization === undefined) return this.#tally.refuse({ line, reason: refusal }, where)
    if (written) {
      this.#tally.jsonRows++
      this.#forms.check(organization, `${path}: line ${line}`)
    }
    if (this.#tally.rows <= this.#options.rowsLoaded) return this.#tally.skip(organization)
    if (this.#isFull || this.#batch.has(organization.id))
      await this.#send(where, this.#tally.rows - 1)
    this.#batch.set(organization.id, { line, organization, ...(written && { written }) })
    for (const text of written?.values() ?? []) this.#characters += text.length
  }

  get #isFull(): boolean {
    return this.#batch.size >= this.#options.batchSize || this.#characters >= maxCharacters
  }

  /** Sends the batch as soon as the one before is sent. @param rows Rows up to its end. */
  async #send(where: string, rows: number): Promise<void> {
    const batch = [...this.#batch.values()]
    this.#batch = new Map()
    this.#characters = 0
    if (batch.length === 0) return
    const send = this.#makeReady(batch) // while the one before is being sent
    await this.#sending
    this.#sending = this.#sendNow(batch, send, where, rows)
    this.#sending.catch(() => {}) // thrown when the next one is to be sent, or at the end
  }

  async #sendNow(batch: Candidate[], send: Send, where: string, rows: number): Promise<void> {
    const refusals = await send()
    this.#tally.took(batch, refusals, where)
    this.#isRefused ||= refusals.length > 0
    if (!this.#isRefused) this.#rowsDone = rows
  }
}
