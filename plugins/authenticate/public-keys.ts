import { PublicProtocol } from 'paseto'
import { ImportPublicKeyFactory, type PublicKey } from 'paseto/v4/public'
import type { PublicKeyRow, PublicKeysAnswer } from '../../kit/api/internal-answers.js'
import { FreshRead } from '../../kit/process/fresh-read.js'
import { AuthServiceUnavailable } from './answers.js'
import type { AuthServiceClient } from './auth-service-client.js'

/** Minimum time between requests for unknown kids, in milliseconds. */
const requestIntervalMs = 1000

/** A PASERK id, as the footer of a token names its key. */
const kidForm = /^k4\.pid\.[A-Za-z0-9_-]{44}$/

const paserk = new PublicProtocol(ImportPublicKeyFactory)

/** What another worker knows of them. */
export interface RememberedPublicKeys {
  issuer: string
  audience: string
  keys: readonly PublicKeyRow[]
  withdrawn: readonly string[]
}

/** The public halves of the auth service's signing keys. Several are valid at once. */
export class PublicKeys {
  #keys: ReadonlyMap<string, PublicKey> = new Map()
  #rows: readonly PublicKeyRow[] = []
  #issuer = ''
  #audience = ''
  readonly #withdrawn = new Set<string>()
  #requested = 0
  #learned = 0
  readonly #freshRead = new FreshRead(() => this.#request(), requestIntervalMs)
  readonly #client: AuthServiceClient

  constructor(client: AuthServiceClient) {
    this.#client = client
  }

  /**
   * `iss` of the tokens that the keys verify; empty before the first answer, when there is no key
   * either.
   */
  get issuer(): string {
    return this.#issuer
  }

  /** `aud` of these tokens. */
  get audience(): string {
    return this.#audience
  }

  get(kid: string): PublicKey | undefined {
    return this.#keys.get(kid)
  }

  /**
   * The key; an unknown one is requested from the auth service. Requests for several unknown keys
   * are merged: the request starts after the last of them, and at least a second after the previous
   * one.
   * @throws AuthServiceUnavailable
   */
  async find(kid: string): Promise<PublicKey | undefined> {
    if (!this.#keys.has(kid) && !this.#withdrawn.has(kid) && kidForm.test(kid))
      await this.#freshRead.next()
    return this.#keys.get(kid)
  }

  /** Requests the keys now; the answer replaces the known ones. @throws AuthServiceUnavailable */
  refresh(): Promise<void> {
    return this.#freshRead.now()
  }

  /** From now on these keys verify nothing. */
  withdraw(kids: readonly string[]): void {
    for (const kid of kids) this.#withdrawn.add(kid)
    this.#keys = new Map([...this.#keys].filter(([kid]) => !this.#withdrawn.has(kid)))
  }

  remembered(): RememberedPublicKeys {
    const [issuer, audience] = [this.#issuer, this.#audience]
    return { issuer, audience, keys: this.#rows, withdrawn: [...this.#withdrawn] }
  }

  /** Continues with what another worker knows, unless the auth service has answered here too. */
  async takeOver({ withdrawn, ...answer }: RememberedPublicKeys): Promise<void> {
    this.withdraw(withdrawn)
    await this.#learn(answer, 0)
  }

  async #request(): Promise<void> {
    const request = ++this.#requested
    await this.#learn(await this.#client.publicKeys(), request)
  }

  /** @param request Its number. */
  async #learn({ issuer, audience, keys: rows }: PublicKeysAnswer, request: number) {
    const keys = new Map<string, PublicKey>()
    for (const { kid, key } of rows) keys.set(kid, await imported(key))
    if (request < this.#learned) return // a later request was answered first
    this.#learned = request
    this.#rows = rows
    this.#keys = keys
    this.#issuer = issuer
    this.#audience = audience
    this.withdraw([]) // one may have been withdrawn in the meantime
  }
}

async function imported(key: string): Promise<PublicKey> {
  try {
    return await paserk.ImportPublicKey(key as `k4.public.${string}`)
  } catch (cause) {
    throw new AuthServiceUnavailable('unreadable public key', { cause })
  }
}
