import type { Environment } from '../config/settings.js'
import { authAccess, authIndex } from '../elasticsearch/auth-store.js'
import { type Client, elasticsearchClient, errors } from '../elasticsearch/client.js'
import type { HourRange } from './range.js'
import type { SearchTerm } from './search-terms.js'
import type { TermPart, UsagePart, UsageStore } from './store.js'
import { dayForm, type UsageRow } from './usage.js'

/** Documents in one request: about 2 MB. */
const pageSize = 5000

const mappings = {
  dynamic: 'strict',
  properties: {
    id: { type: 'keyword' },
    hour: { type: 'date' },
    owner: { type: 'keyword' },
    key: { type: 'keyword' },
    prefix: { type: 'keyword' },
    requests: { type: 'long' },
    cost: { type: 'double' },
    bytes: { type: 'long' },
    errors: { type: 'object', enabled: false },
    term: { type: 'keyword' },
    searches: { type: 'long' },
    foundNothing: { type: 'long' },
  },
} as const

/** A document: a row or a search term, with its id, which lists are sorted by. */
type UsageDocument<Row = UsageRow | SearchTerm> = Row & { id: string }

/**
 * Opens nothing yet. The names of the indices begin with AUTH_INDEX, which no caller can search.
 * @throws Error for a mistake in the settings of the auth store.
 */
export function openUsageIndices(env: Environment): UsageStore {
  const client = elasticsearchClient(authAccess(env), { requestTimeout: 10_000, maxRetries: 3 })
  return new UsageIndices(client, `${authIndex(env)}-usage-`)
}

/** An index for each day, a document for each row or search term. */
export class UsageIndices implements UsageStore {
  readonly #client: Client
  readonly #beginning: string

  constructor(client: Client, beginning: string) {
    this.#client = client
    this.#beginning = beginning
  }

  async write({ hour, id: part, rows }: UsagePart): Promise<void> {
    const idOf = ({ key, owner }: UsageRow) => `${hour}:${part}:${key ?? `owner-${owner}`}`
    await this.#write(
      this.#indexOf(hour),
      rows.map((row) => ({ ...row, id: idOf(row) })),
    )
  }

  /** A term has the id of its place: another one that takes it replaces it. */
  async writeTerms({ day, id: part, terms }: TermPart): Promise<void> {
    await this.#write(
      this.#indexOf(day),
      terms.map((term, i) => ({ ...term, id: `${day}:${part}:term-${i}` })),
    )
  }

  async *readTerms(day: string): AsyncGenerator<SearchTerm> {
    yield* this.#readIndex<SearchTerm>(this.#indexOf(day), { exists: { field: 'term' } })
  }

  async *read({ from, to }: HourRange, owner?: string): AsyncGenerator<UsageRow> {
    const filter = [
      { range: { hour: { gte: from, lt: to } } },
      ...(owner === undefined ? [] : [{ term: { owner } }]),
    ]
    for (const day of await this.days()) {
      if (day < from.slice(0, 10) || day > to.slice(0, 10)) continue
      const index = this.#indexOf(day)
      yield* this.#readIndex<UsageRow>(index, { bool: { filter } })
    }
  }

  /** Other indices of the same beginning are not its own. */
  async days(): Promise<string[]> {
    const index = `${this.#beginning}*`
    const found = await this.#client.indices.get({ index, expand_wildcards: ['open', 'hidden'] })
    return Object.keys(found)
      .map((name) => name.slice(this.#beginning.length).replaceAll('.', '-'))
      .filter((day) => dayForm.test(day) && Object.hasOwn(found, this.#indexOf(day)))
      .sort()
  }

  async remove(day: string): Promise<void> {
    await this.#client.indices.delete({ index: this.#indexOf(day), ignore_unavailable: true })
  }

  async #write(index: string, documents: readonly UsageDocument[]): Promise<void> {
    await this.#create(index)
    for (let i = 0; i < documents.length; i += pageSize) {
      const operations = documents
        .slice(i, i + pageSize)
        .flatMap((document) => [{ index: { _id: document.id } }, document])
      // now, once a minute, so that no reader has to
      const { errors, items } = await this.#client.bulk({ index, operations, refresh: true })
      const failed = errors ? items.find((item) => item.index?.error)?.index?.error : undefined
      if (failed) throw new Error(`${index}: ${failed.type}`)
    }
  }

  async *#readIndex<Row>(index: string, query: object): AsyncGenerator<Row> {
    for (let after: string | undefined; ; ) {
      const { hits } = await this.#client.search<UsageDocument<Row>>({
        ...{ index, query, size: pageSize, sort: [{ id: 'asc' }], track_total_hits: false },
        ...{ ignore_unavailable: true, allow_partial_search_results: false },
        ...(after !== undefined && { search_after: [after] }),
      })
      for (const { _source } of hits.hits) {
        const { id, ...row } = _source!
        after = id
        yield row as Row
      }
      if (hits.hits.length < pageSize) return
    }
  }

  /** Without it the first write would create an index that takes any field. */
  async #create(index: string): Promise<void> {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1', hidden: true }
    await this.#client.indices.create({ index, settings, mappings }).catch((error: unknown) => {
      if (!isThere(error)) throw error
    })
  }

  #indexOf(time: string): string {
    return this.#beginning + time.slice(0, 10).replaceAll('-', '.')
  }
}

function isThere(error: unknown): boolean {
  if (!(error instanceof errors.ResponseError)) return false
  const { error: refusal } = error.body as { error?: { type?: string } }
  return refusal?.type === 'resource_already_exists_exception'
}
