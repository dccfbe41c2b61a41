import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUsed } from '../../../../kit/usage/counts.js'
import { UsageFiles } from '../../../../kit/usage/files.js'
import { openUsageStore } from '../../../../kit/usage/open.js'
import { type UsagePlace, usageContract } from '../../../support/usage-contract.js'

async function makeFolder(): Promise<UsagePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  return {
    open: () => openUsageStore({ DATA_DIR: folder }),
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

describe('files', () => usageContract(makeFolder))

test('a draft that a killed process has left is not counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  const store = new UsageFiles(folder)
  const hour = '2026-11-25T00:00:00.000Z'
  const row = { hour, owner: '1', key: null, prefix: null, ...createUsed(), requests: 1 }
  await store.write({ series: 'usage', hour, id: 'one', rows: [row] })
  writeFileSync(join(folder, '2026-11-25/00.usage.two.ndjson.draft'), '{"hour":"2026-1')
  const found: object[] = []
  for await (const one of store.read('usage', { from: '2026', to: '2027' })) found.push(one)
  expect(found).toEqual([row])
  rmSync(folder, { recursive: true })
})

test('a gateway that is not given the nodes of the auth store keeps usage in files', async () => {
  const env = { DATA_DIR: '/nowhere', AUTH_STORE: 'elasticsearch' }
  expect(await openUsageStore(env)).toBeInstanceOf(UsageFiles)
  const nodes = { AUTH_ELASTICSEARCH_URL: 'http://127.0.0.1:9' }
  expect(await openUsageStore({ ...nodes, DATA_DIR: '/nowhere' })).toBeInstanceOf(UsageFiles)
  expect(await openUsageStore({ ...env, ...nodes })).not.toBeInstanceOf(UsageFiles)
})
