import { PublicProtocol } from 'paseto'
import { ImportPublicKeyFactory, type PublicKey } from 'paseto/v4/public'
import { FreshLook } from '../../kit/process/fresh-read.js'
import type { AuthServiceClient } from './auth-service-client.js'
import { AuthServiceUnavailable } from './unavailable.js'

/** An unknown kid makes us ask at most this often, in milliseconds. */
const askEveryMs = 1000

/** A PASERK id, as the footer of a token names its key. */
const kidForm = /^k4\.pid\.[A-Za-z0-9_-]{44}$/

const paserk = new PublicProtocol(ImportPublicKeyFactory)

/** The public halves of the auth service's signing keys. Several are valid at once. */
export class PublicKeys {
  #keys: ReadonlyMap<string, PublicKey> = new Map()
  #issuer = ''
  #audience = ''
  readonly #withdrawn = new Set<string>()
  #asked = 0
  #learned = 0
  readonly #look = new FreshLook(() => this.#ask(), askEveryMs)
  readonly #client: AuthServiceClient

  constructor(client: AuthServiceClient) {
    this.#client = client
  }

  /** `iss` of the tokens that the keys verify; empty until the first answer, when there is no key either. */
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
   * The key, asking the auth service for one that is not known yet. Questions for many unknown keys are one question: it
   * begins after the last of them, and when a second has passed since the question before.
   * @throws AuthServiceAway
   */
  async find(kid: string): Promise<PublicKey | undefined> {
    if (!this.#keys.has(kid) && !this.#withdrawn.has(kid) && kidForm.test(kid)) await this.#look.soon()
    return this.#keys.get(kid)
  }

  /** Asks now; the answer replaces what was known. @throws AuthServiceAway */
  refresh(): Promise<void> {
    return this.#look.now()
  }

  /** These keys verify nothing from now on. */
  withdraw(kids: readonly string[]): void {
    for (const kid of kids) this.#withdrawn.add(kid)
    this.#keys = new Map([...this.#keys].filter(([kid]) => !this.#withdrawn.has(kid)))
  }

  async #ask(): Promise<void> {
    const question = ++this.#asked
    const { issuer, audience, keys: records } = await this.#client.publicKeys()
    const keys = new Map<string, PublicKey>()
    for (const { kid, key } of records) keys.set(kid, await imported(key))
    if (question < this.#learned) return // overtaken by a later question's answer
    this.#learned = question
    this.#keys = keys
    this.#issuer = issuer
    this.#audience = audience
    this.withdraw([]) // one may have been withdrawn while we waited
  }
}

async function imported(key: string): Promise<PublicKey> {
  try {
    return await paserk.ImportPublicKey(key as `k4.public.${string}`)
  } catch (cause) {
    throw new AuthServiceUnavailable('unreadable public key', { cause })
  }
}
