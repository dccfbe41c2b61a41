import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { leanSearch } from './lean-search.js'
import { type Asked, ready, verify } from './work.js'

/** Fastify with undici. */

const app = fastify()

app.post('/api/v1/organizations/search', async (req, reply) => {
  await verify(req.headers.authorization)
  const requestId = randomUUID()
  reply.header('X-Request-Id', requestId)
  return leanSearch(req.body as Asked, requestId)
})

await app.listen({ port: 0, host: '127.0.0.1' })
ready((app.server.address() as AddressInfo).port)
