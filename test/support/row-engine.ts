import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { ofElasticsearch } from './fault-engine.js'
import { startService } from './service.js'

/** The body of a page that the engine was asked for. */
export interface AskedPage {
  pit: { id: string; keep_alive: string }
  size: number
  query: unknown
  sort: Record<string, unknown>[]
  _source?: unknown
  search_after?: string[]
}

/**
 * An engine whose index holds rows of rising ids, which it gives page by page of points in time, or
 * the first of them to a search.
 * @param rows How many; a test may change it, and the other members.
 */
export async function startRowEngine(rows: number) {
  const asked: AskedPage[] = []
  const open = new Set<string>()
  const engine = {
    ...{ asked, open, rows, opened: 0 },
    /** Characters that each row holds besides. */
    pad: 0,
    /** Called before each page; what it resolves with is answered instead, with that status. */
    before: async (_page: AskedPage): Promise<{ status: number; body: object } | undefined> =>
      undefined,
  }

  async function listen(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const sent = await text(req)
    const answer = (status: number, body: object) => {
      const bytes = Buffer.from(JSON.stringify(body))
      res.writeHead(status, { ...ofElasticsearch, 'Content-Length': bytes.length }).end(bytes)
    }
    if (req.method === 'POST' && req.url?.includes('/_pit?')) {
      const id = `pit-${++engine.opened}`
      open.add(id)
      return answer(200, { id })
    }
    if (req.method === 'DELETE') {
      const isOpen = open.delete(JSON.parse(sent).id)
      return answer(isOpen ? 200 : 404, { succeeded: isOpen })
    }
    if (!req.url?.includes('/_search?')) return answer(404, {})
    const page: AskedPage = JSON.parse(sent)
    if (!page.pit) return answer(200, pageOf({ ...page, pit: { id: '', keep_alive: '' } }, engine))
    asked.push(page)
    const instead = await engine.before(page)
    if (instead) return answer(instead.status, instead.body)
    if (!open.has(page.pit.id)) return answer(404, missingContext)
    answer(200, pageOf(page, engine))
  }

  const service = await startService((req, res) => void listen(req, res))
  return Object.assign(engine, { url: service.url, close: service.close })
}

export type RowEngine = Awaited<ReturnType<typeof startRowEngine>>

/** How Elasticsearch answers a search of a point in time that is over. */
export const missingContext = {
  error: { root_cause: [{ type: 'search_context_missing_exception', reason: 'none' }] },
  status: 404,
}

function pageOf(
  { pit, size, search_after: [after] = ['-1'] }: AskedPage,
  { rows, pad }: { rows: number; pad: number },
) {
  const from = Number(after) + 1
  const hits = Array.from({ length: Math.min(size, rows - from) }, (_, i) => {
    const id = String(from + i).padStart(7, '0')
    const _source = { id, name: `row ${from + i}, "quoted"`, pad: 'x'.repeat(pad) }
    // without `search_after` Elasticsearch adds a value that does not outlive the point in time
    return { _id: id, _score: null, _source, sort: after === '-1' ? [id, 7] : [id] }
  })
  return {
    ...{ pit_id: pit.id, took: 1, timed_out: false },
    _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    hits: { max_score: null, hits },
  }
}
