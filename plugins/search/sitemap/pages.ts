import type { Trace } from '../../../kit/telemetry/request-span.js'
import type { Cancellation } from '../../kit/cancellation.js'
import type { SearchRequest } from '../../kit/context.js'
import type { Engine } from '../engine.js'
import { inTime } from '../engine-call.js'
import { exportedBy } from '../export/exported.js'
import { pageOf, placeOf, type RowPage } from '../export/page.js'
import type { SearchQueue } from '../search-queue.js'

/** What pages are read with. */
export interface Reader {
  engine: Engine
  queue: SearchQueue
  /** Greatest time of a page, in milliseconds. */
  timeoutMs: number
  trace: Trace
}

/** The sitemap waits for the engine as one caller, whoever reads it. */
const owner = 'sitemap'

/**
 * Reads all organizations by their ids, page by page, each when it is asked for. Pages hold in any
 * state of the indices, so they need no point in time, and a reader may take as long as it likes.
 */
export class AllPages {
  readonly #request: SearchRequest
  readonly #pageHits: number
  /** JSON members of the body that all pages have. */
  readonly #members: string

  constructor(request: SearchRequest, pageHits: number) {
    this.#request = request
    this.#pageHits = pageHits
    this.#members = exportedBy(request, 'id', undefined).members
  }

  /**
   * Never yields an empty page.
   * @param after JSON of the id to begin after, in a list; the first without.
   * @throws EngineFailure; ApiError OVERLOADED.
   */
  async *from(after: string | undefined, reader: Reader): AsyncGenerator<RowPage> {
    for (let at = after; ; ) {
      const page = await this.#read(at, reader)
      if (page.rows.length > 0) yield page
      if (!page.hasMore) return
      at = lastPlaceOf(page)
    }
  }

  #read(after: string | undefined, reader: Reader): Promise<RowPage> {
    return inTime(reader.timeoutMs, async (cancel) => {
      const leave = await reader.queue.enter(owner, cancel)
      try {
        return await this.#ask(after, reader, cancel)
      } finally {
        leave()
      }
    })
  }

  async #ask(
    after: string | undefined,
    { engine, trace }: Reader,
    cancel: Cancellation,
  ): Promise<RowPage> {
    const from = after === undefined ? '' : `,"search_after":${after}`
    const own = `"size":${this.#pageHits + 1},"track_total_hits":false`
    const request = { ...this.#request, body: `{${own},${this.#members}${from}}` }
    const raw = await engine.search(request, { trace, cancel })
    return (await pageOf(raw, request, { pageHits: this.#pageHits, sortKeys: 1 })).page
  }
}

/** JSON of the id of the last row, in a list. */
export function lastPlaceOf({ rows }: RowPage): string {
  return placeOf(rows.at(-1)!, 1)
}
