import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCommand } from '../../directory/loader/command.js'
import { captured } from '../support/captured.js'
import { changesContract } from '../support/changes.js'
import { sourceContract, statedSource } from '../support/data-source.js'
import { serveEngine } from '../support/embedded-engine.js'
import { ownFieldsContract } from '../support/own-fields.js'
import { type RunningStack, startStack } from '../support/stack.js'

/**
 * From the file to the answer of a search: fields of an organization's own, and the dates that
 * loads give it; test/engine/indices asks a real Elasticsearch.
 */

let engine: Awaited<ReturnType<typeof serveEngine>>
let engineUrl: string
let stack: RunningStack

beforeAll(async () => {
  engine = await serveEngine()
  engineUrl = engine.url
  const file = join(mkdtempSync(join(tmpdir(), 'stated-')), 'one.ndjson')
  writeFileSync(file, '{"id":"1","name":"A","alternate_names":["B"]}\n')
  await captured(() => loadCommand([file, ...statedSource, '--to', engineUrl]))
  stack = await startStack({ engine: engineUrl })
})
afterAll(async () => {
  await stack?.stop()
  await engine.close()
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
