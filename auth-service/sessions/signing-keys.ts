import { blake2b } from '@noble/hashes/blake2.js'
import { PublicProtocol } from 'paseto'
import {
  ExportPublicKeyFactory,
  ExportSecretKeyFactory,
  GenerateKeyPairFactory,
  GetPublicKeyFactory,
  ImportSecretKeyFactory,
  type PublicKey,
  type SecretKey,
} from 'paseto/v4/public'
import { ApiError, validationError } from '../../kit/errors.js'
import { ConflictError } from '../store/errors.js'
import type { SigningKeyRecord, Store } from '../store/store.js'

/** A pair that signs or has signed tokens. */
export interface SigningKey {
  /** PASERK id, `k4.pid.…`. */
  kid: string
  secretKey: SecretKey
  publicKey: PublicKey
  /** PASERK `k4.public.…`, for the gateways. */
  paserk: string
  createdAt: number
  retiredAt: number | undefined
}

/** PASERK id of a public key: BLAKE2b-264 over the header and the key (PASERK specification, operations/ID). */
export function publicKeyId(paserk: string): `k4.pid.${string}` {
  const digest = blake2b(Buffer.from(`k4.pid.${paserk}`), { dkLen: 33 }) // OpenSSL offers only 64 bytes
  return `k4.pid.${Buffer.from(digest).toString('base64url')}`
}

const v4 = new PublicProtocol(
  GenerateKeyPairFactory,
  GetPublicKeyFactory,
  ImportSecretKeyFactory,
  ExportSecretKeyFactory,
  ExportPublicKeyFactory,
)

/** At most this often the store is asked for a key that is not known. */
const reloadEveryMs = 1000

/** The service's signing keys: the newest signs, all of them verify until their last token has expired. */
export class SigningKeys {
  readonly #store: Store
  readonly #now: () => number
  /** Life of the longest token a key may have signed. */
  readonly #outlivesMs: number
  #keys = new Map<string, SigningKey>()
  #missedAt = 0
  #looking = Promise.resolve()

  constructor(store: Store, outlivesMs: number, now: () => number) {
    this.#store = store
    this.#outlivesMs = outlivesMs
    this.#now = now
  }

  /**
   * Loads the keys; a store without any gets its first one.
   * @param seed PASERK `k4.secret.…` of the first key, or a random one.
   * @throws Error when the seed is not one.
   */
  async open(seed?: string): Promise<void> {
    await this.reload()
    if (this.#keys.size > 0) return
    await this.#create(seed)
    await this.reload()
  }

  /** The key that signs. */
  get current(): SigningKey {
    const [newest] = this.all().filter((key) => key.retiredAt === undefined)
    if (!newest) throw new Error('there is no signing key')
    return newest
  }

  /** All keys whose tokens may still be alive, the newest first. */
  all(): SigningKey[] {
    const since = this.#now() - this.#outlivesMs
    const alive = [...this.#keys.values()].filter(({ retiredAt = Infinity }) => retiredAt > since)
    return alive.sort((a, b) => b.createdAt - a.createdAt || (a.kid < b.kid ? 1 : -1))
  }

  /** The key of that id; another process may have made it, so an unknown one is looked for in the store. */
  async find(kid: string): Promise<SigningKey | undefined> {
    if (!this.#keys.has(kid)) await this.#lookAgain()
    return this.all().find((key) => key.kid === kid)
  }

  /** Whoever comes within the same second gets the same answer, and waits for it. */
  #lookAgain(): Promise<void> {
    if (this.#now() - this.#missedAt >= reloadEveryMs) {
      this.#missedAt = this.#now()
      this.#looking = this.reload()
    }
    return this.#looking
  }

  /** A new key signs from now on; the others only verify. */
  async rotate(): Promise<SigningKey> {
    const kid = await this.#create()
    for (const { kid: old, retiredAt } of this.all()) {
      if (old === kid || retiredAt !== undefined) continue
      await this.#store.change('signingKeys', old, (record) => ({ ...record, retiredAt: this.#now() }))
    }
    await this.reload()
    await this.#store.feed.announce([{ of: 'signingKeys', id: kid, kind: 'changed', at: this.#now() }])
    return this.current
  }

  /**
   * Forgets a key at once, with every token it signed: for one that has leaked.
   * @throws ApiError NOT_FOUND, or VALIDATION_ERROR for the key that signs: rotate first.
   */
  async withdraw(kid: string): Promise<void> {
    if (!(await this.find(kid))) throw new ApiError('NOT_FOUND', 'There is no such signing key')
    if (kid === this.current.kid) throw validationError({ kid: ['This key signs; rotate first'] })
    await this.#store.remove('signingKeys', [kid])
    await this.reload()
    await this.#store.feed.announce([{ of: 'signingKeys', id: kid, kind: 'ended', at: this.#now() }])
  }

  async reload(): Promise<void> {
    const records = await this.#store.list('signingKeys')
    this.#keys = new Map(await Promise.all(records.map(async (record) => [record.id, await imported(record)] as const)))
  }

  async #create(seed?: string): Promise<string> {
    const secret = seed ?? (await v4.ExportSecretKey((await v4.GenerateKeyPair({ extractable: true })).secretKey))
    const { kid } = await imported({ id: '', secret, createdAt: 0 }).catch((cause: unknown) => {
      throw new Error('PASETO_SECRET_KEY must be a PASERK secret key, k4.secret.…', { cause })
    })
    try {
      await this.#store.create('signingKeys', kid, { id: kid, secret, createdAt: this.#now() })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error // another process was given the same seed
    }
    return kid
  }
}

async function imported({ secret, createdAt, retiredAt }: SigningKeyRecord): Promise<SigningKey> {
  const secretKey = await v4.ImportSecretKey(secret as `k4.secret.${string}`)
  const publicKey = await v4.GetPublicKey(secretKey)
  const paserk = await v4.ExportPublicKey(publicKey)
  return { kid: publicKeyId(paserk), secretKey, publicKey, paserk, createdAt, retiredAt }
}
