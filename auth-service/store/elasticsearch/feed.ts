import { randomBytes } from 'node:crypto'
import {
  type Change,
  type ChangeFeed,
  type KeptChanges,
  type News,
  Signal,
  selectNews,
} from '../feed.js'
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

/** The changes feed of several processes: all of them serve the changes that one announces. */
export class ElasticsearchFeed implements ChangeFeed {
  readonly #documents: Documents
  #gathering: Change[] = []
  #writing: Promise<void> | undefined
  #next: Promise<void> | undefined
  readonly #signal = new Signal()
  #reading: Promise<StoredDocument<KeptChanges>> | undefined
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

  async since(cursor: string | undefined, waitMs: number): Promise<News> {
    const until = performance.now() + waitMs
    let news = selectNews((await this.#read()).source, cursor)
    while (news.changes?.length === 0 && performance.now() < until && !this.#isClosed) {
      news = selectNews((await this.#nextRead()).source, cursor)
    }
    return news
  }

  close(): void {
    this.#isClosed = true
    this.#signal.fire()
  }

  /** Reads it again after an announcement here, or after a while: one read for all that wait. */
  #nextRead(): Promise<StoredDocument<KeptChanges>> {
    this.#reading ??= this.#signal.wait(readEveryMs).then(() => {
      this.#reading = undefined
      return this.#read()
    })
    return this.#reading
  }

  async #read(): Promise<StoredDocument<KeptChanges>> {
    for (;;) {
      const found = await this.#documents.get<KeptChanges>(name)
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
      const next: KeptChanges = { run, first: first + surplus, changes: all.slice(surplus) }
      if (await this.#documents.replace(name, next, found.version)) break
    }
    this.#signal.fire()
  }

  /** Another process may be faster; either way it exists then. */
  async #create(): Promise<void> {
    const document: KeptChanges = { run: randomBytes(6).toString('hex'), first: 0, changes: [] }
    await this.#documents.create(name, document)
  }
}
