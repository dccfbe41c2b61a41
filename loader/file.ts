import { csvRecords } from '../kit/files/csv.js'
import { chain } from './chain.js'
import { completed } from './completed.js'
import { isUnreadable, notUtf8 } from './encoding.js'
import { delimiterOf, type Header, headerOf } from './extract-header.js'
import { fileText, type TextOptions } from './file-text.js'
import { organizationFromExtract } from './irs-extract.js'
import { organizationFromJson, type WrittenOrganization } from './json-organization.js'
import { RefusedRow } from './refused-row.js'

/** A row of the file: an organization, or why it is not one. */
export interface Row extends Partial<WrittenOrganization> {
  line: number
  refusal?: string
}

/** Options for reading a file. */
export interface FileOptions extends TextOptions {
  /** Receives problems of a file that can still be read. */
  warn?(sentence: string): void
}

/** Longer lines, in characters, are refused unread. */
const longestLine = 1_048_576

/**
 * The rows of a file: CSV of the IRS extract or NDJSON, detected by their first character, plain or
 * gzip.
 * @throws Error with the path when the file cannot be read, is truncated, is of another kind, or
 *   its header is not the extract's.
 */
export async function* rowsOf(path: string, reading: FileOptions = {}): AsyncGenerator<Row> {
  try {
    yield* rowsIn(fileText(path, reading), reading)
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

async function* rowsIn(chunks: AsyncGenerator<string>, { warn }: FileOptions): AsyncGenerator<Row> {
  const first = (await chunks.next()).value ?? ''
  const all = chain(first, chunks)
  if (/^\s*\[/.test(first)) throw new Error('it is a JSON array: write one object per line instead')
  if (/^\s*\{\s*[\r\n]/.test(first))
    throw new Error('its objects take several lines: write one object per line instead')
  yield* /^\s*\{/.test(first) ? jsonRows(all) : extractRows(all, delimiterOf(first), warn)
}

async function* extractRows(
  chunks: AsyncIterable<string>,
  delimiter: string,
  warn: FileOptions['warn'],
): AsyncGenerator<Row> {
  let header: Header | undefined
  for await (const { line, fields, problem } of csvRecords(chunks, delimiter)) {
    if (problem !== undefined) yield { line, refusal: problem }
    else if (fields.every((field) => field.trim() === '')) continue
    else if (header === undefined) {
      if (fields.some(isUnreadable)) throw new Error(`its first line: ${notUtf8}`)
      header = headerOf(fields)
      if (header.warning !== undefined) warn?.(header.warning)
    } else {
      const { columns } = header
      yield rowFrom(line, () => ({ organization: organizationFromExtract(rowOf(columns, fields)) }))
    }
  }
  if (header === undefined) throw new Error('it is empty')
}

function rowOf(columns: readonly string[], fields: string[]): Record<string, string> {
  while (fields.length > columns.length && fields.at(-1)!.trim() === '') fields.pop()
  if (fields.length !== columns.length) {
    throw new RefusedRow(`it has ${fields.length} fields, the header has ${columns.length}`)
  }
  if (fields.some(isUnreadable)) throw new RefusedRow(notUtf8)
  return Object.fromEntries(columns.map((column, i) => [column, fields[i]!]))
}

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const { line, text } of linesOf(chunks)) {
    if (text === undefined) yield { line, refusal: `it is longer than ${longestLine} characters` }
    else if (isUnreadable(text)) yield { line, refusal: notUtf8 }
    else if (text.trim() !== '')
      yield rowFrom(line, () => organizationFromJson(text.replace(/^\ufeff/, '')))
  }
}

function rowFrom(
  line: number,
  read: () => { organization: WrittenOrganization['organization'] },
): Row {
  try {
    const found = read()
    return { line, ...found, organization: completed(found.organization) }
  } catch (error) {
    if (error instanceof RefusedRow) return { line, refusal: error.message }
    throw error
  }
}

/** Lines of the text, which end in LF, CR LF or CR; one that is too long has no text. */
async function* linesOf(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ line: number; text?: string }> {
  let line = 1
  let rest = ''
  let isTooLong = false
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split(/\r\n|\r(?!$)|\n/) // a CR at the end may be half of CR LF
    rest = lines.pop()!
    for (const text of lines) {
      yield isTooLong || text.length > longestLine ? { line } : { line, text }
      isTooLong = false
      line++
    }
    if (rest.length > longestLine) isTooLong = true
    if (isTooLong) rest = rest.endsWith('\r') ? '\r' : ''
  }
  if (isTooLong) yield { line }
  else if (rest !== '') yield { line, text: rest }
}
