import type { Client } from '@elastic/elasticsearch'
import { ApiError } from '../plugins/kit/errors.js'

/** Which state of a document a change was decided on. */
export interface DocumentVersion {
  seqNo: number
  primaryTerm: number
}

/** Documents read at a time by a search. */
const pageSize = 1000
/** A write must not make an index. */
const mustExist = { require_alias: true }

/** The documents of one Elasticsearch index: by name in real time, or by a search that misses nothing. */
export class Documents {
  readonly #client: Client
  readonly #alias: string

  constructor(client: Client, alias: string) {
    this.#client = client
    this.#alias = alias
  }

  /**
   * Makes the index unless it is there, behind an alias: writes ask for the alias, so that an index that was deleted is not
   * made anew in silence. Only the given fields can be searched.
   * @throws ApiError SERVICE_UNAVAILABLE when Elasticsearch cannot be reached or refuses.
   */
  async prepare(properties: object): Promise<void> {
    const { status } = await this.#send('GET', `/_alias/${this.#alias}`, {}, [404])
    if (status === 200) return
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1', hidden: true }
    const aliases = { [this.#alias]: { is_hidden: true } }
    const body = { settings, mappings: { dynamic: false, properties }, aliases }
    const made = await this.#send('PUT', `/${this.#alias}-1`, { body }, [400])
    const type = made.body.error?.type
    if (type !== undefined && type !== 'resource_already_exists_exception') throw unavailable(type)
  }

  async get<Source>(name: string): Promise<{ source: Source; version: DocumentVersion } | undefined> {
    const { status, body } = await this.#send('GET', `/${this.#alias}/_doc/${encodeURIComponent(name)}`, {}, [404])
    if (status === 404 && body.error) throw unavailable(body.error.type) // the index itself is gone
    if (!body.found) return undefined
    return { source: body._source as Source, version: { seqNo: body._seq_no, primaryTerm: body._primary_term } }
  }

  /** @returns false when there is one of that name. */
  async create(name: string, source: object): Promise<boolean> {
    return (
      (
        await this.#send(
          'PUT',
          `/${this.#alias}/_create/${encodeURIComponent(name)}`,
          { body: source, querystring: mustExist },
          [409],
        )
      ).status !== 409
    )
  }

  /** @returns false when it is no longer what it was. */
  async replace(name: string, source: object, { seqNo, primaryTerm }: DocumentVersion): Promise<boolean> {
    const querystring = { if_seq_no: seqNo, if_primary_term: primaryTerm, ...mustExist }
    const path = `/${this.#alias}/_doc/${encodeURIComponent(name)}`
    return (await this.#send('PUT', path, { body: source, querystring }, [409])).status !== 409
  }

  async remove(name: string): Promise<void> {
    await this.#send('DELETE', `/${this.#alias}/_doc/${encodeURIComponent(name)}`, {}, [404])
  }

  async count(filter: object[]): Promise<number> {
    await this.#send('POST', `/${this.#alias}/_refresh`)
    return (await this.#send('POST', `/${this.#alias}/_count`, { body: { query: { bool: { filter } } } })).body.count
  }

  /** All documents that pass the filter, in the order of their ids. */
  async search<Source extends { id: string }>(filter: object[]): Promise<Source[]> {
    await this.#send('POST', `/${this.#alias}/_refresh`)
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
      const answer = await this.#send('POST', `/${this.#alias}/_search`, { body, querystring })
      const hits = answer.body.hits.hits as { _source: Source }[]
      found.push(...hits.map(({ _source }) => _source))
      if (hits.length < pageSize) return found
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** @throws ApiError SERVICE_UNAVAILABLE for every answer but 2xx and the ones expected. */
  async #send(
    method: string,
    path: string,
    { body, querystring }: { body?: object; querystring?: Record<string, unknown> } = {},
    expected: number[] = [],
  ) {
    try {
      const request = {
        method,
        path,
        ...(body && { body }),
        ...(querystring && { querystring }),
      }
      // only what changes nothing may be sent twice
      const options = { ignore: expected, meta: true, maxRetries: method === 'GET' ? 2 : 0 } as const
      // biome-ignore lint/suspicious/noExplicitAny: an answer of Elasticsearch, read field by field above
      const { statusCode, body: answer } = await this.#client.transport.request<any>(request, options)
      return { status: statusCode, body: answer }
    } catch (cause) {
      throw unavailable(cause)
    }
  }
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'The service cannot reach its store. Try again shortly.', { cause })
}
