import { randomBytes } from 'node:crypto'
import type { Change, ChangeFeed, News } from '../feed.js'
import { Signal } from '../signal.js'
import type { Documents, StoredDocument } from './documents.js'

/** The feed's one document, read in real time. */
const name = 'feed'
/** How many changes it holds; readers further behind get a full snapshot. */
const maxChanges = 1000
/**
 * How often it is read while a request waits, in milliseconds: changes of other processes arrive
 * within a second.
 */
const readEveryMs = 500

interface FeedDocument {
  /** Distinguishes this document from an earlier one. */
  run: string
  /** Number of the oldest change. */
  first: number
  changes: Change[]
}

/** The changes feed of several processes: all of them serve the changes that one announces. */
export class ElasticsearchFeed implements ChangeFeed {
  readonly #documents: Documents
  #gathering: Change[] = []
  #writing: Promise<void> | undefined
  #next: Promise<void> | undefined
  readonly #signal = new Signal()
  #reading: Promise<StoredDocument<FeedDocument>> | undefined
  #isClosed = false

  constructor(documents: Documents) {
    this.#documents = documents
  }

  /** Changes announced during a write share the next one. */
  announce(changes: readonly Change[]): Promise<void> {
    this.#gathering.push(...changes)
    this.#next ??= (this.#writing ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        const batch = this.#gathering
        this.#gathering = []
        this.#next = undefined
        this.#writing = this.#append(batch)
        return this.#writing
      })
    return this.#next
  }

  async since(cursor: string | undefined, waitMs = 0): Promise<News> {
    const until = performance.now() + waitMs
    let news = newsOf(await this.#read(), cursor)
    while (news.changes?.length === 0 && performance.now() < until && !this.#isClosed) {
      news = newsOf(await this.#nextRead(), cursor)
    }
    return news
  }

  close(): void {
    this.#isClosed = true
    this.#signal.fire()
  }

  /** Reads it again after an announcement here, or after a while: one read for all that wait. */
  #nextRead(): Promise<StoredDocument<FeedDocument>> {
    this.#reading ??= this.#signal.wait(readEveryMs).then(() => {
      this.#reading = undefined
      return this.#read()
    })
    return this.#reading
  }

  async #read(): Promise<StoredDocument<FeedDocument>> {
    for (;;) {
      const found = await this.#documents.get<FeedDocument>(name)
      if (found) return found
      await this.#create()
    }
  }

  async #append(batch: readonly Change[]): Promise<void> {
    for (;;) {
      const found = await this.#read()
      const { run, first, changes } = found.source
      const all = [...changes, ...batch]
      const surplus = Math.max(0, all.length - maxChanges)
      const next: FeedDocument = { run, first: first + surplus, changes: all.slice(surplus) }
      if (await this.#documents.replace(name, next, found.version)) break
    }
    this.#signal.fire()
  }

  /** Another process may be faster; either way it exists then. */
  async #create(): Promise<void> {
    const document: FeedDocument = { run: randomBytes(6).toString('hex'), first: 0, changes: [] }
    await this.#documents.create(name, document)
  }
}

function newsOf(
  { source: { run, first, changes } }: StoredDocument<FeedDocument>,
  cursor: string | undefined,
): News {
  const next = first + changes.length
  const from = Number(cursor?.slice(run.length + 1))
  const isKnown = cursor === `${run}.${from}` && from >= first && from <= next
  return { cursor: `${run}.${next}`, changes: isKnown ? changes.slice(from - first) : undefined }
}
