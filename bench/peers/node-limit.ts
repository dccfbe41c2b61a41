import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { leanSearch } from './lean-search.js'
import { type Asked, serve, textOf, verify } from './work.js'

/** The leanest program that does the work on Node: node:http, undici, paseto. */

async function search(req: IncomingMessage, res: ServerResponse): Promise<void> {
  await verify(req.headers.authorization)
  const requestId = randomUUID()
  const text = JSON.stringify(await leanSearch(JSON.parse(await textOf(req)) as Asked, requestId))
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'X-Request-Id': requestId,
  })
  res.end(text)
}

serve((req, res) => {
  search(req, res).catch((error: Error) => res.writeHead(400).end(error.message))
})
