import type { Trace } from '../../kit/telemetry/request-span.js'
import type { Cancellation } from '../kit/cancellation.js'
import type { SearchRequest } from '../kit/context.js'
import { type Asking, cancelled, withDeadline } from '../kit/engine/call.js'
import type { Engine } from '../kit/engine/engine.js'
import { EngineFailure } from '../kit/engine/failure.js'
import type { SearchQueue } from '../kit/engine/search-queue.js'
import type { Exported } from './exported.js'
import { type RowPage, readPage } from './page.js'
import { PointInTime } from './point-in-time.js'

/** What pages are read with. */
export interface Reader {
  engine: Engine
  queue: SearchQueue
  /** Greatest time of a call, in milliseconds. */
  timeoutMs: number
  /** Rows of a page. */
  pageHits: number
  /** How long the engine keeps a point in time after a page, in seconds. */
  keepAliveSeconds: number
}

/** Whose export it is. */
export interface Asker {
  owner: string
  trace: Trace
}

/** Reads an export page by page, each when it is asked for. Always call `close`. */
export class Pages {
  readonly #reader: Reader
  readonly #asker: Asker
  readonly #request: SearchRequest
  readonly #exported: Exported
  /** The call under way. */
  #call: Cancellation | undefined
  #pointInTime: PointInTime | undefined
  #isClosed = false
  #isCancelled = false

  constructor(reader: Reader, asker: Asker, request: SearchRequest, exported: Exported) {
    this.#reader = reader
    this.#asker = asker
    this.#request = request
    this.#exported = exported
  }

  /**
   * The page after a row. @param after JSON of the row's sort values; the first page without.
   * @throws EngineFailure; ApiError as a search does.
   */
  read(after: string | undefined): Promise<RowPage> {
    return withDeadline(this.#reader.timeoutMs, async (cancel) => {
      if (this.#isCancelled) throw new EngineFailure('cancelled')
      this.#call = cancel
      const leave = await this.#reader.queue.enter(this.#asker.owner, cancel)
      try {
        return await this.#page(after, this.#asking(cancel))
      } finally {
        leave()
        if (this.#isClosed) await this.close() // what it has opened meanwhile
      }
    })
  }

  /** An operator ends it: the call under way fails, and so does the next one. */
  cancel(): void {
    this.#isCancelled = true
    this.#call?.abort(cancelled)
  }

  /** Ends the call under way, and the point in time. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#call?.abort()
    const closing = this.#pointInTime
    this.#pointInTime = undefined
    const closed = withDeadline(this.#reader.timeoutMs, async (cancel) =>
      closing?.close(this.#asking(cancel)),
    )
    await closed.catch(() => undefined) // the engine ends it by itself
  }

  async #page(after: string | undefined, asking: Asking): Promise<RowPage> {
    const { engine, pageHits, keepAliveSeconds } = this.#reader
    const { members, sortKeys } = this.#exported
    this.#pointInTime ??= await PointInTime.open(
      engine,
      this.#request,
      `${keepAliveSeconds}s`,
      asking,
    )
    const own = `"size":${pageHits + 1},"track_total_hits":false`
    const from = after === undefined ? '' : `,"search_after":${after}`
    const raw = await this.#pointInTime.search(`${own},${members}${from}`, asking)
    const { page, pitId } = await readPage(raw, this.#request, { pageHits, sortKeys })
    this.#pointInTime.goOnAs(pitId)
    return page
  }

  #asking(cancel: Cancellation): Asking {
    return { trace: this.#asker.trace, cancel }
  }
}
