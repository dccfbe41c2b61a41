import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConflictError } from '../../../auth-service/store/errors.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { ApiKeyRecord } from '../../../auth-service/store/store.js'

const newFolder = () => mkdtempSync(join(tmpdir(), 'directory-store-'))
const key = (id: string, ownerId = 1): ApiKeyRecord => ({
  id,
  ownerId,
  name: id,
  prefix: 'npd_00000000',
  hash: '0'.repeat(64),
  scopes: ['organizations:read'],
  createdAt: 0,
  expiresAt: 1e13,
})

test('what was written is there after opening again', async () => {
  const folder = newFolder()
  const first = await openLowdbStore(folder)
  await first.create('apiKeys', 'a', key('a'))
  await first.create('apiKeys', 'b', key('b', 2))
  await first.change('apiKeys', 'a', (record) => ({ ...record, name: 'line\nbreak, "quotes" and \u2028' }))
  await first.remove('apiKeys', ['none'])
  await expect(first.create('apiKeys', 'a', key('a'))).rejects.toBeInstanceOf(ConflictError)
  await first.close()
  const second = await openLowdbStore(folder)
  expect((await second.get('apiKeys', 'a'))?.name).toBe('line\nbreak, "quotes" and \u2028')
  expect((await second.list('apiKeys', 2)).map(({ id }) => id)).toEqual(['b'])
  expect(await second.list('apiKeys')).toHaveLength(2)
  await second.remove('apiKeys', ['a'])
  expect(await second.get('apiKeys', 'a')).toBeUndefined()
  expect(await second.change('apiKeys', 'a', (record) => record)).toBeUndefined()
  await second.close()
  expect(() => JSON.parse(readFileSync(join(folder, 'auth.json'), 'utf8'))).not.toThrow()
  expect(statSync(join(folder, 'auth.json')).mode & 0o777).toBe(0o600)
})

test('a thousand changes at once are a handful of writes', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  const inode = () => statSync(join(folder, 'auth.json')).ino
  await store.create('apiKeys', 'first', key('first'))
  const before = inode()
  await Promise.all(Array.from({ length: 1000 }, (_, i) => store.create('apiKeys', `k${i}`, key(`k${i}`))))
  expect(inode()).not.toBe(before)
  expect(await store.list('apiKeys')).toHaveLength(1001)
  await store.close()
})

test('a change is made to the newest record, however many there are at once', async () => {
  const store = await openLowdbStore(newFolder())
  await store.create('apiKeys', 'a', key('a'))
  const increase = () => store.change('apiKeys', 'a', (record) => ({ ...record, createdAt: record.createdAt + 1 }))
  await Promise.all(Array.from({ length: 100 }, increase))
  expect((await store.get('apiKeys', 'a'))?.createdAt).toBe(100)
  await store.close()
})

test('a write that fails undoes its changes and all that were built on them; the next one succeeds', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  await store.create('apiKeys', 'kept', key('kept'))
  mkdirSync(join(folder, 'auth.json.draft')) // the file cannot be opened
  const rename = (name: string) => store.change('apiKeys', 'kept', (record) => ({ ...record, name }))
  const attempts: Promise<unknown>[] = [rename('one'), store.create('apiKeys', 'lost', key('lost')), rename('two')]
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

test('the changes feed', async () => {
  const store = await openLowdbStore(newFolder())
  const change = (id: string) => ({ of: 'keys', id, kind: 'ended', at: 1 }) as const
  const { cursor, changes } = await store.feed.since(undefined)
  expect(changes).toBeUndefined()
  await store.feed.announce([change('a')])
  await store.feed.announce([change('b')])
  const next = await store.feed.since(cursor)
  expect(next.changes?.map(({ id }) => id)).toEqual(['a', 'b'])
  expect((await store.feed.since(next.cursor)).changes).toEqual([])
  for (const unknown of ['', 'x', `${cursor}0`, cursor.replace('.', ''), `${cursor.split('.')[0]}.3`]) {
    expect((await store.feed.since(unknown)).changes).toBeUndefined()
  }
  await store.feed.announce(Array.from({ length: 25_000 }, (_, i) => change(`k${i}`)))
  expect((await store.feed.since(next.cursor)).changes).toBeUndefined()
  const late = (await store.feed.since(undefined)).cursor
  await store.feed.announce([change('c')])
  expect((await store.feed.since(late)).changes?.map(({ id }) => id)).toEqual(['c'])
  await store.close()
})
