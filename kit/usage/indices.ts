import type { Environment } from '../config/settings.js'
import { authAccess, authIndex } from '../elasticsearch/auth-store.js'
import { type Client, elasticsearchClient, errors } from '../elasticsearch/client.js'
import {
  dayForm,
  type HourRange,
  isDayInRange,
  type Series,
  type UsagePart,
  type UsageStore,
} from './store.js'

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

/** A field that only the rows of a series have. */
const fields = { usage: 'owner', searches: 'term' } as const

/**
 * Opens nothing yet. The names of the indices begin with AUTH_INDEX, which no caller can search.
 * @throws Error for a mistake in the settings of the auth store.
 */
export function openUsageIndices(env: Environment): UsageStore {
  const client = elasticsearchClient(authAccess(env), { requestTimeout: 10_000, maxRetries: 3 })
  return new UsageIndices(client, `${authIndex(env)}-usage-`)
}

/** An index for each day, a document for each row, with an id which lists are sorted by. */
export class UsageIndices implements UsageStore {
  readonly #client: Client
  readonly #prefix: string

  constructor(client: Client, prefix: string) {
    this.#client = client
    this.#prefix = prefix
  }

  async write({ series, hour, id: part, rows }: UsagePart): Promise<void> {
    const index = this.#toIndex(hour)
    const documents = rows.map((row, i) => ({ ...row, id: `${hour}:${series}:${part}:${i}` }))
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

  async *read<Name extends keyof Series>(
    series: Name,
    hours: HourRange,
    owner?: string,
  ): AsyncGenerator<Series[Name]> {
    const filter = [
      { exists: { field: fields[series] } },
      { range: { hour: { gte: hours.from, lt: hours.to } } },
      ...(owner === undefined ? [] : [{ term: { owner } }]),
    ]
    for (const day of await this.days())
      if (isDayInRange(day, hours)) yield* this.#readIndex(this.#toIndex(day), { bool: { filter } })
  }

  /** Other indices of the same beginning are not its own. */
  async days(): Promise<string[]> {
    const index = `${this.#prefix}*`
    const found = await this.#client.indices.get({ index, expand_wildcards: ['open', 'hidden'] })
    return Object.keys(found)
      .map((name) => name.slice(this.#prefix.length).replaceAll('.', '-'))
      .filter((day) => dayForm.test(day) && Object.hasOwn(found, this.#toIndex(day)))
      .sort()
  }

  async remove(day: string): Promise<void> {
    await this.#client.indices.delete({ index: this.#toIndex(day), ignore_unavailable: true })
  }

  async *#readIndex<Row>(index: string, query: object): AsyncGenerator<Row> {
    for (let after: string | undefined; ; ) {
      const { hits } = await this.#client.search<Row & { id: string }>({
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
      const { body } = error instanceof errors.ResponseError ? error : { body: undefined }
      const { type } = (body as { error?: { type?: string } } | undefined)?.error ?? {}
      if (type !== 'resource_already_exists_exception') throw error
    })
  }

  #toIndex(time: string): string {
    return this.#prefix + time.slice(0, 10).replaceAll('-', '.')
  }
}
