import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import { key } from '../../support/store-records.js'

const newFolder = () => mkdtempSync(join(tmpdir(), 'directory-store-'))

/** What every store does is in store-contract.test.ts; here is what only this one does. */
test('the file is JSON, and for its owner only', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  await store.create('apiKeys', 'a', { ...key('a'), name: 'line\nbreak, "quotes" and \u2028' })
  await store.close()
  for (const name of ['auth.json', 'auth.previous.json']) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(JSON.parse(text).records[0][2].name).toBe('line\nbreak, "quotes" and \u2028')
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
})

test('a thousand changes at once are a handful of writes', async () => {
  const store = await openLowdbStore(newFolder())
  const handle = await open(process.execPath)
  const writing = jest.spyOn(Object.getPrototypeOf(handle), 'writeFile')
  await Promise.all(
    Array.from({ length: 1000 }, (_, i) => store.create('apiKeys', `k${i}`, key(`k${i}`))),
  )
  expect(writing.mock.calls.length).toBeLessThan(5)
  expect(await store.list('apiKeys')).toHaveLength(1000)
  writing.mockRestore()
  await handle.close()
  await store.close()
})

test('a write that fails undoes its changes and all that were built on them; the next one succeeds', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  await store.create('apiKeys', 'kept', key('kept'))
  mkdirSync(join(folder, 'auth.json.draft')) // the file cannot be opened
  const rename = (name: string) =>
    store.change('apiKeys', 'kept', (record) => ({ ...record, name }))
  const attempts: Promise<unknown>[] = [
    rename('one'),
    store.create('apiKeys', 'lost', key('lost')),
    rename('two'),
  ]
  await new Promise((resolve) => setImmediate(resolve))
  attempts.push(rename('three'), store.remove('apiKeys', ['kept']))
  const results = await Promise.allSettled(attempts)
  expect(results.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  expect((await store.get('apiKeys', 'kept'))?.name).toBe('kept')
  expect(await store.get('apiKeys', 'lost')).toBeUndefined()
  rmdirSync(join(folder, 'auth.json.draft'))
  await rename('four')
  await store.close()
  const again = await openLowdbStore(folder)
  expect((await again.list('apiKeys')).map(({ name }) => name)).toEqual(['four'])
  await again.close()
})

test('leaving a record as it is waits until what was seen is written', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  await store.create('apiKeys', 'a', key('a'))
  const writing = store.change('apiKeys', 'a', (record) => ({ ...record, name: 'new' }))
  const seen = store.change('apiKeys', 'a', () => undefined)
  expect((await seen)?.name).toBe('new')
  expect(readFileSync(join(folder, 'auth.json'), 'utf8')).toContain('"name":"new"')
  await writing
  await store.close()
})
