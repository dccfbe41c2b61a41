import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageFiles } from '../../../../kit/usage/files.js'
import { usageStore } from '../../../../kit/usage/open.js'
import { nothingUsed } from '../../../../kit/usage/usage.js'
import { type UsagePlace, usageContract } from '../../../support/usage-contract.js'

async function makeFolder(): Promise<UsagePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  return {
    open: () => usageStore({ DATA_DIR: folder }),
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

describe('files', () => usageContract(makeFolder))

test('a draft that a killed process has left is not counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  const store = new UsageFiles(folder)
  const hour = '2026-11-25T00:00:00.000Z'
  const row = { hour, owner: '1', key: null, prefix: null, ...nothingUsed(), requests: 1 }
  await store.write({ hour, id: 'one', rows: [row] })
  writeFileSync(join(folder, '2026-11-25/00.two.ndjson.draft'), '{"hour":"2026-1')
  const found: object[] = []
  for await (const one of store.read({ from: '2026', to: '2027' })) found.push(one)
  expect(found).toEqual([row])
  rmSync(folder, { recursive: true })
})

test('the search terms of a day have at most 1 MB, whatever they are and however many parts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'directory-usage-'))
  const store = new UsageFiles(folder)
  const day = '2026-11-25'
  const terms = Array.from({ length: 2000 }, (_, i) => ({
    ...{ term: String(i).padStart(100, '会'), searches: 1e12 - i, foundNothing: 1e12 },
  }))
  const bytes = () => {
    const names = readdirSync(join(folder, day))
    return names.reduce((sum, name) => sum + statSync(join(folder, day, name)).size, 0)
  }
  const found = async () => {
    let count = 0
    for await (const one of store.readTerms(day)) count += Number(one.searches > 0)
    return count
  }
  await store.writeTerms({ day, id: 'one', terms })
  expect([await found(), bytes() < 1e6]).toEqual([2000, true])
  await store.writeTerms({ day, id: 'two', terms })
  expect(await found()).toBeGreaterThan(2000)
  await store.writeTerms({ day, id: 'three', terms })
  expect(bytes()).toBeLessThanOrEqual(1e6)
  rmSync(folder, { recursive: true })
})

test('a gateway that is not given the nodes of the auth store keeps usage in files', async () => {
  const env = { DATA_DIR: '/nowhere', AUTH_STORE: 'elasticsearch' }
  expect(await usageStore(env)).toBeInstanceOf(UsageFiles)
})
