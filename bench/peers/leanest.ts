import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import { type Asked, check, engineUrl, listening, textOf, verify, wrap } from './work.js'

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

const server = createServer((req, res) => {
  search(req, res).catch((error: Error) => res.writeHead(400).end(error.message))
})
server.listen(0, '127.0.0.1', () => listening((server.address() as AddressInfo).port))
