import { log } from '../../kit/log/log.js'
import type { AuthConfig } from '../config/config.js'
import type { Store } from '../store/store.js'
import { isPlan } from './plans.js'

/**
 * Warns of roles and plans that users and keys have and the policy lacks: those users lose scopes
 * and limits without a refusal that says so. Only a start with another policy makes such gaps.
 */
export async function warnOfPolicyGaps(store: Store, config: AuthConfig): Promise<void> {
  const [all, keys] = await Promise.all([store.list('users'), store.list('apiKeys')])
  const users = all.filter(({ deletedAt }) => !deletedAt)
  const roles = users.map(({ role }) => role)
  const plans = [...users, ...keys].flatMap(({ plan }) => plan ?? [])
  warn(
    roles.filter((role) => !Object.hasOwn(config.roles, role)),
    'users have roles that auth-service.config.yml does not define, so that they have no ' +
      'scopes: add the roles to "roles", or give the users another: npm run users -- role ' +
      'USER ROLE',
  )
  warn(
    plans.filter((plan) => !isPlan(plan, config)),
    'users or keys have plans that auth-service.config.yml does not define, so that the ' +
      'plan of the role applies: add them to "plans", or give another: npm run users -- ' +
      'plan USER PLAN, npm run keys -- plan KEY PLAN',
  )
}

/** @param names Of the records, each as often as it occurs. */
function warn(names: readonly string[], message: string): void {
  if (names.length === 0) return
  log.warn({ names: [...new Set(names)].sort(), records: names.length }, message)
}
