import { Low } from 'lowdb'
import { type FolderLock, lockFolder } from '../../../kit/process/folder-lock.js'
import { ConflictError, StoreError } from '../errors.js'
import {
  type Filled,
  getEndOfRecord,
  getLevel,
  kinds,
  type RecordKind,
  type Records,
  type Store,
} from '../store.js'
import { StoreHealth } from '../store-health.js'
import { ClockFile } from './clock-file.js'
import { MemoryFeed } from './feed.js'
import { StoreFile } from './file.js'
import { emptyData, type StoreData } from './format.js'
import { OwnerIndex } from './owner-index.js'

/**
 * Number of records that the file is designed for: each change writes all of them
 * (docs/auth-service.md).
 */
const capacity = 10_000

/** How often the lock of the folder is checked, in milliseconds. */
const watchEveryMs = 1000

/**
 * Opens the store of one machine: everything in memory, and after each change all of it in one
 * file.
 * @throws Error when another process has locked the folder, or the file is missing, truncated or
 *   unreadable.
 */
export async function openLowdbStore(folder: string): Promise<Store> {
  const lock = await lockFolder(folder, 'auth.lock', 'another auth service or by npm run store')
  try {
    const file = new StoreFile(folder)
    const low = new Low<StoreData>(file, emptyData())
    await low.read()
    return new LowdbStore(low, file.path, new ClockFile(folder), lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** A change that waits to be written. */
interface Pending {
  undo(): void
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Group commit: a change is made in memory at once and joins the next batch; while one batch is
 * being written, the following collects. A batch that cannot be written is undone, with all changes
 * based on it.
 */
class LowdbStore implements Store {
  readonly isShared = false
  readonly place: string
  readonly feed = new MemoryFeed()
  readonly health = new StoreHealth(() => this.#commit(() => {}))
  readonly clockMarks: ClockFile
  readonly #low: Low<StoreData>
  readonly #lock: FolderLock
  readonly #watch: NodeJS.Timeout
  readonly #owners: { [K in RecordKind]: OwnerIndex<Records[K]> }
  #gathering: Pending[] = []
  #writing: Promise<void> | undefined

  constructor(low: Low<StoreData>, path: string, clockMarks: ClockFile, lock: FolderLock) {
    this.#low = low
    this.place = `file ${path}`
    this.clockMarks = clockMarks
    this.#lock = lock
    // deliberately uncaught, so that the process ends: another one may be changing what it would
    // answer from
    this.#watch = setInterval(() => this.#mustHold(), watchEveryMs).unref()
    const owners = kinds.map((kind) => [kind, new OwnerIndex(this.#table<RecordKind>(kind))])
    this.#owners = Object.fromEntries(owners)
  }

  get filled(): Filled {
    return { records: kinds.reduce((sum, kind) => sum + this.#table(kind).size, 0), capacity }
  }

  async get<K extends RecordKind>(kind: K, id: string): Promise<Records[K] | undefined> {
    return this.#table(kind).get(id)
  }

  async create<K extends RecordKind>(kind: K, id: string, record: Records[K]): Promise<void> {
    if (this.#table(kind).has(id)) throw new ConflictError(`${kind}: the id is taken`)
    await this.#put(kind, id, record)
  }

  async createAll<K extends RecordKind>(
    kind: K,
    records: ReadonlyMap<string, Records[K]>,
  ): Promise<void> {
    const missing = [...records].filter(([id]) => !this.#table(kind).has(id))
    await Promise.all(missing.map(([id, record]) => this.#put(kind, id, record)))
  }

  async change<K extends RecordKind>(
    kind: K,
    id: string,
    change: (record: Records[K]) => Records[K] | undefined,
  ) {
    const current = this.#table(kind).get(id)
    const next = current && change(current)
    if (next) await this.#put(kind, id, next)
    // the state read may itself not be written yet: it must not be reported before it is
    else if (this.#writing) await this.#commit(() => {})
    return next ?? current
  }

  async changeAll<K extends RecordKind>(
    kind: K,
    ids: readonly string[],
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<void> {
    await Promise.all(ids.map((id) => this.change(kind, id, change))) // all in one turn: one write
  }

  async remove(kind: RecordKind, ids: readonly string[]): Promise<void> {
    const present = ids.filter((id) => this.#table(kind).has(id))
    await Promise.all(present.map((id) => this.#put(kind, id, undefined)))
  }

  async list<K extends RecordKind>(kind: K, ownerId?: number): Promise<Records[K][]> {
    return [
      ...(ownerId === undefined
        ? this.#table(kind)
        : this.#owners[kind].listRecords(ownerId)
      ).values(),
    ]
  }

  async all<K extends RecordKind>(kind: K): Promise<ReadonlyMap<string, Records[K]>> {
    return new Map(this.#table(kind))
  }

  async count(kind: RecordKind, ownerId?: number): Promise<number> {
    if (ownerId === undefined) return this.#table(kind).size
    return this.#owners[kind].listRecords(ownerId).size
  }

  async listOver<K extends RecordKind>(kind: K, from: number, to: number): Promise<Records[K][]> {
    const isOver = (record: Records[K]) => {
      const at = getEndOfRecord(record)
      return at !== undefined && at > from && at <= to
    }
    return [...this.#table(kind).values()].filter(isOver)
  }

  async countAbove(level: number): Promise<number> {
    const all = kinds.flatMap((kind) => [...this.#table(kind).values()])
    return all.filter((record) => getLevel(record) > level).length
  }

  async close(): Promise<void> {
    while (this.#writing) await this.#writing
    clearInterval(this.#watch)
    await this.#lock.release()
  }

  /** @throws StoreError when the lock was removed. */
  #mustHold(): void {
    if (this.#lock.isHeld()) return
    const remedy = 'never remove it: the lock of a killed process blocks no one'
    throw new StoreError(
      'away',
      `${this.#lock.path} was removed while the store was in use, so the service stops using ` +
        `the store (${remedy})`,
    )
  }

  #table<K extends RecordKind>(kind: K): Map<string, Records[K]> {
    return this.#low.data[kind]
  }

  #put<K extends RecordKind>(kind: K, id: string, record: Records[K] | undefined): Promise<void> {
    const before = this.#table(kind).get(id)
    this.#set(kind, id, record)
    return this.#commit(() => this.#set(kind, id, before))
  }

  #set<K extends RecordKind>(kind: K, id: string, record: Records[K] | undefined): void {
    const records = this.#table(kind)
    this.#owners[kind].put(id, records.get(id), record)
    if (record === undefined) records.delete(id)
    else records.set(id, record)
  }

  #commit(undo: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gathering.push({ undo, resolve, reject })
      this.#writing ??= this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    await undefined // let all changes of this tick join the first batch
    while (this.#gathering.length > 0) {
      const batch = this.#gathering
      this.#gathering = []
      try {
        this.#mustHold()
        await this.#low.write()
        // otherwise another process may have read the file before, and overwrite it
        this.#mustHold()
        this.health.wrote()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        this.health.failed(error)
        const lost = [...batch, ...this.#gathering]
        this.#gathering = []
        for (const { undo } of lost.toReversed()) undo()
        for (const { reject } of lost) reject(error)
      }
    }
    this.#writing = undefined
  }
}
