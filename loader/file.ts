import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { completed } from './completed.js'
import { csvRecords } from './csv.js'
import type { Organization } from './format.js'
import { neededColumns, organizationFromExtract } from './irs-extract.js'
import { organizationFromJson } from './json-organization.js'
import { RefusedRow } from './refused-row.js'

/** A row of the file: an organization, or the reason why it is none. */
export interface Row {
  line: number
  organization?: Organization
  refusal?: string
}

/** Lines longer than this, in characters, are refused unread. */
const longestLine = 1_048_576

/**
 * The rows of a file: CSV of the IRS extract or NDJSON, told apart by their first character, plain or gzip.
 * @param onBytes Told how many bytes of the file have been read.
 * @throws Error when the file cannot be read, is cut off, or its header is not the extract's.
 */
export async function* rowsOf(path: string, onBytes: (count: number) => void): AsyncGenerator<Row> {
  const chunks = decoded(unzipped(readBytes(path, onBytes)))
  const first = (await chunks.next()).value ?? ''
  const all = chain(first, chunks)
  if (/^\s*\[/.test(first)) throw new Error('the file is a JSON array; write one object per line instead')
  yield* /^\s*\{/.test(first) ? jsonRows(all) : extractRows(all)
}

async function* extractRows(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  let header: string[] | undefined
  for await (const { line, fields, problem } of csvRecords(chunks)) {
    if (problem !== undefined) yield { line, refusal: problem }
    else if (header === undefined) header = checkedHeader(fields)
    else if (fields.length !== header.length) {
      yield { line, refusal: `it has ${fields.length} fields, the header has ${header.length}` }
    } else {
      const row = Object.fromEntries(header.map((column, i) => [column, fields[i]!]))
      yield judged(line, () => organizationFromExtract(row))
    }
  }
  if (header === undefined) throw new Error('the file is empty')
}

function checkedHeader(fields: string[]): string[] {
  const header = fields.map((field) => field.trim())
  const missing = neededColumns.filter((column) => !header.includes(column))
  if (missing.length === 0) return header
  throw new Error(`the file is not an IRS extract: its first line names no column ${missing.join(' and no column ')}`)
}

async function* jsonRows(chunks: AsyncIterable<string>): AsyncGenerator<Row> {
  for await (const { line, text } of linesOf(chunks)) {
    if (text === undefined) yield { line, refusal: `it is longer than ${longestLine} characters` }
    else if (text.trim() !== '') yield judged(line, () => organizationFromJson(text))
  }
}

function judged(line: number, read: () => Organization): Row {
  try {
    return { line, organization: completed(read()) }
  } catch (error) {
    if (error instanceof RefusedRow) return { line, refusal: error.message }
    throw error
  }
}

/** Lines of the text; one that is too long comes without its text. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<{ line: number; text?: string }> {
  let line = 1
  let rest = ''
  let isTooLong = false
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const text of lines) {
      yield isTooLong ? { line } : { line, text }
      isTooLong = false
      line++
    }
    if (rest.length > longestLine) isTooLong = true
    if (isTooLong) rest = ''
  }
  if (isTooLong) yield { line }
  else if (rest !== '') yield { line, text: rest }
}

async function* readBytes(path: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  let count = 0
  for await (const chunk of createReadStream(path)) {
    count += (chunk as Buffer).length
    onBytes(count)
    yield chunk as Buffer
  }
}

/** Gzip is told by its first two bytes (RFC 1952), whatever the file is called. */
async function* unzipped(bytes: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = (await bytes.next()).value ?? Buffer.alloc(0)
  const all = chain(first, bytes)
  yield* first[0] === 0x1f && first[1] === 0x8b ? gunzip(all) : all
}

function gunzip(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  return pipeline(Readable.from(bytes), createGunzip(), () => {}) // a failure shows in the reading
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* chain<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* rest
}
