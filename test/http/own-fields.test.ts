import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Engine } from '../../dev/engine/engine.js'
import { createEngineServer } from '../../dev/engine/server.js'
import { ownFieldsContract } from '../support/own-fields.js'
import { type RunningStack, startStack } from '../support/stack.js'

/**
 * Fields of an organization's own, from the file to the answer of a search; test/engine/indices
 * asks a real Elasticsearch.
 */

let server: Server
let engineUrl: string
let stack: RunningStack

beforeAll(async () => {
  server = createEngineServer(new Engine())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  engineUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stack = await startStack({ env: { ELASTICSEARCH_URL: engineUrl } })
})
afterAll(async () => {
  await stack?.stop()
  server.closeAllConnections()
  server.close()
})

ownFieldsContract(() => ({ engineUrl, stack }))
