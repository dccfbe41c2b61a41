import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { validationError } from '../../kit/api/errors.js'
import { preferred } from '../../kit/http/media.js'
import type { SearchRequest } from '../kit/context.js'
import { listColumns } from './columns.js'
import { renderHeader, renderRow } from './csv.js'
import type { RowPage } from './page.js'

/** How rows are written: as JSON, or as a table of some columns. */
export interface Format {
  type: string
  /** The fields of a table, which has no others. */
  fields?: readonly string[]
  /** Of the file in which a browser saves it. */
  extension: string
  /** Before the first row. */
  head: string
  /**
   * The first rows of a page, in pieces of which each takes one turn of the event loop.
   * @param cursor Goes into the last of them; without one they end the export, which it shows.
   */
  write(page: RowPage, rows: number, cursor: string | undefined): AsyncGenerator<Buffer | string>
}

/** The name of the cursor in a row. */
const cursorName = '_cursor'

const [json, csv] = ['application/x-ndjson', 'text/csv'] as const

/**
 * The format that the Accept header prefers.
 * @throws ApiError NOT_ACCEPTABLE where it rules out both, VALIDATION_ERROR for a table of fields
 * that are not known.
 */
export function formatFor({ headers }: IncomingMessage, request: SearchRequest): Format {
  const type = preferred(headers.accept, [json, csv])
  if (type === json) return lines
  const fields = listColumns(request)
  if (fields.length > 0) return makeTable(fields)
  throw validationError({
    body: ['_source: name the columns of the table; none of the given fields exists'],
  })
}

/** About what the kernel takes at once. */
const pieceBytes = 64 * 1024

/** A row a line (NDJSON). */
const lines: Format = {
  type: json,
  extension: 'ndjson',
  head: '',
  async *write({ text, rows }, count, cursor) {
    const end = rows[count - 1]!.end - 1 // before its brace
    for (let from = 0; from < end; from += pieceBytes) {
      yield text.subarray(from, Math.min(end, from + pieceBytes))
      await nextTurn()
    }
    yield `,"${cursorName}":${JSON.stringify(cursor ?? null)}}\n`
  },
}

/** Instead of a cursor, in the last row of a whole table. */
const noCursor = 'end'

/** Rows of the table that are written at once. */
const pieceRows = 100

/** A table (RFC 4180). @param fields Its columns, before that of the cursor. */
function makeTable(fields: readonly string[]): Format {
  const columns = [...fields, cursorName]
  return {
    type: `${csv}; charset=utf-8`,
    fields,
    extension: 'csv',
    head: renderHeader(columns),
    async *write({ text, rows }, count, cursor = noCursor) {
      let piece = ''
      for (let i = 0; i < count; i++) {
        const from = i === 0 ? 0 : rows[i - 1]!.end + 1
        const row = text.toString('utf8', from, rows[i]!.end)
        piece += renderRow(row, columns, i === count - 1 ? cursor : '')
        if ((i + 1) % pieceRows > 0 && i + 1 < count) continue
        yield piece
        piece = ''
        await nextTurn()
      }
    },
  }
}
