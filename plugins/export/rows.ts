import type { ServerResponse } from 'node:http'
import { log } from '../../kit/log/log.js'
import { counter } from '../../kit/metrics/prometheus.js'
import type { RequestContext } from '../kit/context.js'
import { EngineFailure } from '../kit/engine/failure.js'
import { spendHits, takeHits } from '../kit/hit-limits.js'
import type { Cursors } from './cursor.js'
import type { Exported } from './exported.js'
import type { Format } from './format.js'
import { formatPlace, type RowPage } from './page.js'
import type { Pages } from './pages.js'

const countEnd = counter({
  name: 'directory_exports_total',
  help:
    'Exports that began to answer, by their end: "complete", "limit" (no more hits in the ' +
    'window), "failed" (the engine failed, or the point in time expired), "aborted" (by the ' +
    'client).',
  labels: ['end'],
})

/** What rows are written with. */
export interface Writing {
  pages: Pages
  exported: Exported
  format: Format
  cursors: Cursors
  /** Whether it goes on after an earlier answer, which had the head. */
  isResumed: boolean
}

/** A page, and how many of its rows may be sent. */
export interface AllowedPage {
  page: RowPage
  allowed: number
}

/**
 * The first page of an answer.
 * @throws EngineFailure; ApiError as a search, and RATE_LIMITED where no more hits are left.
 */
export async function firstPart(
  pages: Pages,
  after: string | undefined,
  context: RequestContext,
): Promise<AllowedPage> {
  const part = await readPart(pages, after, context)
  const { page, allowed } = part
  if (allowed > 0 || page.rows.length === 0) return part
  await spendHits(context, page.rows.length) // says why not
  return { page, allowed: page.rows.length }
}

/**
 * The rows of an answer, piece by piece. The next page is read when the client has taken one: an
 * export leaves the engine and memory to others meanwhile. An export that ends early ends after a
 * whole row, which holds the cursor to go on from; so does the trailer.
 * @param first The first page, read already: its failure is one of the call.
 */
export async function* renderRows(
  context: RequestContext,
  res: ServerResponse,
  first: AllowedPage,
  { pages, exported, format, cursors, isResumed }: Writing,
): AsyncGenerator<Buffer | string> {
  let end = 'aborted' // unless it comes to another one
  let cursor: string | undefined
  try {
    if (!isResumed) yield format.head
    for (let part: AllowedPage | undefined = first; part; ) {
      const sent: AllowedPage = part
      const after = formatLastPlace(sent, exported)
      if (after === undefined) break
      const isWhole = sent.allowed === sent.page.rows.length
      const goesOn = isWhole && sent.page.hasMore
      const next = goesOn || !isWhole ? cursors.write(exported.digest, after) : undefined
      yield* format.write(sent.page, sent.allowed, next)
      cursor = next
      part = goesOn ? await readPart(pages, after, context) : undefined
    }
    end = cursor === undefined ? 'complete' : 'limit'
  } catch (error) {
    if (res.destroyed) return
    end = 'failed'
    const { requestId } = context
    const failure = error instanceof EngineFailure ? { cause: error } : { err: error }
    log.warn({ requestId, ...failure }, 'an export ended early')
  } finally {
    countEnd([end])
    if (cursor !== undefined) res.addTrailers({ 'X-Next-Cursor': cursor })
    await pages.close()
  }
}

/** JSON of the sort values of the last row that may be sent; undefined if there is none. */
function formatLastPlace(
  { page, allowed }: AllowedPage,
  { sortKeys }: Exported,
): string | undefined {
  const row = page.rows[allowed - 1]
  return row && formatPlace(row, sortKeys)
}

/** A page, and how many of its rows the limit of hits allows. @throws as `Pages.read`. */
async function readPart(
  pages: Pages,
  after: string | undefined,
  context: RequestContext,
): Promise<AllowedPage> {
  const page = await pages.read(after)
  return { page, allowed: await takeHits(context, page.rows.length) }
}
