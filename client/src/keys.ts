import type { Session } from './session.js'
import type { ApiKey, CallOptions, KeyChange, KeyRequest, NewApiKey } from './types.js'

const path = '/api/v1/api-keys'
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** The API keys of the user who has logged in. */
export class ApiKeys {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Makes a key. It is sent once only: of a second one nobody would know. */
  async create({ name, scopes, expiresIn }: KeyRequest, { signal }: CallOptions = {}): Promise<NewApiKey> {
    const body = { name, scopes, expiresIn }
    const answer = await this.#session.send<NewApiKey>({ method: 'POST', path, body, isRepeatable: false, signal })
    return answer.data
  }

  /** The keys of a page; `total` counts all. */
  async list({ signal, limit, offset }: CallOptions & { limit?: number; offset?: number } = {}): Promise<{
    keys: ApiKey[]
    total: number
  }> {
    const asked = Object.entries({ limit, offset }).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)])).toString()
    const call = { method: 'GET', path: query === '' ? path : `${path}?${query}`, isRepeatable: true, signal } as const
    return (await this.#session.send<{ keys: ApiKey[]; total: number }>(call)).data
  }

  async get(id: string, { signal }: CallOptions = {}): Promise<ApiKey> {
    const call = { method: 'GET', path: pathOf(id), isRepeatable: true, signal } as const
    return (await this.#session.send<ApiKey>(call)).data
  }

  /** Renames or narrows a key. */
  async update(id: string, { name, scopes, expiresAt }: KeyChange, { signal }: CallOptions = {}): Promise<ApiKey> {
    const body = { name, scopes, expiresAt }
    const call = { method: 'PATCH', path: pathOf(id), body, isRepeatable: true, signal } as const
    return (await this.#session.send<ApiKey>(call)).data
  }

  /** Ends a key. */
  async revoke(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#session.send({ method: 'DELETE', path: pathOf(id), isRepeatable: true, signal })
  }

  /** A new key in the place of an old one, which ends after a grace of so many seconds. Sent once only. */
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
