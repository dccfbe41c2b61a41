import { mkdtempSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../loader/command.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { createEngineServer } from '../../packages/embedded-engine/src/server.js'
import { captured } from '../support/captured.js'
import { changesContract } from '../support/changes.js'
import { sourceContract, statedSource } from '../support/data-source.js'
import { ownFieldsContract } from '../support/own-fields.js'
import { type RunningStack, startStack } from '../support/stack.js'

/**
 * From the file to the answer of a search: fields of an organization's own, and the dates that
 * loads give it; test/engine/indices asks a real Elasticsearch.
 */

let server: Server
let engineUrl: string
let stack: RunningStack

beforeAll(async () => {
  server = createEngineServer(new Engine())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  engineUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(mkdtempSync(join(tmpdir(), 'stated-')), 'one.ndjson')
  writeFileSync(file, '{"id":"1","name":"A","alternate_names":["B"]}\n')
  await captured(() => loadCommand([file, ...statedSource, '--to', engineUrl]))
  stack = await startStack({ engine: engineUrl })
})
afterAll(async () => {
  await stack?.stop()
  server.closeAllConnections()
  server.close()
})

test.each([
  ['', 'results'],
  ['/suggest', 'suggestions'],
])('other names are in /api/v1/organizations%s', async (path, list) => {
  const { body } = await stack.request
    .get(`/api/v1/organizations${path}`)
    .query({ q: 'a' })
    .set('x-api-key', await stack.mintKey())
  expect(body.data[list]).toMatchObject([{ id: '1', alternate_names: ['B'] }])
})

sourceContract(() => ({ stack }))
ownFieldsContract(() => ({ engineUrl, stack }))
changesContract(() => ({ engineUrl, stack }))
