/** A record of a CSV file, or one line of it that is none. */
export interface CsvRecord {
  /** Number of the line on which it begins, from 1. */
  line: number
  fields: string[]
  /** Why it cannot be read; then there are no fields. */
  problem?: string
}

/** Records longer than this, in characters, are taken for a quote that does not end. */
const longest = 65_536

/**
 * The records of CSV text as RFC 4180 has them: fields in quotes may hold commas, doubled quotes and line breaks. Lines
 * end in CR LF or LF; empty ones are passed over. After a line that cannot be read, the next one is a new beginning.
 * @param chunks The text, cut anywhere.
 */
export async function* csvRecords(chunks: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  let text = ''
  let line = 1
  let isSkipping = false

  /** Takes what is whole in the text from its beginning. */
  function* take(isEnd: boolean): Generator<CsvRecord> {
    let start = 0
    while (start < text.length) {
      if (isSkipping) {
        const end = text.indexOf('\n', start)
        start = end < 0 ? text.length : end + 1
        if (end < 0) break
        isSkipping = false
        line++
        continue
      }
      const record = readRecord(text, start, isEnd)
      if (record === 'incomplete' && !isEnd && text.length - start <= longest) break
      if (record === 'incomplete' || record === 'malformed') {
        yield { line, fields: [], problem: problems[record] }
        isSkipping = true
        continue
      }
      const { fields, end } = record
      if (fields.length > 1 || fields[0] !== '') yield { line, fields }
      line += countLines(text, start, end)
      start = end
    }
    text = text.slice(start)
  }

  for await (const chunk of chunks) {
    text += chunk
    yield* take(false)
  }
  yield* take(true)
}

const problems = {
  incomplete: 'a quote does not end, or the line is too long',
  malformed: 'there is text after a closing quote',
}

interface Reading {
  fields: string[]
  /** Where the next record begins. */
  end: number
}

function readRecord(text: string, start: number, isEnd: boolean): Reading | keyof typeof problems {
  const fields: string[] = []
  let at = start
  for (;;) {
    let field: string
    if (text[at] === '"') {
      const close = closingQuote(text, at)
      if (close < 0 || (close === text.length - 1 && !isEnd)) return 'incomplete'
      field = text.slice(at + 1, close).replaceAll('""', '"')
      at = close + 1
    } else {
      const end = plainEnd(text, at)
      if (end === text.length && !isEnd) return 'incomplete'
      field = text.slice(at, end)
      at = end
      if (text[at] !== ',' && field.endsWith('\r')) field = field.slice(0, -1)
    }
    fields.push(field)
    if (text[at] === ',') at++
    else break
  }
  if (text[at] === '\r') at++
  if (at === text.length) return isEnd ? { fields, end: at } : 'incomplete'
  if (text[at] === '\n') return { fields, end: at + 1 }
  return 'malformed'
}

/** The quote that ends a field; a doubled one does not. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function plainEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== ',' && text[at] !== '\n') at++
  return at
}

function countLines(text: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}
