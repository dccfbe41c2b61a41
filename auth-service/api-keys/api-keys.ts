import { isDeepStrictEqual } from 'node:util'
import { parseInstant } from '../../kit/api/dates.js'
import { ApiError, validationError } from '../../kit/api/errors.js'
import type {
  CreatedApiKey,
  KeyAllowList,
  KeyState,
  OwnApiKey,
} from '../../kit/api/internal-answers.js'
import { ownLevel, withLevel } from '../../kit/api/levels.js'
import { makeApiKey, parseApiKey } from '../../kit/credentials/api-key-format.js'
import type { AuthConfig } from '../config/config.js'
import { toKeyId } from '../kit/uuid.js'
import { ConflictError } from '../store/errors.js'
import type { Change } from '../store/feed.js'
import type { ApiKeyRecord, Store, UserRecord } from '../store/store.js'
import { checkPlan, getPlan, planFact } from '../users/plans.js'
import { checkGranted, refuseUseless } from '../users/roles.js'
import { getKeyEnd, getKeyState, toCreatedApiKey, toOwnApiKey } from './key-view.js'
import type { LastUsed } from './last-used.js'

const day = 86_400_000

/** A change of a key by its owner. */
export interface KeyPatch {
  name?: string
  scopes?: string[]
  expiresAt?: string
  /** `null` removes the list. */
  allow?: KeyAllowList | null
}

/** API keys: create, list, change, rotate, revoke (docs/api.md, API keys). */
export class ApiKeys {
  readonly #store: Store
  readonly #config: AuthConfig
  readonly #lastUsed: LastUsed
  readonly #now: () => number

  constructor(parts: { store: Store; config: AuthConfig; lastUsed: LastUsed; now: () => number }) {
    this.#store = parts.store
    this.#config = parts.config
    this.#lastUsed = parts.lastUsed
    this.#now = parts.now
  }

  /**
   * @throws ApiError VALIDATION_ERROR for an unknown scope, for scopes that allow a key nothing,
   *   for too long a life or too many keys; FORBIDDEN for a scope that the user may not grant.
   */
  async create(
    owner: UserRecord,
    requested: { name: string; scopes: string[]; expiresIn: number; allow?: KeyAllowList },
  ): Promise<CreatedApiKey> {
    const { maxPerUser, maxDays } = this.#config.apiKeys
    if (requested.expiresIn > maxDays)
      throw validationError({ expiresIn: [`expiresIn must be at most ${maxDays} days`] })
    checkGranted(requested.scopes, owner.role, this.#config.roles)
    refuseUseless(requested.scopes)
    const now = this.#now()
    const { name, scopes, allow } = requested
    const expiresAt = now + requested.expiresIn * day
    const base = { ownerId: owner.id, name, scopes, createdAt: now, expiresAt }
    const key = await this.#make({ ...base, ...(allow && { allow }) })
    // checked with the new one in the store: of several created at once only as many as allowed
    // pass
    if (!(await this.#isAmong(maxPerUser, owner.id, key.id))) {
      await this.#store.remove('apiKeys', [key.id])
      throw validationError({
        name: [`You have ${maxPerUser} keys, the maximum. Revoke one first.`],
      })
    }
    return key
  }

  /** The user's keys, the newest first; without an owner, those of all users. */
  async list(ownerId?: number): Promise<ApiKeyRecord[]> {
    const keys = await this.#store.list('apiKeys', ownerId)
    return keys.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  /**
   * @param ownerId The required owner; without it, any (the operator). @throws ApiError NOT_FOUND.
   */
  async read(id: string, ownerId?: number): Promise<ApiKeyRecord> {
    const key = await this.#store.get('apiKeys', id)
    if (!key || (ownerId !== undefined && key.ownerId !== ownerId)) {
      throw new ApiError('NOT_FOUND', 'There is no such API key')
    }
    return key
  }

  /**
   * Changes the name, the scopes or the allow list of a key, or ends it earlier.
   * @throws ApiError VALIDATION_ERROR when it has ended or would end later, or as `create` for the
   *   scopes; FORBIDDEN for a scope that the user may not grant.
   */
  async update(key: ApiKeyRecord, owner: UserRecord, patch: KeyPatch): Promise<ApiKeyRecord> {
    const { name, scopes, expiresAt, allow } = patch
    if (scopes) refuseUseless(scopes)
    const until = expiresAt === undefined ? undefined : parseInstant(expiresAt)
    const changed = await this.#store.change('apiKeys', key.id, (current) => {
      this.#refuseUnchangeable(current)
      // those that it has may stay, though the owner may not grant them (any more)
      const added = scopes?.filter((scope) => !current.scopes.includes(scope)) ?? []
      if (added.length > 0) checkGranted(added, owner.role, this.#config.roles)
      if (until !== undefined && (until > getKeyEnd(current) || until <= this.#now())) {
        throw validationError({
          expiresAt: ['expiresAt may only be moved to an earlier time that is still to come'],
        })
      }
      const { allow: before, ...rest } = current
      const places = allow === undefined ? before : (allow ?? undefined)
      return withLevel({
        ...rest,
        name: name ?? current.name,
        scopes: scopes ?? current.scopes,
        ...(places && { allow: places }),
        expiresAt: until ?? current.expiresAt,
      })
    })
    await this.#announce(key.id, 'changed')
    return changed ?? key
  }

  /**
   * Gives a key a plan of its own, or removes it.
   * @throws ApiError VALIDATION_ERROR for a plan that does not exist, or when the key has ended.
   */
  async setPlan({ id }: ApiKeyRecord, plan: string | undefined): Promise<void> {
    checkPlan(plan, this.#config)
    await this.#store.change('apiKeys', id, (current) => {
      this.#refuseUnchangeable(current)
      const { plan: _, ...rest } = current
      return withLevel({ ...rest, ...(plan !== undefined && { plan }) })
    })
    await this.#announce(id, 'changed')
  }

  /** Revokes a key immediately and permanently. */
  async revoke(id: string): Promise<void> {
    await this.#store.change('apiKeys', id, (key) => this.#revoked(key))
    await this.#announce(id, 'ended')
  }

  /** Revokes all keys of a user. @returns how many were active. */
  async revokeAll(ownerId: number): Promise<number> {
    const ids = (await this.list(ownerId))
      .filter((key) => this.#state(key) === 'active')
      .map(({ id }) => id)
    await this.#store.changeAll('apiKeys', ids, (key) => this.#revoked(key))
    await this.#store.feed.announce(
      ids.map((id) => ({ of: 'keys', id, kind: 'ended', at: this.#now() })),
    )
    return ids.length
  }

  /**
   * Replaces a key with a new one; the old one ends after the grace period, at its own expiry at
   * the latest.
   * @throws ApiError VALIDATION_ERROR when the key has ended, has a successor already, or was
   *   changed at the same moment.
   */
  async rotate(key: ApiKeyRecord, graceSeconds: number): Promise<CreatedApiKey> {
    this.#refuseUnchangeable(key)
    const createdAt = this.#now()
    const kept = toSuccessor(key)
    const successor = await this.#make({ ...kept, createdAt, rotatedFrom: key.id })
    let won = false
    await this.#store.change('apiKeys', key.id, (current) => {
      won = current.revokedAt === undefined && isDeepStrictEqual(toSuccessor(current), kept)
      if (!won) return undefined
      const revokedAt = Math.min(createdAt + graceSeconds * 1000, key.expiresAt)
      const isRevoked = graceSeconds === 0 && { isRevoked: true as const }
      return { ...current, revokedAt, rotatedTo: successor.id, ...isRevoked }
    })
    if (!won) {
      await this.#store.remove('apiKeys', [successor.id])
      throw validationError({ id: ['This key was rotated, revoked or changed in the meantime'] })
    }
    await this.#announce(key.id, graceSeconds > 0 ? 'changed' : 'ended')
    return successor
  }

  /** The key as its owner sees it. */
  view(key: ApiKeyRecord, owner: UserRecord | undefined): OwnApiKey {
    const plan = owner ? planFact(getPlan(this.#config, owner, key)) : {}
    return { ...toOwnApiKey(key, this.#lastUsed.getUse(key), this.#now()), ...plan }
  }

  async #make(base: Omit<ApiKeyRecord, 'id' | 'prefix' | 'hash'>): Promise<CreatedApiKey> {
    const key = makeApiKey()
    const { prefix, hash } = parseApiKey(key)!
    const id = toKeyId(prefix)
    const record: ApiKeyRecord = withLevel({ id, prefix, hash, ...base })
    try {
      await this.#store.create('apiKeys', id, record)
    } catch (error) {
      // two keys of one prefix: once in 2^47
      if (error instanceof ConflictError) return this.#make(base)
      throw error
    }
    return toCreatedApiKey(record, key)
  }

  /**
   * Whether a key is among the first of its owner's active keys; they are read only when there may
   * be more.
   */
  async #isAmong(most: number, ownerId: number, id: string): Promise<boolean> {
    if ((await this.#store.count('apiKeys', ownerId)) <= most) return true
    const alive = (await this.list(ownerId)).filter((key) => this.#state(key) === 'active')
    return alive.slice(-most).some((key) => key.id === id)
  }

  /** The key after a revocation; undefined if it is revoked already. */
  #revoked(key: ApiKeyRecord): ApiKeyRecord | undefined {
    const now = this.#now()
    return key.isRevoked
      ? undefined
      : { ...key, revokedAt: Math.min(now, key.revokedAt ?? now), isRevoked: true }
  }

  #refuseUnchangeable(key: ApiKeyRecord): void {
    // a successor or a change would lose what this program does not know
    if ((key.level ?? 0) > ownLevel())
      throw new ApiError('SERVICE_UNAVAILABLE', 'The service is being upgraded. Try again later.')
    if (this.#state(key) !== 'active')
      throw validationError({ id: ['This key has ended; create a new one'] })
  }

  #state(key: ApiKeyRecord): KeyState {
    return getKeyState(key, this.#now())
  }

  #announce(id: string, kind: Change['kind']): Promise<void> {
    return this.#store.feed.announce([{ of: 'keys', id, kind, at: this.#now() }])
  }
}

/** What the successor of a rotated key has of it. */
function toSuccessor({ ownerId, name, scopes, plan, allow, expiresAt }: ApiKeyRecord) {
  const own = { ...(plan !== undefined && { plan }), ...(allow && { allow }) }
  return { ownerId, name, scopes, ...own, expiresAt }
}
