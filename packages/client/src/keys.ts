import type { Session } from './session.js'
import type { ApiKey, CallOptions, KeyChange, KeyRequest, NewApiKey } from './types.js'

const path = '/api/v1/api-keys'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** The API keys of the user who is logged in. */
export class ApiKeys {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Creates a key. Never retried: a second key would go unnoticed. */
  async create(
    { name, scopes, expiresIn, allow }: KeyRequest,
    { signal }: CallOptions = {},
  ): Promise<NewApiKey> {
    const body = { name, scopes, expiresIn, allow }
    const answer = await this.#session.send<NewApiKey>({
      method: 'POST',
      path,
      body,
      isRepeatable: false,
      signal,
    })
    return answer.data
  }

  /** The keys of a page; `total` counts all. */
  async list({
    signal,
    limit,
    offset,
  }: CallOptions & { limit?: number; offset?: number } = {}): Promise<{
    keys: ApiKey[]
    total: number
  }> {
    const asked = Object.entries({ limit, offset }).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(
      asked.map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const call = {
      method: 'GET',
      path: query === '' ? path : `${path}?${query}`,
      isRepeatable: true,
      signal,
    } as const
    return (await this.#session.send<{ keys: ApiKey[]; total: number }>(call)).data
  }

  async get(id: string, { signal }: CallOptions = {}): Promise<ApiKey> {
    const call = { method: 'GET', path: pathOf(id), isRepeatable: true, signal } as const
    return (await this.#session.send<ApiKey>(call)).data
  }

  /** Changes the name, the scopes or the allow list of a key, or ends it earlier. */
  async update(
    id: string,
    { name, scopes, expiresAt, allow }: KeyChange,
    { signal }: CallOptions = {},
  ): Promise<ApiKey> {
    const body = { name, scopes, expiresAt, allow }
    const call = { method: 'PATCH', path: pathOf(id), body, isRepeatable: true, signal } as const
    return (await this.#session.send<ApiKey>(call)).data
  }

  /** Revokes a key. */
  async revoke(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#session.send({ method: 'DELETE', path: pathOf(id), isRepeatable: true, signal })
  }

  /** Replaces a key; the old one ends after a grace period of this many seconds. Never retried. */
  async rotate(
    id: string,
    { signal, graceSeconds = 0 }: CallOptions & { graceSeconds?: number } = {},
  ): Promise<NewApiKey> {
    const call = {
      method: 'POST',
      path: `${pathOf(id)}/rotate`,
      body: { graceSeconds },
      isRepeatable: false,
      signal,
    } as const
    return (await this.#session.send<NewApiKey>(call)).data
  }
}
