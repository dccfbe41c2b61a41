import { readAuthPolicy } from '../../../kit/config/auth-file.js'
import { requiredSetting, setting } from '../../../kit/config/settings.js'
import { isMapping } from '../../../kit/config/yaml/mapping.js'

/** Calls of the auth service that its policy opens, by their paths (docs/auth-service.md). */
const ofSignUp = ['register', 'verify']
const ofMembers = ['accept', 'delete', 'recover', 'reset']

/**
 * The paths of accounts that are NOT_FOUND by `accounts.signUp` of the auth service, where its file
 * is in CONFIG_DIR.
 */
export function closedPaths(): string[] {
  const policy = readAuthPolicy(requiredSetting('CONFIG_DIR'), (name) => setting(name))?.value
  if (!policy) return []
  const { signUp = 'off' } = isMapping(policy.accounts) ? policy.accounts : {}
  const isOpen = signUp === 'open' || signUp === 'domains'
  const closed = [...(isOpen ? [] : ofSignUp), ...(signUp === 'off' ? ofMembers : [])]
  return closed.map((call) => `/api/v1/auth/${call}`)
}
