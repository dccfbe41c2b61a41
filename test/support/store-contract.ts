import { randomUUID } from 'node:crypto'
import { ConflictError, StoreError } from '../../auth-service/store/errors.js'
import type { Change } from '../../auth-service/store/feed.js'
import {
  type ApiKeyRecord,
  type EmailRecord,
  kinds,
  type Store,
} from '../../auth-service/store/store.js'
import { key, oddIds, samples } from './store-records.js'

/** A place where a store keeps its records, empty at first. */
export interface StorePlace {
  /** Opens the store; the same records each time. */
  open(): Promise<Store>
  /** Leaves the place without room, until the answered function is called: a full disk. */
  fill(): Promise<() => Promise<void>>
  /** Removes the place. */
  remove(): Promise<void>
}

/**
 * What auth-service/store/store.ts promises, as tests: every store passes them. A new store calls
 * this from a test of its own (`describe('the contract', () => storeContract(makePlace))`) and adds
 * what only it promises.
 */
export function storeContract(makePlace: () => Promise<StorePlace>): void {
  let place: StorePlace
  let store: Store
  beforeEach(async () => {
    place = await makePlace()
    store = await place.open()
  })
  afterEach(async () => {
    await store.close()
    await place.remove()
  })
  const reopen = async () => {
    await store.close()
    store = await place.open()
  }

  describe('records', () => {
    test('of every kind are there as they were written, also after opening again', async () => {
      for (const kind of kinds)
        await store.create(kind, samples[kind].id, samples[kind].record as never)
      const found = async () => Promise.all(kinds.map((kind) => store.get(kind, samples[kind].id)))
      const written = kinds.map((kind) => samples[kind].record)
      expect(await found()).toEqual(written)
      await reopen()
      expect(await found()).toEqual(written)
    })

    test.each(oddIds)('of id %j are told from all others', async (id) => {
      await store.create('emails', id, { userId: 1 })
      await store.create('apiKeys', id, key(id))
      expect(await store.get('emails', id)).toEqual({ userId: 1 })
      expect(await store.get('sessions', id)).toBeUndefined()
      await store.remove('emails', [id])
      expect(await store.get('emails', id)).toBeUndefined()
      expect(await store.get('apiKeys', id)).toEqual(key(id))
    })

    test('of a name that objects have by themselves are not there before they are made', async () => {
      for (const id of ['__proto__', 'constructor', 'toString'])
        expect(await store.get('emails', id)).toBeUndefined()
    })

    test('that are not there: nothing to get, change or remove', async () => {
      const change = jest.fn()
      expect(await store.get('apiKeys', 'none')).toBeUndefined()
      expect(await store.change('apiKeys', 'none', change)).toBeUndefined()
      await store.changeAll('apiKeys', ['none'], change)
      await store.remove('apiKeys', ['none'])
      expect(change).not.toHaveBeenCalled()
      expect(await store.list('apiKeys')).toEqual([])
    })

    test('of one id are made once, however many try', async () => {
      const tries = Array.from({ length: 10 }, (_, i) =>
        store.create('apiKeys', 'a', { ...key('a'), name: `${i}` }),
      )
      const results = await Promise.allSettled(tries)
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(9)
      for (const { reason } of refused) expect(reason).toBeInstanceOf(ConflictError)
      const made = results.findIndex(({ status }) => status === 'fulfilled')
      expect(await store.get('apiKeys', 'a')).toEqual({ ...key('a'), name: `${made}` })
    })
  })

  describe('many records', () => {
    const ids = Array.from({ length: 1050 }, (_, i) => `k${i}`)

    test('are made at once and read with their ids, also where the record does not tell it', async () => {
      await store.createAll('apiKeys', new Map(ids.map((id) => [id, key(id)])))
      const emails = new Map(oddIds.map((id, i) => [id, { userId: i }]))
      await store.createAll('emails', emails)
      await store.createAll('sessions', new Map())
      await reopen()
      expect(await store.all('apiKeys')).toEqual(new Map(ids.map((id) => [id, key(id)])))
      expect(await store.all('emails')).toEqual(emails)
      expect(await store.all('sessions')).toEqual(new Map())
    })

    test('leave those that are there as they are', async () => {
      await store.create('apiKeys', 'b', { ...key('b'), name: 'first' })
      await store.createAll('apiKeys', new Map(['a', 'b', 'c'].map((id) => [id, key(id)])))
      const names = [...(await store.all('apiKeys'))].map(([id, { name }]) => `${id} ${name}`)
      expect(names.sort()).toEqual(['a a', 'b first', 'c c'])
    })
  })

  test('how full it is counts the records of all kinds, where it has a bound', async () => {
    const before = store.filled?.records
    await store.create('apiKeys', 'a', key('a'))
    await store.create('emails', 'a', { userId: 1 })
    expect(store.filled?.records).toBe(before === undefined ? undefined : 2)
  })

  describe('a change', () => {
    const rename = (name: string) => (record: ApiKeyRecord) => ({ ...record, name })

    test('is answered with the record as it is then', async () => {
      await store.create('apiKeys', 'a', key('a'))
      expect(await store.change('apiKeys', 'a', rename('new'))).toEqual({
        ...key('a'),
        name: 'new',
      })
      expect(await store.change('apiKeys', 'a', () => undefined)).toEqual({
        ...key('a'),
        name: 'new',
      })
      await reopen()
      expect((await store.get('apiKeys', 'a'))?.name).toBe('new')
    })

    test('is made to the newest record, however many there are at once', async () => {
      await store.create('apiKeys', 'a', key('a'))
      const increase = () =>
        store.change('apiKeys', 'a', (record) => ({ ...record, createdAt: record.createdAt + 1 }))
      await Promise.all(Array.from({ length: 20 }, increase))
      expect((await store.get('apiKeys', 'a'))?.createdAt).toBe(20)
    })

    test('that throws changes nothing', async () => {
      await store.create('apiKeys', 'a', key('a'))
      const refuse = () => {
        throw new Error('refused')
      }
      await expect(store.change('apiKeys', 'a', refuse)).rejects.toThrow('refused')
      expect(await store.get('apiKeys', 'a')).toEqual(key('a'))
    })

    test('of many records is made to those that are there and wanted', async () => {
      const ids = Array.from({ length: 120 }, (_, i) => `k${i}`)
      await Promise.all(ids.map((id) => store.create('apiKeys', id, key(id))))
      await store.changeAll('apiKeys', [...ids, 'none'], (record) =>
        record.id.endsWith('7') ? undefined : rename('new')(record),
      )
      const names = new Map((await store.list('apiKeys')).map(({ id, name }) => [id, name]))
      expect(names).toEqual(new Map(ids.map((id) => [id, id.endsWith('7') ? id : 'new'])))
    })
  })

  describe('a list', () => {
    test('misses none of many, and none that was written a moment ago', async () => {
      const ids = Array.from({ length: 1050 }, (_, i) => `k${i}`)
      await Promise.all(ids.map((id) => store.create('apiKeys', id, key(id))))
      expect((await store.list('apiKeys')).map(({ id }) => id).sort()).toEqual(ids.sort())
      await store.remove('apiKeys', ids.slice(1))
      expect((await store.list('apiKeys')).map(({ id }) => id)).toEqual(ids.slice(0, 1))
    })

    test('is of one owner, and of one kind', async () => {
      await store.create('apiKeys', 'a', key('a', 1))
      await store.create('apiKeys', 'b', key('b', 2))
      await store.create('apiKeys', 'c', key('c', 2))
      await store.create('sessions', 'd', { ...samples.sessions.record, id: 'd', ownerId: 2 })
      const ids = async (owner: number) =>
        (await store.list('apiKeys', owner)).map(({ id }) => id).sort()
      expect([await ids(1), await ids(2), await ids(3)]).toEqual([['a'], ['b', 'c'], []])
      const counts = () =>
        Promise.all([1, 2, 3, undefined].map((owner) => store.count('apiKeys', owner)))
      expect(await counts()).toEqual([1, 2, 0, 3])
      await store.remove('apiKeys', ['b'])
      expect([await ids(2), await counts()]).toEqual([['c'], [1, 1, 0, 2]])
    })

    test('of what is over holds what ended after `from` and up to `to`, at the first of its ends', async () => {
      const ends: [string, Partial<ApiKeyRecord>][] = [
        ['before', { expiresAt: 10 }],
        ['first', { expiresAt: 11 }],
        ['revoked', { expiresAt: 99, revokedAt: 15 }],
        ['last', { expiresAt: 20, revokedAt: 30 }],
        ['after', { expiresAt: 21 }],
      ]
      for (const [id, end] of ends) await store.create('apiKeys', id, { ...key(id), ...end })
      const { disabledAt: _, deletedAt: __, planChangedAt: ___, ...enabled } = samples.users.record
      await store.create('users', '1', enabled) // nothing says when it is over
      const over = async () => (await store.listOver('apiKeys', 10, 20)).map(({ id }) => id).sort()
      expect(await over()).toEqual(['first', 'last', 'revoked'])
      await store.change('apiKeys', 'after', (record) => ({ ...record, revokedAt: 12 }))
      expect(await over()).toEqual(['after', 'first', 'last', 'revoked'])
      expect(await store.listOver('users', 0, 1e15)).toEqual([])
    })
  })

  describe('the feed', () => {
    const change = (id: string): Change => ({ of: 'keys', id, kind: 'ended', at: 1, until: 2 })
    const ids = (changes: readonly Change[] | undefined) => changes?.map(({ id }) => id)

    test('tells what came since the cursor, in its order', async () => {
      const { cursor, changes } = await store.feed.since(undefined, 0)
      expect(changes).toBeUndefined()
      await store.feed.announce([change('a'), change('b')])
      await store.feed.announce([change('c')])
      const next = await store.feed.since(cursor, 0)
      expect(next.changes).toEqual(['a', 'b', 'c'].map(change))
      expect(await store.feed.since(next.cursor, 0)).toEqual({ cursor: next.cursor, changes: [] })
      await store.feed.announce([change('d')])
      expect(ids((await store.feed.since(next.cursor, 0)).changes)).toEqual(['d'])
    })

    test('loses none of many that are announced at once', async () => {
      const { cursor } = await store.feed.since(undefined, 0)
      const all = Array.from({ length: 100 }, (_, i) => `k${i}`)
      await Promise.all(all.map((id) => store.feed.announce([change(id)])))
      expect(ids((await store.feed.since(cursor, 0)).changes)?.sort()).toEqual(all.sort())
    })

    test('answers a cursor that it does not know with one that it knows, and no changes', async () => {
      const { cursor } = await store.feed.since(undefined, 0)
      await store.feed.announce([change('a')])
      for (const given of ['', 'x', `${cursor}0`, `0${cursor}`, randomUUID()]) {
        const { cursor: next, changes } = await store.feed.since(given, 0)
        expect([given, changes]).toEqual([given, undefined])
        expect((await store.feed.since(next, 0)).changes).toEqual([])
      }
    })

    test('waits for a change, as long as it was told to, and no more when it is closed', async () => {
      const { cursor } = await store.feed.since(undefined, 0)
      expect(await store.feed.since(cursor, 50)).toEqual({ cursor, changes: [] })
      const heard = Promise.all([
        store.feed.since(cursor, 60_000),
        store.feed.since(cursor, 60_000),
      ])
      await store.feed.announce([change('a')])
      const [first, second] = await heard
      expect([ids(first.changes), second]).toEqual([['a'], first])
      expect(ids((await store.feed.since(cursor, 60_000)).changes)).toEqual(['a'])
      const held = store.feed.since(first.cursor, 60_000)
      store.feed.close()
      expect((await held).changes).toEqual([])
      expect((await store.feed.since(first.cursor, 60_000)).changes).toEqual([])
    })

    test('does not know the cursor of somebody who is too far behind', async () => {
      const { cursor } = await store.feed.since(undefined, 0)
      await store.feed.announce(Array.from({ length: 25_000 }, (_, i) => change(`k${i}`)))
      expect((await store.feed.since(cursor, 0)).changes).toBeUndefined()
      const { cursor: late } = await store.feed.since(undefined, 0)
      await store.feed.announce([change('z')])
      expect(ids((await store.feed.since(late, 0)).changes)).toEqual(['z'])
    })
  })

  test('opened twice: it is one store where it is shared, else the second is refused', async () => {
    if (!store.isShared) return expect(place.open()).rejects.toThrow()
    const other = await place.open()
    await other.create('apiKeys', 'a', key('a'))
    expect(await store.get('apiKeys', 'a')).toEqual(key('a'))
    const { cursor } = await store.feed.since(undefined, 0)
    const waiting = store.feed.since(cursor, 60_000)
    await other.feed.announce([{ of: 'keys', id: 'a', kind: 'ended', at: 1 }])
    expect((await waiting).changes).toEqual([{ of: 'keys', id: 'a', kind: 'ended', at: 1 }])
    await other.close()
  })

  test('counts the records of any kind that need a higher level', async () => {
    await store.create('apiKeys', 'a', key('a'))
    await store.create('apiKeys', 'b', { ...key('b'), level: 2 })
    await store.create('emails', 'c', { userId: 1, level: 3 } as EmailRecord)
    await reopen()
    const counts = await Promise.all([0, 1, 2, 3].map((level) => store.countAbove(level)))
    expect(counts).toEqual([2, 2, 1, 0])
  })

  test('without room: writes are refused and leave nothing, reads go on; with room all goes on', async () => {
    await store.create('apiKeys', 'a', key('a'))
    await store.create('apiKeys', 'b', key('b'))
    const makeRoom = await place.fill()
    const writes: Record<string, () => Promise<unknown>> = {
      create: () => store.create('apiKeys', 'lost', key('lost')),
      createAll: () => store.createAll('apiKeys', new Map([['lost', key('lost')]])),
      change: () => store.change('apiKeys', 'a', (record) => ({ ...record, name: 'lost' })),
      changeAll: () =>
        store.changeAll('apiKeys', ['a', 'b'], (record) => ({ ...record, name: 'lost' })),
      remove: () => store.remove('apiKeys', ['b']),
    }
    for (const [name, write] of Object.entries(writes)) {
      const outcome: unknown = await write().then(
        () => 'it was acknowledged',
        (thrown: unknown) => thrown,
      )
      expect(outcome).toBeInstanceOf(StoreError)
      expect([name, (outcome as StoreError).reason]).toEqual([name, 'full'])
    }
    const all = async () =>
      (await store.list('apiKeys')).sort((one, other) => (one.id < other.id ? -1 : 1))
    expect(await all()).toEqual([key('a'), key('b')])
    expect(await store.get('apiKeys', 'lost')).toBeUndefined()
    await makeRoom()
    await store.create('apiKeys', 'c', key('c'))
    await reopen()
    expect(await all()).toEqual([key('a'), key('b'), key('c')])
  })
}
