import { timingSafeEqual } from 'node:crypto'
import type { KeyToVerify, KeyVerification } from '../../kit/api/internal-answers.js'
import { ownLevel } from '../../kit/api/levels.js'
import { audit, type Origin } from '../kit/audit.js'
import { toKeyId } from '../kit/uuid.js'
import type { Store } from '../store/store.js'
import { getPlan, type PlanRules, planFact } from '../users/plans.js'
import { listScopes } from '../users/roles.js'
import { getKeyEnd, getKeyState } from './key-view.js'
import type { LastUsed } from './last-used.js'

interface KeyVerifierOptions {
  store: Store
  /** The policy. */
  rules: PlanRules
  lastUsed: LastUsed
  now: () => number
}

/** The gateway that asks. */
interface Asking {
  origin: Origin
  /** The level that it enforces. */
  level: number
}

/** Verifies keys by what the gateway sends of them: prefix and SHA-256, never the key. */
export class KeyVerifier {
  readonly #store: Store
  readonly #rules: PlanRules
  readonly #lastUsed: LastUsed
  readonly #now: () => number

  constructor({ store, rules, lastUsed, now }: KeyVerifierOptions) {
    this.#store = store
    this.#rules = rules
    this.#lastUsed = lastUsed
    this.#now = now
  }

  /**
   * A key that needs a higher level than this program or the gateway has is unknown to that gateway:
   * an older one may take no other word for it.
   */
  async verify(
    { prefix, hash, address }: KeyToVerify,
    { origin, level }: Asking,
  ): Promise<KeyVerification> {
    const asOf = this.#now()
    const key = await this.#store.get('apiKeys', toKeyId(prefix))
    if (!key || !timingSafeEqual(Buffer.from(key.hash, 'hex'), Buffer.from(hash, 'hex'))) {
      return { state: 'unknown', asOf }
    }
    const owner = await this.#store.get('users', String(key.ownerId))
    if (!owner || owner.disabledAt) return { state: 'revoked', asOf }
    const state = getKeyState(key, asOf)
    if (state !== 'active') return { state, asOf }
    const { level: needs = 0, ownerId: userId } = key
    const enforces = Math.min(level, ownLevel())
    if (needs > enforces) {
      audit('key-needs-upgrade', { ...origin, userId, keyId: key.id, needs, enforces })
      return { state: 'unknown', asOf }
    }
    this.#lastUsed.note(key.id, { at: asOf, ...(address === undefined ? {} : { address }) })
    const granted = listScopes(owner.role, this.#rules.roles)
    return {
      state,
      asOf,
      id: key.id,
      ownerId: String(key.ownerId),
      scopes: key.scopes.filter((scope) => granted.includes(scope)),
      ...planFact(getPlan(this.#rules, owner, key)),
      ...(key.allow && { allow: key.allow }),
      expiresAt: new Date(getKeyEnd(key)).toISOString(),
    }
  }
}
