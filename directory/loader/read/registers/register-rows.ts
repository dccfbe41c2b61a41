import type { Organization } from '../../../fields/organization.js'
import { encodingOf, fileText } from '../file-text.js'
import { tableRows } from '../table.js'
import type { Register } from './register.js'
import { type Columns, columnNames, filledCells, headerIn } from './register-columns.js'

/** How the files of a register are read. */
export interface RegisterReading {
  /** Of all files, whatever their bytes look like. */
  encoding?: string | undefined
  /** Receives the refused rows, the problems of files and the totals. */
  report(sentence: string): void
}

type Row = Readonly<Record<string, string>>

/** The rows of a register's files, and how many of those that were read are of no use. */
export class RegisterRows {
  refused = 0
  leftOut = 0
  readonly #register: Register
  readonly #reading: RegisterReading

  constructor(register: Register, reading: RegisterReading) {
    this.#register = register
    this.#reading = reading
  }

  /** Which files are of other names, by their columns. @throws Error for an unreadable one. */
  async sorted(paths: readonly string[]): Promise<{ ofNames: string[]; others: string[] }> {
    const sorted = { ofNames: [] as string[], others: [] as string[] }
    for (const path of paths)
      ((await this.#hasNames(path)) ? sorted.ofNames : sorted.others).push(path)
    return sorted
  }

  async #hasNames(path: string): Promise<boolean> {
    const { otherNames, delimiter } = this.#register
    if (otherNames === undefined) return false
    const columns = await columnNames(fileText(path), delimiter).catch((error) => {
      throw faultIn(path, error)
    })
    return otherNames.required.every((column) => columns.includes(column))
  }

  /** @throws Error for a file without the register's columns, or that cannot be read. */
  organizations(paths: readonly string[]): AsyncGenerator<Organization> {
    return this.#found(paths, this.#register, (row) => this.#register.organizationOf(row))
  }

  /** Other names in such files. @throws Error as `organizations`. */
  names(paths: readonly string[]): AsyncGenerator<{ id: string; name: string }> {
    const { otherNames } = this.#register
    const columns = { required: otherNames?.required ?? [], optional: [] }
    return this.#found(paths, columns, (row) => otherNames?.nameOf(row))
  }

  async *#found<Found>(
    paths: readonly string[],
    columns: Columns,
    read: (row: Row) => Found | undefined,
  ): AsyncGenerator<Found> {
    for (const path of paths) {
      try {
        for await (const { line, found, refusal } of this.#rows(path, columns, read)) {
          if (refusal !== undefined) this.#refuse(`${path} line ${line} refused: ${refusal}`)
          else if (found === undefined) this.leftOut++
          else yield found
        }
      } catch (error) {
        throw faultIn(path, error)
      }
    }
  }

  async *#rows<Found>(path: string, columns: Columns, read: (row: Row) => Found) {
    const { delimiter, encoding } = this.#register
    const found = this.#reading.encoding ?? (await encodingOf(path, encoding))
    const table = {
      delimiter,
      headerOf: (fields: readonly string[]) => headerIn(columns, fields),
      read: (row: Row) => read(filledCells(row)),
    }
    const warn = (sentence: string) => this.#reading.report(`${path}: ${sentence}`)
    yield* tableRows(fileText(path, { encoding: found }), table, warn)
  }

  #refuse(sentence: string): void {
    this.#reading.report(sentence)
    this.refused++
  }
}

const faultIn = (path: string, error: unknown) => new Error(`${path}: ${(error as Error).message}`)
