import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { goodAnswer, ofElasticsearch } from './fault-engine.js'
import { startService } from './service.js'

/** A search that the engine was asked. */
export interface Asked {
  /** Its number, from 1 on; the hit of the answer shows it as `name`. */
  number: number
  body: { query?: unknown; aggs?: unknown; size?: number }
  res: ServerResponse
  /** Answers it. @param pad Characters that the hit holds besides. */
  answer(pad?: number, changes?: object): void
  /** Whether the caller disconnected before the answer. */
  readonly isAbandoned: boolean
}

/** An engine that answers searches when the test says so, at once by default. */
export async function startHeldEngine() {
  const asked: Asked[] = []
  const engine = { asked, holds: false, pad: 0, changes: {} as object, status: 200 }

  async function listen(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const sent = await text(req)
    if (!req.url?.includes('/_search?')) {
      res.writeHead(404, ofElasticsearch).end('{}')
      return
    }
    const body: Asked['body'] = JSON.parse(sent)
    if (body.size === 0 && !body.query && !body.aggs) {
      // whether an index is red: with each look at the status
      res.writeHead(200, ofElasticsearch).end(JSON.stringify(goodAnswer))
      return
    }
    const number = asked.length + 1
    let isAbandoned = false
    res.once('close', () => {
      isAbandoned = !res.writableFinished
    })
    const answer = (pad = engine.pad, changes = engine.changes) => {
      const [hit] = goodAnswer.hits.hits
      const hits = [
        { ...hit, _source: { id: 'org-1', name: `answer ${number}`, pad: 'x'.repeat(pad) } },
      ]
      const body = JSON.stringify({ ...goodAnswer, hits: { ...goodAnswer.hits, hits }, ...changes })
      res
        .writeHead(engine.status, { ...ofElasticsearch, 'Content-Length': Buffer.byteLength(body) })
        .end(body)
    }
    const one: Asked = {
      ...{ number, body, res, answer },
      get isAbandoned() {
        return isAbandoned
      },
    }
    asked.push(one)
    if (!engine.holds) answer()
  }

  const service = await startService((req, res) => void listen(req, res))
  return Object.assign(engine, { url: service.url, close: service.close })
}

export type HeldEngine = Awaited<ReturnType<typeof startHeldEngine>>
