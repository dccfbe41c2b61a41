import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { Client } from '@elastic/elasticsearch'
import { type Asked, check, engineUrl, listening, textOf, verify, wrap } from './work.js'

/** A stock express-gateway with one plain policy, which answers with Express's `res.json`. */

process.env.EG_DISABLE_CONFIG_WATCH = '1'
process.env.LOG_LEVEL = 'error'
const require = createRequire(import.meta.url)
const host = require('stock-express-gateway/lib/gateway') as (
  start: object,
) => Promise<{ app: Server }>
const config = require('stock-express-gateway/lib/config') as {
  systemConfig: object
  gatewayConfig: object
}
const engine = new Client({ node: engineUrl })

interface Answer {
  set(name: string, value: string): void
  json(value: object): void
}

const search = {
  name: 'plain-search',
  schema: { $id: 'http://bench/plain-search', type: 'object', properties: {} },
  policy: () => async (req: IncomingMessage, res: Answer, next: (error: unknown) => void) => {
    try {
      await verify(req.headers.authorization)
      const asked = JSON.parse(await textOf(req)) as Asked
      check(asked)
      const answer = await engine.search({ index: asked.index, ...asked.body })
      const requestId = randomUUID()
      res.set('X-Request-Id', requestId)
      res.json(wrap(answer as never, asked.index, requestId))
    } catch (error) {
      next(error)
    }
  },
}

config.gatewayConfig = {
  http: { port: 0, hostname: '127.0.0.1' },
  apiEndpoints: { search: { host: '*', paths: '/api/v1/organizations/search' } },
  serviceEndpoints: {},
  policies: ['plain-search'],
  pipelines: {
    search: { apiEndpoints: ['search'], policies: [{ 'plain-search': [{ action: {} }] }] },
  },
}
const plugins = {
  plugins: [],
  policies: [search],
  conditions: [],
  gatewayRoutes: [],
  adminRoutes: [],
  cliExtensions: [],
}
const { app } = await host({ plugins, config })
listening((app.address() as AddressInfo).port)
