import { ApiError, validationError } from '../../kit/api/errors.js'
import { clockToleranceMs } from '../../kit/credentials/clock-tolerance.js'
import { FreshRead } from '../../kit/process/fresh-read.js'
import { ConflictError, StoreError } from '../store/errors.js'
import type { SigningKeyRecord, Store } from '../store/store.js'
import { byAge, importSigningKey, newSecret, type SigningKey, toTimes } from './signing-key.js'

/**
 * The state of a key: published and about to sign, signing, or only verifying its earlier tokens.
 */
export type SigningKeyState = 'next' | 'signing' | 'verifying'

/** Minimum time between reads of a shared store for unknown keys; an own store needs none. */
const reloadEveryMs = 1000

/** Within this time every auth service and every gateway knows a new key. */
const knownWithinMs = 5000

/**
 * From a key's publication to its first signature, with several processes: until all know it, by
 * any clock.
 */
const publishMs = knownWithinMs + clockToleranceMs

/**
 * The service's signing keys: the newest signs, all of them verify until their last token has
 * expired. If several processes share them, a new one is published first and signs later, when all
 * verifiers know it.
 */
export class SigningKeys {
  readonly #store: Store
  readonly #now: () => number
  /** Longest life of a token that a key may have signed. */
  readonly #outlivesMs: number
  #keys: ReadonlyMap<string, SigningKey> = new Map()
  readonly #withdrawn = new Set<string>()
  #requested = 0
  #learned = 0
  readonly #freshRead: FreshRead

  constructor(store: Store, outlivesMs: number, now: () => number) {
    this.#store = store
    this.#outlivesMs = outlivesMs
    this.#now = now
    this.#freshRead = new FreshRead(() => this.#read(), store.isShared ? reloadEveryMs : 0)
  }

  /**
   * Loads the keys; a store without any gets its first one.
   * @param seed PASERK `k4.secret.…` of the first key, or a random one.
   * @throws Error when the seed is not one.
   */
  async open(seed?: string): Promise<void> {
    await this.reload()
    if (this.#keys.size > 0) return
    const createdAt = this.#now()
    await this.#create({ createdAt, signsFrom: createdAt }, seed)
    await this.reload()
  }

  /**
   * The signing key: the newest that has started. If there is none, one that is about to start.
   * @throws StoreError when there is none.
   */
  get current(): SigningKey {
    const now = this.#now()
    const usable = this.all().filter(({ retiredAt = Infinity }) => retiredAt > now)
    const key = usable.find(({ signsFrom }) => signsFrom <= now) ?? usable.at(-1) ?? this.all()[0]
    if (!key) throw new StoreError('away', 'the store holds no signing key')
    return key
  }

  /** All keys that may have valid tokens, the newest first. */
  all(): SigningKey[] {
    const since = this.#now() - this.#outlivesMs
    const alive = [...this.#keys.values()].filter(({ retiredAt = Infinity }) => retiredAt > since)
    return alive.sort(byAge)
  }

  getState(key: SigningKey): SigningKeyState {
    if (key.kid === this.current.kid) return 'signing'
    return key.signsFrom > this.#now() ? 'next' : 'verifying'
  }

  /**
   * The key of that id. Another process may have created it, so for an unknown one the store is
   * read, by a read that starts after the call. Anyone may ask for keys that never existed: all
   * calls share one read per second.
   * @throws StoreError when the store cannot be read.
   */
  async find(kid: string): Promise<SigningKey | undefined> {
    if (!this.#keys.has(kid) && !this.#withdrawn.has(kid)) await this.#freshRead.next()
    return this.all().find((key) => key.kid === kid)
  }

  /**
   * Publishes a new key, which signs when all processes know it; until then the others sign, and
   * they continue to verify.
   * @returns the new key.
   */
  async rotate(): Promise<SigningKey> {
    // keys of other processes are older than the new one, whatever their clocks say
    await this.reload()
    const now = this.#now()
    const createdAt = Math.max(now, ...[...this.#keys.values()].map((key) => key.createdAt + 1))
    const signsFrom = now + (this.#store.isShared ? publishMs : 0)
    const kid = await this.#create({ createdAt, signsFrom })
    await this.reload()
    const made = this.#keys.get(kid)
    if (!made) throw new StoreError('away', 'the new signing key is not in the store')
    const older = this.all().filter(
      (key) => key !== made && byAge(made, key) < 0 && key.retiredAt === undefined,
    )
    for (const key of older) {
      await this.#store.change('signingKeys', key.kid, (record) => ({
        ...record,
        retiredAt: signsFrom,
      }))
    }
    await this.reload()
    await this.#store.feed.announce([{ of: 'signingKeys', id: kid, kind: 'changed', at: now }])
    return made
  }

  /**
   * Removes a key immediately, with every token it signed: for one that has leaked. If it was the
   * signing key, the next one signs from now on.
   * @throws ApiError NOT_FOUND, or VALIDATION_ERROR for the newest key: rotate first.
   */
  async withdraw(kid: string): Promise<void> {
    await this.reload() // another process may have created a newer one
    if (!this.all().some((key) => key.kid === kid))
      throw new ApiError('NOT_FOUND', 'There is no such signing key')
    if (kid === this.all()[0]?.kid)
      throw validationError({ kid: ['This is the newest key; rotate first'] })
    await this.#store.remove('signingKeys', [kid])
    this.#withdrawn.add(kid)
    this.#keep(this.#keys)
    await this.#store.feed.announce([
      { of: 'signingKeys', id: kid, kind: 'ended', at: this.#now() },
    ])
  }

  /** Reads the keys now. @throws StoreError when the store cannot be read. */
  reload(): Promise<void> {
    return this.#freshRead.now()
  }

  /**
   * Waits for a read that starts after this call, at most one a second. @throws StoreError as
   * `reload`.
   */
  refresh(): Promise<void> {
    return this.#freshRead.next()
  }

  /**
   * Reads may overtake each other: the result of an older one never replaces that of a younger one.
   */
  async #read(): Promise<void> {
    const reading = ++this.#requested
    const records = await this.#store.list('signingKeys')
    const keys = await Promise.all(
      records.map(async (record) => [record.id, await this.#toKey(record)] as const),
    )
    if (reading < this.#learned) return
    this.#learned = reading
    this.#keep(new Map(keys))
  }

  /** The id is derived from the key, so that a known one need not be imported again. */
  async #toKey(record: SigningKeyRecord): Promise<SigningKey> {
    const known = this.#keys.get(record.id)
    return known ? { ...known, ...toTimes(record) } : importSigningKey(record)
  }

  #keep(keys: ReadonlyMap<string, SigningKey>): void {
    this.#keys = new Map([...keys].filter(([kid]) => !this.#withdrawn.has(kid)))
  }

  async #create(
    times: Pick<SigningKey, 'createdAt' | 'signsFrom'>,
    seed?: string,
  ): Promise<string> {
    const secret = seed ?? (await newSecret())
    const { kid } = await importSigningKey({ id: '', secret, ...times }).catch((cause: unknown) => {
      throw new Error('PASETO_SECRET_KEY must be a PASERK secret key, k4.secret.…', { cause })
    })
    try {
      await this.#store.create('signingKeys', kid, { id: kid, secret, ...times })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error // another process was given the same seed
    }
    return kid
  }
}
