import type { Answer } from './answer.js'
import type { AllPagesBody, ExportBody } from './body.js'
import { allRows, exportCall } from './export.js'
import { ApiKeys } from './keys.js'
import { allHits } from './pages.js'
import { defaultRetry, type RetryOptions } from './retry.js'
import { Session } from './session.js'
import {
  type AnswerNotes,
  allFound,
  type FindParameters,
  type FoundPage,
  organizationsPath,
  renderPath,
  type Suggestion,
  toNotes,
  type WithDistance,
} from './templates.js'
import { type Call, Transport, type TransportOptions } from './transport.js'
import type {
  CallOptions,
  Credentials,
  Explanation,
  FieldList,
  Hit,
  Limits,
  Organization,
  SearchRequest,
  SearchResult,
  Usage,
  UsageQuery,
  User,
} from './types.js'

export interface ClientOptions {
  /** The URL of the service, such as `https://directory.example.org`; `/api/v1` may follow. */
  baseUrl: string
  /**
   * For searches, explanations and the list of fields. Without it they are sent with the token of a
   * login.
   */
  apiKey?: string
  /** Replaces the platform's own. */
  fetch?: typeof fetch
  /** Timeout of an attempt in milliseconds; by default 30,000. */
  timeoutMs?: number
  /** By default 4 attempts within 30 s. */
  retry?: Partial<RetryOptions>
}

const searchPath = `${organizationsPath}/search`

/**
 * The Nonprofit Organization Directory API. Credentials are private: inspecting or serializing it
 * does not show them.
 */
export class DirectoryClient {
  /** API keys of the user who is logged in. */
  readonly keys: ApiKeys
  readonly #transport: Transport
  readonly #session: Session
  readonly #apiKey: string | undefined
  readonly #options: TransportOptions
  #fields: { tag: string; list: FieldList } | undefined

  /** @throws TypeError for invalid options. */
  constructor(options: ClientOptions) {
    if (typeof options !== 'object' || options === null) {
      throw new TypeError("the options are missing: new DirectoryClient({ baseUrl: 'https://…' })")
    }
    const { baseUrl, apiKey, fetch: own, timeoutMs = 30_000, retry } = options
    // fetch would refuse a header with such a character, in an error that shows it
    if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new TypeError('apiKey must be a complete key, without white space')
    }
    this.#apiKey = apiKey
    this.#options = {
      baseUrl: normalizeBaseUrl(baseUrl),
      fetch: own ?? ((...sent) => fetch(...sent)),
      timeoutMs,
      retry: { ...defaultRetry, ...retry },
    }
    this.#transport = new Transport(this.#options)
    this.#session = new Session(this.#transport)
    this.keys = new ApiKeys(this.#session)
  }

  /** Logs in. The tokens are kept inside, and refreshed automatically before they expire. */
  login(credentials: Credentials, { signal }: CallOptions = {}): Promise<User> {
    return this.#session.login(credentials, signal)
  }

  /**
   * Forgets the login at once, and ends its session. Rejects if the service could not end it: the
   * session then lasts until it expires, but no one here has its tokens.
   */
  logout({ signal }: CallOptions = {}): Promise<void> {
    return this.#session.logout(signal)
  }

  /** Ends all sessions of the user, on all machines. After a failure the login remains. */
  logoutAll({ signal }: CallOptions = {}): Promise<void> {
    return this.#session.logoutAll(signal)
  }

  /** The user who is logged in. */
  async me({ signal }: CallOptions = {}): Promise<User> {
    const call = { method: 'GET', path: '/api/v1/auth/me', isRepeatable: true, signal } as const
    return (await this.#session.send<User>(call)).data
  }

  /** Changes the password; the user's other sessions end. Never retried. */
  async changePassword(
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    { signal }: CallOptions = {},
  ): Promise<void> {
    const body = { currentPassword, newPassword }
    await this.#session.send({
      method: 'POST',
      path: '/api/v1/auth/password',
      body,
      isRepeatable: false,
      signal,
    })
  }

  /** The organization of an id or a tax code. @throws ApiError NOT_FOUND if there is none. */
  async organization<Source = Organization>(
    id: string,
    { signal }: CallOptions = {},
  ): Promise<Source> {
    const path = `${organizationsPath}/${encodeURIComponent(id)}`
    return (await this.#get<{ organization: Source }>(path, signal)).organization
  }

  /** Organizations by name, place and other properties, without a query language. */
  async find<Source = Organization>(
    parameters: FindParameters,
    options: CallOptions = {},
  ): Promise<FoundPage<Source> & AnswerNotes> {
    const { data, ...notes } = await this.ask<FoundPage<Source>>(
      organizationsPath,
      { ...parameters },
      options,
    )
    return { ...data, ...notes }
  }

  /**
   * The organizations of all pages of `find`, page by page. Pages end at 10,000 organizations: it
   * then rejects with VALIDATION_ERROR. `export` has no end.
   */
  findAll<Source = Organization>(
    parameters: Omit<FindParameters, 'page' | 'facets' | 'explain'>,
    options: CallOptions = {},
  ): AsyncGenerator<WithDistance<Source>, void, undefined> {
    const all = { size: 100, ...parameters }
    return allFound((page) => this.find<Source>({ ...all, page }, options))
  }

  /**
   * The `data` of a search template that the operator has declared, with what comes with the answer.
   * @param path Of its endpoint, such as `/forms`. @throws TypeError for a path without a slash.
   */
  async ask<Data = unknown>(
    path: string,
    parameters: Readonly<Record<string, unknown>> = {},
    { signal }: CallOptions = {},
  ): Promise<{ data: Data } & AnswerNotes> {
    if (!path.startsWith('/')) throw new TypeError('the path begins with a slash')
    const call = { method: 'GET', path: renderPath(path, parameters), isRepeatable: true } as const
    const answer = await this.#send<Data>({ ...call, signal })
    return { data: answer.data, ...toNotes(answer) }
  }

  /** Up to ten organizations whose names begin like what was typed, tolerating typos. */
  async suggest(q: string, { signal }: CallOptions = {}): Promise<Suggestion[]> {
    const path = renderPath(`${organizationsPath}/suggest`, { q })
    return (await this.#get<{ suggestions: Suggestion[] }>(path, signal)).suggestions
  }

  /** Searches organizations with a query of Elasticsearch. */
  async search<Source = Organization, Aggregations = Record<string, unknown>>(
    { index, body }: SearchRequest,
    { signal }: CallOptions = {},
  ): Promise<SearchResult<Source, Aggregations>> {
    const answer = await this.#post<Omit<SearchResult<Source, Aggregations>, 'hints' | 'cost'>>(
      searchPath,
      { index, body },
      signal,
    )
    const { hints, cost, requestId } = toNotes(answer)
    return { ...answer.data, hints, cost, requestId }
  }

  /**
   * All hits of a search, page by page: `for await (const organization of directory.searchAll(…))`.
   */
  searchAll<Source = Organization>(
    { index, body }: SearchRequest<AllPagesBody>,
    options: CallOptions = {},
  ): AsyncGenerator<Hit<Source>, void, undefined> {
    return allHits<Source>(body, (page) => this.search<Source>({ index, body: page }, options))
  }

  /**
   * All organizations of a search, in one answer of one point in time. After a break it goes on
   * where it was: no organization is missing or doubled.
   */
  export<Source = Organization>(
    search: SearchRequest<ExportBody>,
    { signal }: CallOptions = {},
  ): AsyncGenerator<Source, void, undefined> {
    const open = async (cursor: string | undefined) =>
      (await this.#send<ReadableStream<Uint8Array>>(exportCall(search, cursor, signal))).data
    return allRows<Source>({ ...this.#options, open, signal })
  }

  /** Whether a search would be accepted, its problems, and its cost, without running it. */
  async explain(
    { index, body }: SearchRequest,
    { signal }: CallOptions = {},
  ): Promise<Explanation> {
    return (await this.#post<Explanation>(`${searchPath}/explain`, { index, body }, signal)).data
  }

  /**
   * The fields that a search may name. Cheap to call again: the list is cached, and only changes
   * are transferred.
   */
  async fields({ signal }: CallOptions = {}): Promise<FieldList> {
    const known = this.#fields
    const headers = known && { 'If-None-Match': known.tag }
    const call = {
      method: 'GET',
      path: `${organizationsPath}/fields`,
      isRepeatable: true,
      signal,
    } as const
    const answer = await this.#send<FieldList>({ ...call, ...(headers && { headers }) })
    if (answer.status === 304 && known) return known.list
    const tag = answer.headers.get('etag')
    this.#fields = tag === null ? undefined : { tag, list: answer.data }
    return answer.data
  }

  /**
   * The limits of the credential, and what is left of them; with `all` also those of its address.
   * Spends none of them.
   */
  limits({ all = false, signal }: CallOptions & { all?: boolean } = {}): Promise<Limits> {
    return this.#get<Limits>(`/api/v1/limits${all ? '?all=true' : ''}`, signal)
  }

  /**
   * What was used, by day, hour or key, up to a minute late: of the whole account with an access
   * token, of the key itself with an API key.
   */
  usage(query: UsageQuery = {}, { signal }: CallOptions = {}): Promise<Usage> {
    const { from, to, by } = query
    return this.#get<Usage>(renderPath('/api/v1/usage', { from, to, by }), signal)
  }

  async #get<Data>(path: string, signal: AbortSignal | undefined): Promise<Data> {
    return (await this.#send<Data>({ method: 'GET', path, isRepeatable: true, signal })).data
  }

  #post<Data>(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Answer<Data>> {
    return this.#send<Data>({ method: 'POST', path, body, isRepeatable: true, signal })
  }

  /** With the API key if there is one, else with the token of the login. */
  #send<Data>(call: Call): Promise<Answer<Data>> {
    if (this.#apiKey === undefined) return this.#session.send<Data>(call)
    return this.#transport.send<Data>({
      ...call,
      headers: { ...call.headers, 'X-API-Key': this.#apiKey },
    })
  }
}

/** @throws TypeError without the address: it may contain a credential. */
function normalizeBaseUrl(baseUrl: string): string {
  const wrong = new TypeError(
    'baseUrl must be an http(s) address without credentials, query or fragment',
  )
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw wrong
  }
  const { protocol, username, password, search, hash, origin, pathname } = url
  if (!/^https?:$/.test(protocol) || username || password || search || hash) throw wrong
  return origin + pathname.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}
