import type { Client } from '../../../kit/elasticsearch/client.js'
import type { StoreError } from '../errors.js'
import { StoreHealth } from '../store-health.js'
import { type FailedAnswer, failureBehind, toStoreError } from './failure.js'

/** The version of a document that a change was based on. */
export interface DocumentVersion {
  seqNo: number
  primaryTerm: number
}

/** A document as it was read. */
export interface StoredDocument<Source> {
  source: Source
  version: DocumentVersion
}

interface BulkOutcome {
  _id: string
  status: number
  error?: { type: string }
}

/** Documents read at a time by a search. */
const pageSize = 1000
/** A write must not create an index. */
const mustExist = { require_alias: true }
/** The name of the document with the clock's mark, which every service writes at its start. */
export const clockName = 'clock'

/**
 * The documents of one Elasticsearch index: by name in real time, or by a search that misses
 * nothing.
 */
export class Documents {
  readonly #client: Client
  readonly alias: string
  readonly health = new StoreHealth(() => this.#writeAgain())

  constructor(client: Client, alias: string) {
    this.#client = client
    this.alias = alias
  }

  /**
   * Creates the index unless it exists, behind an alias: writes require the alias, so that a
   * deleted index is not silently created again. Only the given fields can be searched.
   * @throws StoreError when Elasticsearch cannot be reached or refuses.
   */
  async prepare(properties: object): Promise<void> {
    const { status } = await this.#send('GET', `/_alias/${this.alias}`, {}, [404])
    if (status === 200) return
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1', hidden: true }
    const aliases = { [this.alias]: { is_hidden: true } }
    const body = { settings, mappings: { dynamic: false, properties }, aliases }
    const made = await this.#send('PUT', `/${this.alias}-1`, { body }, [400])
    const type = made.body.error?.type
    if (type !== undefined && type !== 'resource_already_exists_exception') {
      throw toStoreError(this.alias, { status: made.status, type })
    }
  }

  async get<Source>(name: string): Promise<StoredDocument<Source> | undefined> {
    const { status, body } = await this.#send(
      'GET',
      `/${this.alias}/_doc/${encodeURIComponent(name)}`,
      {},
      [404],
    )
    // the index itself is missing
    if (status === 404 && body.error) throw this.#failure(body.error)
    if (!body.found) return undefined
    return {
      source: body._source as Source,
      version: { seqNo: body._seq_no, primaryTerm: body._primary_term },
    }
  }

  /** @returns false when the name exists already. */
  async create(name: string, source: object): Promise<boolean> {
    const path = `/${this.alias}/_create/${encodeURIComponent(name)}`
    const { status } = await this.#write(path, { body: source, querystring: mustExist })
    return status !== 409
  }

  /** Creates many documents; existing ones are left unchanged. */
  async createAll(documents: ReadonlyMap<string, object>): Promise<void> {
    const lines = Array.from(documents, ([_id, source]) => [{ create: { _id } }, source])
    await this.#bulk(lines.flat(), [409])
  }

  /** @returns false when it has changed since it was read. */
  async replace(
    name: string,
    source: object,
    { seqNo, primaryTerm }: DocumentVersion,
  ): Promise<boolean> {
    const querystring = { if_seq_no: seqNo, if_primary_term: primaryTerm, ...mustExist }
    const path = `/${this.alias}/_doc/${encodeURIComponent(name)}`
    return (await this.#write(path, { body: source, querystring })).status !== 409
  }

  /** The existing ones of many documents, by name in real time. */
  async getAll<Source>(names: readonly string[]): Promise<Map<string, StoredDocument<Source>>> {
    const { body } = await this.#send('POST', `/${this.alias}/_mget`, { body: { ids: names } })
    const found = new Map<string, StoredDocument<Source>>()
    for (const { _id, found: isThere, error, _source, _seq_no, _primary_term } of body.docs) {
      if (error) throw this.#failure(error)
      if (isThere)
        found.set(_id, { source: _source, version: { seqNo: _seq_no, primaryTerm: _primary_term } })
    }
    return found
  }

  /**
   * @returns the names of those that have changed since they were read; they are left unchanged.
   */
  async replaceAll(documents: ReadonlyMap<string, StoredDocument<object>>): Promise<string[]> {
    const lines = Array.from(documents, ([_id, { source, version }]) => [
      { index: { _id, if_seq_no: version.seqNo, if_primary_term: version.primaryTerm } },
      source,
    ])
    return this.#bulk(lines.flat(), [409])
  }

  async removeAll(names: readonly string[]): Promise<void> {
    await this.#bulk(
      names.map((_id) => ({ delete: { _id } })),
      [404],
    )
  }

  /** @returns the names of the operations that ended with an expected status. */
  async #bulk(lines: object[], expected: number[]): Promise<string[]> {
    if (lines.length === 0) return []
    const { body } = await this.#send('POST', `/${this.alias}/_bulk`, {
      bulkBody: lines,
      querystring: mustExist,
    })
    const outcomes = (body.items as Record<string, BulkOutcome>[]).flatMap((item) =>
      Object.values(item),
    )
    const failed = outcomes.find(({ status }) => status >= 300 && !expected.includes(status))
    if (failed) throw this.#failure({ status: failed.status, type: failed.error?.type })
    this.health.wrote()
    return outcomes.filter(({ status }) => status >= 300).map(({ _id }) => _id)
  }

  async count(filter: object[]): Promise<number> {
    await this.#send('POST', `/${this.alias}/_refresh`)
    return (
      await this.#send('POST', `/${this.alias}/_count`, { body: { query: { bool: { filter } } } })
    ).body.count
  }

  /** All documents that pass the filter, in the order of their ids. */
  async search<Source extends { id: string }>(filter: object[]): Promise<Source[]> {
    await this.#send('POST', `/${this.alias}/_refresh`)
    const found: Source[] = []
    for (;;) {
      const last = found.at(-1)
      const after = last ? { search_after: [last.id] } : {}
      const body = {
        query: { bool: { filter } },
        size: pageSize,
        sort: [{ id: 'asc' }],
        track_total_hits: false,
        ...after,
      }
      const querystring = { allow_partial_search_results: false }
      const answer = await this.#send('POST', `/${this.alias}/_search`, { body, querystring })
      const hits = answer.body.hits.hits as { _source: Source }[]
      found.push(...hits.map(({ _source }) => _source))
      if (hits.length < pageSize) return found
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #write(path: string, content: { body: object; querystring: Record<string, unknown> }) {
    const answer = await this.#send('PUT', path, content, [409])
    this.health.wrote()
    return answer
  }

  #failure(answer: FailedAnswer): StoreError {
    return this.#noted(toStoreError(this.alias, answer))
  }

  #noted(failure: StoreError): StoreError {
    this.health.failed(failure)
    return failure
  }

  /** Writes the clock's mark as it is. */
  async #writeAgain(): Promise<void> {
    const found = await this.get<object>(clockName)
    if (found) await this.replace(clockName, found.source, found.version)
  }

  /** @throws StoreError for every answer except 2xx and the expected ones. */
  async #send(
    method: string,
    path: string,
    {
      body,
      bulkBody,
      querystring,
    }: { body?: object; bulkBody?: object[]; querystring?: Record<string, unknown> } = {},
    expected: number[] = [],
  ) {
    try {
      const request = {
        method,
        path,
        ...(body && { body }),
        ...(bulkBody && { bulkBody }),
        ...(querystring && { querystring }),
      }
      // only reads may be sent twice
      const options = {
        ignore: expected,
        meta: true,
        maxRetries: method === 'GET' ? 2 : 0,
      } as const
      // biome-ignore lint/suspicious/noExplicitAny: an answer of Elasticsearch, read field by field above
      const { statusCode, body: answer } = await this.#client.transport.request<any>(
        request,
        options,
      )
      return { status: statusCode, body: answer }
    } catch (cause) {
      throw this.#noted(failureBehind(this.alias, cause))
    }
  }
}
