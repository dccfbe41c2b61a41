import { KeyVerifier } from '../../auth-service/api-keys/key-verifier.js'
import type { AuthConfig } from '../../auth-service/config/config.js'
import { toKeyId } from '../../auth-service/kit/uuid.js'
import {
  importSigningKey,
  newSecret,
  type SigningKey,
} from '../../auth-service/sessions/signing-key.js'
import type { SigningKeys } from '../../auth-service/sessions/signing-keys.js'
import { TokenIssuer } from '../../auth-service/sessions/token-issuer.js'
import { Tokens } from '../../auth-service/sessions/tokens.js'
import type { ApiKeyRecord, Store, UserRecord } from '../../auth-service/store/store.js'
import { listScopes } from '../../auth-service/users/roles.js'
import type { KeyToVerify, KeyVerification } from '../../kit/api/internal-answers.js'
import { ownLevel } from '../../kit/api/levels.js'
import { ownScopes, type RoleGrant } from '../../kit/config/roles.js'
import { makeApiKey, parseApiKey } from '../../kit/credentials/api-key-format.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import type { RecordedCaller } from './recorder.js'

/** Who sends a request: an API key or an access token of a user of a role, or nobody known. */
export interface WrittenCaller {
  key?: string
  token?: string
  /** The user's own plan, or the key's. */
  plan?: string
  /** Of a key; by default all of the role's that a key can use. */
  scopes?: readonly string[]
  /** Networks where a key may be used. */
  addresses?: readonly string[]
  /** Origins of pages that may use a key. */
  origins?: readonly string[]
  /** Of a key: whether it is still valid. */
  state?: 'active' | 'expired' | 'revoked' | 'unknown'
  /** Where it is sent: in a header, or in the URL as `api_key`. */
  in?: 'header' | 'url'
}

const dayMs = 86_400_000

/** The rules of callers who have scopes and plans, and no role that a file names. */
const anyCaller = {
  tokens: {
    ...{ issuer: 'trial', audience: 'trial' },
    ...{ accessSeconds: 86_400, refreshIdleSeconds: 86_400, refreshAbsoluteSeconds: 86_400 },
  },
}

/** Rules to which the callers of a trial are added. */
type Rules = Pick<AuthConfig, 'tokens' | 'roles' | 'plans'>

/**
 * Issues the credentials of a trial's callers, and verifies them, by the auth service's own code,
 * from records that only exist here.
 */
export class TrialCallers {
  readonly #config: Rules
  readonly #roles: Record<string, RoleGrant>
  readonly #plans: string[]
  /** By their JSON. */
  readonly #credentials = new Map<string, Promise<string | undefined>>()
  readonly #signing: SigningKey
  readonly #issuer: TokenIssuer
  readonly #users = new Map<string, UserRecord>()
  readonly #keys = new Map<string, ApiKeyRecord>()
  readonly #verifier: KeyVerifier

  constructor(config: Partial<Rules>, signing: SigningKey) {
    this.#roles = { ...config.roles }
    this.#plans = [...(config.plans ?? [])]
    const rules = { ...anyCaller, ...config, roles: this.#roles, plans: this.#plans }
    this.#config = rules
    this.#signing = signing
    const keys = { current: signing, find: async () => signing } as unknown as SigningKeys
    const now = Date.now
    this.#issuer = new TokenIssuer(
      new Tokens(keys, rules.tokens, now),
      rules as unknown as AuthConfig,
      now,
    )
    const records = { users: this.#users, apiKeys: this.#keys }
    const store = {
      get: async (kind: keyof typeof records, id: string) => records[kind].get(id),
    } as unknown as Store
    const lastUsed = { note() {} } as never
    this.#verifier = new KeyVerifier({ store, rules, lastUsed, now })
  }

  /** @param config The roles and plans of callers who are written by their roles. */
  static async create(config: Partial<Rules> = {}): Promise<TrialCallers> {
    const now = Date.now()
    const signing = await importSigningKey({ secret: await newSecret(), createdAt: now } as never)
    return new TrialCallers(config, signing)
  }

  /** What verifies the tokens. */
  get publicKeys() {
    const { issuer, audience } = this.#config.tokens
    return { issuer, audience, keys: [{ kid: this.#signing.kid, key: this.#signing.paserk }] }
  }

  verify(key: KeyToVerify): Promise<KeyVerification> {
    const origin = { requestId: 'trial', address: key.address ?? '' }
    return this.#verifier.verify(key, { origin, level: ownLevel() })
  }

  /** The credential of a caller, the same for equal ones; undefined for one without any. */
  issueCredential(caller: WrittenCaller): Promise<string | undefined> {
    const id = JSON.stringify(caller)
    const known = this.#credentials.get(id) ?? this.issueNewCredential(caller)
    this.#credentials.set(id, known)
    return known
  }

  /** A new credential of a new user, which nothing has verified. */
  async issueNewCredential(caller: WrittenCaller): Promise<string | undefined> {
    if (caller.token !== undefined) return this.#token(this.#user(caller.token, caller.plan))
    return caller.key === undefined ? undefined : this.#key(caller.key, caller)
  }

  /** A caller who was recorded, as one of a role that has the same scopes. */
  toWritten({ kind, scopes, plan, in: place }: RecordedCaller): WrittenCaller {
    const role = `scopes ${scopes.join(' ')}`
    this.#roles[role] = scopes
    const isOwn = plan !== undefined && plan !== defaultPlan
    if (isOwn && !this.#plans.includes(plan)) this.#plans.push(plan)
    return {
      ...(kind === 'access-token' ? { token: role } : { key: role, scopes }),
      ...(isOwn && { plan }),
      ...(kind === 'refused' && { state: 'unknown' }),
      ...(place && { in: place }),
    }
  }

  #user(role: string, plan: string | undefined): UserRecord {
    const id = this.#users.size + 1
    const names = { email: `user${id}@example.org`, name: `User ${id}`, passwordHash: '' }
    const user = { id, ...names, role, createdAt: Date.now(), ...(plan && { plan }) }
    this.#users.set(String(id), user)
    return user
  }

  async #token(user: UserRecord): Promise<string> {
    const now = Date.now()
    const times = {
      createdAt: now,
      rotatedAt: now,
      expiresAt: now + dayMs,
      lastsUntil: now + dayMs,
    }
    const session = { id: `session-${user.id}`, ownerId: user.id, generation: 0, ...times }
    const { kid } = this.#signing
    return (await this.#issuer.sign({ ...session, kid, refreshHash: '' }, user)).accessToken
  }

  #key(role: string, { plan, state = 'active', ...caller }: WrittenCaller): string {
    const user = this.#user(role, undefined)
    const key = makeApiKey()
    const { prefix, hash } = parseApiKey(key)!
    const { scopes = this.#usable(role), addresses, origins } = caller
    const allow = (addresses || origins) && {
      ...(addresses && { addresses }),
      ...(origins && { origins }),
    }
    const now = Date.now()
    const id = toKeyId(prefix)
    if (state === 'unknown') return key
    this.#keys.set(id, {
      ...{ id, ownerId: user.id, name: 'trial', prefix, hash, scopes },
      ...(plan && { plan }),
      ...(allow && { allow }),
      ...{ createdAt: now - 2 * dayMs, expiresAt: state === 'expired' ? now - dayMs : now + dayMs },
      ...(state === 'revoked' && { revokedAt: now - dayMs, isRevoked: true as const }),
    })
    return key
  }

  #usable(role: string): string[] {
    return listScopes(role, this.#config.roles).filter((scope) => !ownScopes.includes(scope))
  }
}
