import { withDerivedFields } from '../record/derived-fields.js'
import { organizationFromJson, type WrittenOrganization } from '../record/json-organization.js'
import { isUnreadable } from '../record/unreadable.js'
import { notUtf8 } from './encoding.js'
import { delimiterOf, headerOf } from './extract-header.js'
import { fileText, type TextOptions } from './file-text.js'
import { organizationFromExtract } from './irs-extract.js'
import { orRefusal, tableRows } from './table.js'
import { prepend } from './unpacked.js'

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
  const all = prepend(first, chunks)
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
  const table = { delimiter, headerOf, read: organizationFromExtract }
  for await (const { line, found, refusal } of tableRows(chunks, table, warn))
    yield found ? { line, organization: withDerivedFields(found) } : { line, refusal: refusal! }
}

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const { line, text } of linesOf(chunks)) {
    if (text === undefined) yield { line, refusal: `it is longer than ${longestLine} characters` }
    else if (isUnreadable(text)) yield { line, refusal: notUtf8 }
    else if (text.trim() !== '')
      yield { line, ...orRefusal(() => completedRow(text.replace(/^\ufeff/, ''))) }
  }
}

function completedRow(text: string): WrittenOrganization {
  const { organization, written } = organizationFromJson(text)
  return { organization: withDerivedFields(organization), written }
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
