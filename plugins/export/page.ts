import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseExact, stringifyExact } from '../../kit/api/json.js'
import type { SearchRequest } from '../kit/context.js'
import { parseAnswer } from '../kit/engine/answer.js'
import type { RawAnswer } from '../kit/engine/engine.js'
import { EngineFailure } from '../kit/engine/failure.js'
import { toRow } from '../kit/engine/hit.js'
import { toRefusal } from '../kit/engine/refusal.js'
import { type Spliced, splice } from '../kit/engine/splice.js'

/** Rows of an export, in their order. */
export interface RowPage {
  /** JSON of each row, in a line. */
  text: Buffer
  /** Where each row ends in the text, and JSON of its sort values. */
  rows: readonly PlacedRow[]
  /** Whether rows follow the last one. */
  hasMore: boolean
}

type PlacedRow = Spliced['rows'][number]

/** What makes pages of answers. */
export interface Paging {
  /** Most rows of a page. The engine is asked for one more, which shows whether any follow. */
  pageHits: number
  /** How many sort values say where a row is. */
  sortKeys: number
}

/** The page in an answer, which it ends. @throws ApiError for a refusal; as `parsePage`. */
export async function readPage(raw: RawAnswer, request: SearchRequest, paging: Paging) {
  try {
    if (raw.status !== 200) throw toRefusal(raw.status, raw.bytes.toString(), request)
    return await parsePage(raw.bytes, paging)
  } finally {
    raw.end()
  }
}

/**
 * The page in an answer, and JSON of the id of its point in time.
 * @throws EngineFailure; as `readAnswer`, and where the order of documents is not unique: to go on
 * after the last row would lose some.
 */
export async function parsePage(
  answer: Buffer,
  { pageHits, sortKeys }: Paging,
): Promise<{ page: RowPage; pitId: string | undefined }> {
  const { results: text, rows, pitId } = await parseRows(answer)
  const hasMore = rows.length > pageHits
  const whole = { page: { text, rows, hasMore }, pitId }
  if (!hasMore) return whole
  const [last, following] = rows.slice(pageHits - 1).map((row) => formatPlace(row, sortKeys))
  if (last === following || last!.endsWith('null]'))
    throw new EngineFailure('engine_error', { note: 'the uniqueField of the export is not unique' })
  const kept = rows.slice(0, pageHits)
  return { ...whole, page: { text, rows: kept, hasMore } }
}

/** JSON of the sort values that say where a row is: the engine may add one that does not last. */
export function formatPlace({ sort = '[]' }: PlacedRow, sortKeys: number): string {
  return stringifyExact((parseExact(sort) as unknown[]).slice(0, sortKeys))
}

type Rows = Pick<Spliced, 'results' | 'rows' | 'pitId'>

/** Part by part, so that requests of others are served in between. */
async function parseRows(answer: Buffer): Promise<Rows> {
  const parts = splice(answer, 'row')
  for (;;) {
    const part = parts.next()
    if (part.done) return part.value ?? parseRowsExactly(answer)
    await nextTurn()
  }
}

function parseRowsExactly(answer: Buffer): Rows {
  const { hits, pit_id } = parseAnswer(answer)
  let end = -1
  const rows: PlacedRow[] = []
  const lines = hits.map((hit) => {
    const line = Buffer.from(stringifyExact(toRow(hit)))
    end += 1 + line.length
    rows.push({ end, sort: hit.sort === undefined ? undefined : stringifyExact(hit.sort) })
    return line
  })
  const newline = Buffer.from('\n')
  const results = Buffer.concat(lines.flatMap((line, i) => (i === 0 ? [line] : [newline, line])))
  return { results, rows, pitId: pit_id === undefined ? undefined : JSON.stringify(pit_id) }
}
