import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Pool } from 'undici'
import { type Asked, check, engineUrl, serve, textOf, verify, wrap } from './work.js'

/** The leanest program that does the work on Node: node:http, undici, paseto. */

const engine = new Pool(engineUrl, { connections: 128 })

async function search(req: IncomingMessage, res: ServerResponse): Promise<void> {
  await verify(req.headers.authorization)
  const asked = JSON.parse(await textOf(req)) as Asked
  check(asked)
  const { body } = await engine.request({
    method: 'POST',
    path: `/${asked.index}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked.body),
  })
  const requestId = randomUUID()
  const text = JSON.stringify(wrap((await body.json()) as never, asked.index, requestId))
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
