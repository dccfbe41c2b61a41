import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Client } from '@elastic/elasticsearch'
import { type Asked, check, engineUrl, listening, verify, wrap } from './work.js'

/**
 * What most would write: Express 4 (the one that express-gateway brings) with the official client.
 */

interface Call {
  headers: { authorization?: string }
  body: Asked
}
interface Answer {
  set(name: string, value: string): void
  json(value: object): void
}
const require = createRequire(createRequire(import.meta.url).resolve('express-gateway'))
const express = require('express') as {
  (): { use(step: unknown): void; post(path: string, handle: unknown): void }
  json(): unknown
}

const engine = new Client({ node: engineUrl })
const app = express()
app.use(express.json())
app.post(
  '/api/v1/organizations/search',
  async (req: Call, res: Answer, next: (error: unknown) => void) => {
    try {
      await verify(req.headers.authorization)
      check(req.body)
      const answer = await engine.search({ index: req.body.index, ...req.body.body })
      const requestId = randomUUID()
      res.set('X-Request-Id', requestId)
      res.json(wrap(answer as never, req.body.index, requestId))
    } catch (error) {
      next(error)
    }
  },
)

const server = createServer(app as never)
server.listen(0, '127.0.0.1', () => listening((server.address() as AddressInfo).port))
