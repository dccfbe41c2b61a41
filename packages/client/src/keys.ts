import type { Session } from './session.js'
import { renderPath } from './templates.js'
import type { Call } from './transport.js'
import type { ApiKey, CallOptions, CreatedApiKey, KeyChange, KeyRequest } from './types.js'

const path = '/api/v1/api-keys'
const keyPath = (id: string) => `${path}/${encodeURIComponent(id)}`

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
  ): Promise<CreatedApiKey> {
    const body = { name, scopes, expiresIn, allow }
    return this.#send('POST', path, { body, isRepeatable: false, signal })
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
    return this.#send('GET', renderPath(path, { limit, offset }), { signal })
  }

  async get(id: string, { signal }: CallOptions = {}): Promise<ApiKey> {
    return this.#send('GET', keyPath(id), { signal })
  }

  /** Changes the name, the scopes or the allow list of a key, or ends it earlier. */
  async update(
    id: string,
    { name, scopes, expiresAt, allow }: KeyChange,
    { signal }: CallOptions = {},
  ): Promise<ApiKey> {
    return this.#send('PATCH', keyPath(id), { body: { name, scopes, expiresAt, allow }, signal })
  }

  /** Revokes a key. */
  async revoke(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#send('DELETE', keyPath(id), { signal })
  }

  /** Replaces a key; the old one ends after a grace period of this many seconds. Never retried. */
  async rotate(
    id: string,
    { signal, graceSeconds = 0 }: CallOptions & { graceSeconds?: number } = {},
  ): Promise<CreatedApiKey> {
    const body = { graceSeconds }
    return this.#send('POST', `${keyPath(id)}/rotate`, { body, isRepeatable: false, signal })
  }

  async #send<Data>(
    method: Call['method'],
    path: string,
    { isRepeatable = true, ...rest }: Pick<Call, 'body' | 'signal'> & { isRepeatable?: boolean },
  ): Promise<Data> {
    return (await this.#session.send<Data>({ method, path, isRepeatable, ...rest })).data
  }
}
