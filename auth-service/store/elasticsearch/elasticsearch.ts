import type { Client } from '../../../kit/elasticsearch/client.js'
import type { ClockMark, ClockMarks } from '../clock-marks.js'
import { ConflictError, StoreError } from '../errors.js'
import { getEndOfRecord, getLevel, type RecordKind, type Records, type Store } from '../store.js'
import type { StoreHealth } from '../store-health.js'
import { Documents, clockName as name, type StoredDocument } from './documents.js'
import { ElasticsearchFeed } from './feed.js'

/** How often a change is retried when another process was faster. */
const attempts = 50

/** Records in one request of `createAll`: about 300 KB. */
const createdAtOnce = 500

/** Records in one request of `changeAll` and `remove`: few enough not to delay other requests. */
const batchSize = 50

/** The members of a document besides the record, for searches. */
interface RecordDocument {
  kind: RecordKind
  id: string
  ownerId?: number
  /** `overAt` of the record. */
  over?: number
  /** `levelIn` of the record, unless 0. */
  level?: number
  record: unknown
}

/**
 * Creates the index of the store unless it exists.
 * @throws StoreError when it can neither be found nor created.
 */
export async function prepareIndex(client: Client, index: string): Promise<void> {
  await new Documents(client, index).prepare({
    kind: { type: 'keyword' },
    id: { type: 'keyword' },
    ownerId: { type: 'long' },
    over: { type: 'long' },
    level: { type: 'integer' },
  })
}

/**
 * The store for several machines: a document for each record in one index. Every read by id is
 * real-time, every change is conditional on the version read (`if_seq_no`, `if_primary_term`), and
 * lists refresh the index first. Elasticsearch syncs its translog before it answers, so
 * acknowledged changes survive its crash.
 * @param index One that `prepareIndex` has found or created.
 */
export function openElasticsearchStore(client: Client, index: string): Store {
  return new ElasticsearchStore(new Documents(client, index))
}

class ElasticsearchStore implements Store {
  readonly isShared = true
  readonly place: string
  readonly filled = undefined
  readonly feed: ElasticsearchFeed
  readonly clockMarks: ClockDocument
  readonly health: StoreHealth
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
    this.place = `index ${documents.alias}`
    this.feed = new ElasticsearchFeed(documents)
    this.clockMarks = new ClockDocument(documents)
    this.health = documents.health
  }

  async get<K extends RecordKind>(kind: K, id: string): Promise<Records[K] | undefined> {
    return (await this.#documents.get<RecordDocument>(toName(kind, id)))?.source.record as
      | Records[K]
      | undefined
  }

  async create<K extends RecordKind>(kind: K, id: string, record: Records[K]): Promise<void> {
    if (!(await this.#documents.create(toName(kind, id), toEntry(kind, id, record)))) {
      throw new ConflictError(`${kind}: the id is taken`)
    }
  }

  async createAll<K extends RecordKind>(
    kind: K,
    records: ReadonlyMap<string, Records[K]>,
  ): Promise<void> {
    for (const batch of toBatches([...records], createdAtOnce)) {
      const sources = batch.map(
        ([id, record]) => [toName(kind, id), toEntry(kind, id, record)] as const,
      )
      await this.#documents.createAll(new Map(sources))
    }
  }

  async change<K extends RecordKind>(
    kind: K,
    id: string,
    change: (record: Records[K]) => Records[K] | undefined,
  ) {
    const name = toName(kind, id)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found = await this.#documents.get<RecordDocument>(name)
      const current = found?.source.record as Records[K] | undefined
      const next = current && change(current)
      if (!found || !next) return current
      if (await this.#documents.replace(name, toEntry(kind, id, next), found.version)) return next
    }
    throw tooMany(kind)
  }

  async changeAll<K extends RecordKind>(
    kind: K,
    ids: readonly string[],
    change: (record: Records[K]) => Records[K] | undefined,
  ): Promise<void> {
    for (const batch of toBatches(ids.map((id) => toName(kind, id)))) {
      let left = batch
      for (let attempt = 0; left.length > 0; attempt++) {
        if (attempt === attempts) throw tooMany(kind)
        const changed = new Map<string, StoredDocument<RecordDocument>>()
        for (const [name, { source, version }] of await this.#documents.getAll<RecordDocument>(
          left,
        )) {
          const next = change(source.record as Records[K])
          if (next) changed.set(name, { source: toEntry(kind, source.id, next), version })
        }
        left = await this.#documents.replaceAll(changed)
      }
    }
  }

  async remove(kind: RecordKind, ids: readonly string[]): Promise<void> {
    for (const batch of toBatches(ids.map((id) => toName(kind, id))))
      await this.#documents.removeAll(batch)
  }

  async list<K extends RecordKind>(kind: K, ownerId?: number): Promise<Records[K][]> {
    return this.#search(kind, ownerId === undefined ? [] : [{ term: { ownerId } }])
  }

  async all<K extends RecordKind>(kind: K): Promise<ReadonlyMap<string, Records[K]>> {
    const found = await this.#documents.search<RecordDocument>([{ term: { kind } }])
    return new Map(found.map(({ id, record }) => [id, record as Records[K]]))
  }

  async count(kind: RecordKind, ownerId?: number): Promise<number> {
    const ofOwner = ownerId === undefined ? [] : [{ term: { ownerId } }]
    return this.#documents.count([{ term: { kind } }, ...ofOwner])
  }

  async listOver<K extends RecordKind>(kind: K, from: number, to: number): Promise<Records[K][]> {
    return this.#search(kind, [{ range: { over: { gt: from, lte: to } } }])
  }

  async countAbove(level: number): Promise<number> {
    return this.#documents.count([{ range: { level: { gt: level } } }])
  }

  close(): Promise<void> {
    return this.#documents.close()
  }

  async #search<K extends RecordKind>(kind: K, filter: object[]): Promise<Records[K][]> {
    const found = await this.#documents.search<RecordDocument>([{ term: { kind } }, ...filter])
    return found.map(({ record }) => record as Records[K])
  }
}

function toBatches<T>(all: readonly T[], size = batchSize): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, i) => all.slice(i * size, (i + 1) * size))
}

function tooMany(kind: RecordKind): StoreError {
  return new StoreError(
    'busy',
    `the auth store: one of ${kind} is changed by too many requests at once`,
  )
}

function toName(kind: RecordKind, id: string): string {
  return `${kind}:${id}`
}

function toEntry<K extends RecordKind>(kind: K, id: string, record: Records[K]): RecordDocument {
  const over = getEndOfRecord(record)
  const level = getLevel(record)
  return {
    kind,
    id,
    ...('ownerId' in record ? { ownerId: record.ownerId } : {}),
    ...(over === undefined ? {} : { over }),
    ...(level > 0 && { level }),
    record,
  }
}

/** The clock's mark, in a document of its own. If two services write it at once either may win. */
export class ClockDocument implements ClockMarks {
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async read(): Promise<ClockMark | undefined> {
    return (await this.#documents.get<ClockMark>(name))?.source
  }

  async write(mark: ClockMark): Promise<void> {
    const found = await this.#documents.get<ClockMark>(name)
    if (found) await this.#documents.replace(name, mark, found.version)
    else await this.#documents.create(name, mark)
  }
}
