import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { Pool } from 'undici'
import { type Asked, check, engineUrl, ready, verify, wrap } from './work.js'

/** Fastify with undici. */

const engine = new Pool(engineUrl, { connections: 128 })
const app = fastify()

app.post('/api/v1/organizations/search', async (req, reply) => {
  await verify(req.headers.authorization)
  const asked = req.body as Asked
  check(asked)
  const { body } = await engine.request({
    method: 'POST',
    path: `/${asked.index}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked.body),
  })
  const requestId = randomUUID()
  reply.header('X-Request-Id', requestId)
  return wrap((await body.json()) as never, asked.index, requestId)
})

await app.listen({ port: 0, host: '127.0.0.1' })
ready((app.server.address() as AddressInfo).port)
