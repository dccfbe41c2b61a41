/** A record of a CSV file, or an unreadable line. */
export interface CsvRecord {
  /** Number of the line on which it begins, from 1. */
  line: number
  fields: string[]
  /** Why it cannot be read; then there are no fields. */
  problem?: string
}

/** Longer records, in characters, are treated as a quote that does not end. */
const longest = 65_536

/**
 * The records of CSV text by RFC 4180: quoted fields may contain commas, doubled quotes and line
 * breaks. Lines end in CR LF, LF or CR; empty ones are skipped. After an unreadable line, parsing
 * restarts at the next one.
 * @param chunks The text, cut anywhere.
 * @param delimiter One character, such as a comma.
 */
export async function* csvRecords(
  chunks: AsyncIterable<string>,
  delimiter = ',',
): AsyncGenerator<CsvRecord> {
  let text = ''
  let line = 1
  let isSkipping = false

  /** Yields the complete records at the beginning of the text. */
  function* take(isEnd: boolean): Generator<CsvRecord> {
    let start = 0
    while (start < text.length) {
      if (isSkipping) {
        const at = plainEnd(text, start, '\n')
        const next = nextLine(text, at, isEnd)
        start = next ?? at
        if (next === undefined) break
        isSkipping = false
        line++
        continue
      }
      const record = readRecord(text, start, isEnd, delimiter)
      if (record === 'incomplete' && !isEnd && text.length - start <= longest) break
      if (record === 'incomplete' || record === 'malformed') {
        yield { line, fields: [], problem: problems[record] }
        isSkipping = true
        continue
      }
      const { fields, lines, end } = record
      if (fields.length > 1 || fields[0] !== '') yield { line, fields }
      line += lines
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

interface ParsedRecord {
  fields: string[]
  /** Lines of the record. */
  lines: number
  /** Where the next record begins. */
  end: number
}

function readRecord(
  text: string,
  start: number,
  isEnd: boolean,
  delimiter: string,
): ParsedRecord | keyof typeof problems {
  const fields: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    if (text[at] === '"') {
      const close = closingQuote(text, at)
      if (close < 0 || (close === text.length - 1 && !isEnd)) return 'incomplete'
      const field = text.slice(at + 1, close)
      lines += field.match(/\r\n?|\n/g)?.length ?? 0
      fields.push(field.replaceAll('""', '"'))
      at = close + 1
    } else {
      const end = plainEnd(text, at, delimiter)
      fields.push(text.slice(at, end))
      at = end
    }
    if (text[at] !== delimiter) break
    at++
  }
  if (at < text.length && text[at] !== '\r' && text[at] !== '\n') return 'malformed'
  const end = nextLine(text, at, isEnd)
  return end === undefined ? 'incomplete' : { fields, lines, end }
}

/** The quote that ends a field; a doubled one does not. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/**
 * Where a field without quotes ends: at the delimiter, the end of the line, or the end of the text.
 */
function plainEnd(text: string, start: number, delimiter: string): number {
  let at = start
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++
  return at
}

/** Where the next line begins; undefined if more text is needed to know. */
function nextLine(text: string, at: number, isEnd: boolean): number | undefined {
  if (!isEnd && (at === text.length || (text[at] === '\r' && at === text.length - 1)))
    return undefined
  return text.startsWith('\r\n', at) ? at + 2 : Math.min(at + 1, text.length)
}
