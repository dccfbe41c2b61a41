import { timingSafeEqual } from 'node:crypto'
import type { KeyQuestion, KeyVerdict } from '../../kit/api/internal-answers.js'
import type { Store } from '../store/store.js'
import { type Roles, scopesOf } from '../users/roles.js'
import { keyId } from './key-id.js'
import type { LastUsed } from './last-used.js'
import { endOf, stateOf } from './state.js'

interface VerdictsOptions {
  store: Store
  roles: Roles
  lastUsed: LastUsed
  now: () => number
}

/** Verifies keys by what the gateway sends of them: prefix and SHA-256, never the key. */
export class KeyVerdicts {
  readonly #store: Store
  readonly #roles: Roles
  readonly #lastUsed: LastUsed
  readonly #now: () => number

  constructor({ store, roles, lastUsed, now }: VerdictsOptions) {
    this.#store = store
    this.#roles = roles
    this.#lastUsed = lastUsed
    this.#now = now
  }

  async verify({ prefix, hash, address }: KeyQuestion): Promise<KeyVerdict> {
    const asOf = this.#now()
    const key = await this.#store.get('apiKeys', keyId(prefix))
    if (!key || !timingSafeEqual(Buffer.from(key.hash, 'hex'), Buffer.from(hash, 'hex'))) {
      return { state: 'unknown', asOf }
    }
    const owner = await this.#store.get('users', String(key.ownerId))
    if (!owner || owner.disabledAt) return { state: 'revoked', asOf }
    const state = stateOf(key, asOf)
    if (state !== 'active') return { state, asOf }
    this.#lastUsed.note(key.id, { at: asOf, ...(address === undefined ? {} : { address }) })
    const granted = scopesOf(owner.role, this.#roles)
    return {
      state,
      asOf,
      id: key.id,
      ownerId: String(key.ownerId),
      scopes: key.scopes.filter((scope) => granted.includes(scope)),
      expiresAt: new Date(endOf(key)).toISOString(),
    }
  }
}
