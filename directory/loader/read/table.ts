import { csvRecords } from '../../../kit/files/csv.js'
import { RefusedRow } from '../record/refused-row.js'
import { isUnreadable } from '../record/unreadable.js'
import { notUtf8 } from './encoding.js'
import type { Header } from './extract-header.js'

/** A kind of CSV file. */
export interface Table<Found> {
  /** The column delimiter. */
  delimiter: string
  /** @throws Error when these are not its columns. */
  headerOf(fields: readonly string[]): Header
  /** @param row Its cells by the names of the columns. @throws RefusedRow */
  read(row: Readonly<Record<string, string>>): Found
}

/**
 * What is read from each row, or why it is refused.
 * @param warn Receives a problem of the first line.
 * @throws Error when the first line is not one of the table.
 */
export async function* tableRows<Found>(
  chunks: AsyncIterable<string>,
  { delimiter, headerOf, read }: Table<Found>,
  warn?: (sentence: string) => void,
): AsyncGenerator<{ line: number; found?: Found; refusal?: string }> {
  let header: Header | undefined
  let isEmpty = true
  for await (const { line, fields, problem } of csvRecords(chunks, delimiter)) {
    if (problem !== undefined) {
      isEmpty = false
      yield { line, refusal: problem }
    } else if (fields.every((field) => field.trim() === '')) continue
    else if (header === undefined) {
      if (fields.some(isUnreadable)) throw new Error(`its first line: ${notUtf8}`)
      header = headerOf(fields)
      if (header.warning !== undefined) warn?.(header.warning)
    } else {
      const { columns } = header
      yield { line, ...orRefusal(() => ({ found: read(rowOf(columns, fields)) })) }
    }
  }
  if (header === undefined)
    throw new Error(isEmpty ? 'it is empty' : 'none of its lines can be read')
}

/** A result, or the reason of a refused row. */
export function orRefusal<Found extends object>(read: () => Found): Found | { refusal: string } {
  try {
    return read()
  } catch (error) {
    if (error instanceof RefusedRow) return { refusal: error.message }
    throw error
  }
}

function rowOf(columns: readonly string[], fields: string[]): Record<string, string> {
  while (fields.length > columns.length && fields.at(-1)!.trim() === '') fields.pop()
  if (fields.length !== columns.length) {
    throw new RefusedRow(`it has ${fields.length} fields, the header has ${columns.length}`)
  }
  if (fields.some(isUnreadable)) throw new RefusedRow(notUtf8)
  return Object.fromEntries(columns.map((column, i) => [column, fields[i]!]))
}
