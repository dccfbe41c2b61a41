import type { AuthConfig } from '../config/config.js'
import type { Store } from '../store/store.js'
import { isPlan } from './plans.js'

/** Names that records have and the policy lacks, as a warning for the operator. */
export interface PolicyGap {
  names: string[]
  /** How many users and keys have one of them. */
  records: number
  /** What it means, and how to fix it. */
  message: string
}

/** Once there are gaps, they are looked for again after this time, in milliseconds. */
const lookAgainMs = 60_000

/**
 * Gaps between the policy and the store. Only a start with another policy makes new ones, so that
 * without any they are not looked for again.
 */
export class PolicyGaps {
  readonly #store: Store
  readonly #config: AuthConfig
  #found: readonly PolicyGap[] = []
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(store: Store, config: AuthConfig) {
    this.#store = store
    this.#config = config
  }

  /** Those that were found last. Looks again a minute later, without waiting for the store. */
  current(): readonly PolicyGap[] {
    const isDue = performance.now() - this.#lookedAt >= lookAgainMs
    if (this.#found.length > 0 && isDue) void this.look().catch(() => undefined)
    return this.#found
  }

  /** Reads all users and keys. */
  async look(): Promise<readonly PolicyGap[]> {
    this.#lookedAt = performance.now()
    const [all, keys] = await Promise.all([this.#store.list('users'), this.#store.list('apiKeys')])
    const users = all.filter(({ deletedAt }) => !deletedAt)
    const roles = users.map(({ role }) => role)
    const plans = [...users, ...keys].flatMap(({ plan }) => plan ?? [])
    this.#found = [
      gapOf(
        roles.filter((role) => !Object.hasOwn(this.#config.roles, role)),
        'users have roles that auth-service.config.yml does not define, so that they have no ' +
          'scopes: add the roles to "roles", or give the users another: npm run users -- role ' +
          'USER ROLE',
      ),
      gapOf(
        plans.filter((plan) => !isPlan(plan, this.#config)),
        'users or keys have plans that auth-service.config.yml does not define, so that the ' +
          'plan of the role applies: add them to "plans", or give another: npm run users -- ' +
          'plan USER PLAN, npm run keys -- plan KEY PLAN',
      ),
    ].flatMap((gap) => gap ?? [])
    return this.#found
  }
}

function gapOf(names: readonly string[], message: string): PolicyGap | undefined {
  if (names.length === 0) return undefined
  return { names: [...new Set(names)].sort(), records: names.length, message }
}
