import { Batch } from './batch.js'
import { InFlight } from './in-flight.js'
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
  /** Batches that are sent at the same time, at most. */
  parallel: number
  /** Rows of all files that were loaded before: they are read again, but not sent. */
  rowsLoaded: number
  /** Receives problems of a file that can still be read. */
  warn(sentence: string): void
}

/**
 * Reads files one after the other and sends their organizations in batches: of two rows with one id
 * the later one is kept.
 */
export class FileLoader {
  readonly #tally: LoadTotals
  readonly #makeReady: (batch: Candidate[]) => Send
  readonly #options: ReadingOptions
  readonly #underWay: InFlight
  readonly #forms = new FieldForms()
  #batch: Batch
  /** Rows before the first batch of which the engine has refused a row. */
  #rowsAccepted = Number.POSITIVE_INFINITY

  /** @param makeReady Prepares a batch; no two of its organizations have the same id. */
  constructor(tally: LoadTotals, makeReady: (batch: Candidate[]) => Send, options: ReadingOptions) {
    this.#tally = tally
    this.#makeReady = makeReady
    this.#options = options
    this.#underWay = new InFlight(options.parallel)
    this.#batch = this.#nextBatch()
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
      await this.#underWay.end() // none is pending when a file turns out to be damaged
    }
  }

  /** Rows from the beginning of the files that are loaded without exception. */
  get rowsDone(): number {
    const { rowsBefore } = this.#underWay.first ?? this.#batch
    return Math.min(rowsBefore, this.#rowsAccepted)
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
      await this.#send(where)
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
    if (this.#batch.isFull || this.#batch.has(organization.id)) await this.#send(where, 1)
    this.#batch.add({ line, organization, ...(written && { written }) })
  }

  /** @param rowsRead Rows that were read after the batch. */
  async #send(where: string, rowsRead = 0): Promise<void> {
    const batch = this.#batch
    if (!batch.isEmpty) {
      const send = this.#makeReady(batch.candidates) // while earlier ones are being sent
      await this.#underWay.start(batch, async () => {
        const refusals = await send()
        if (refusals.length > 0) this.#rowsAccepted = Math.min(this.#rowsAccepted, batch.rowsBefore)
        this.#tally.took(batch.candidates, refusals, where)
      })
    }
    this.#batch = this.#nextBatch(rowsRead)
  }

  #nextBatch(rowsRead = 0): Batch {
    const { batchSize, rowsLoaded } = this.#options
    return new Batch(batchSize, Math.max(this.#tally.rows - rowsRead, rowsLoaded))
  }
}
