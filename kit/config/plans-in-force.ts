import { authPolicyIn } from './auth-file.js'
import { setting } from './settings.js'

/**
 * The plans that auth-service.config.yml of a folder names; besides them `default` and `anonymous`
 * always exist.
 * @returns undefined when the file is missing or not well formed.
 */
export function plansOf(configDir: string): readonly string[] | undefined {
  const policy = authPolicyIn(configDir, (name) => setting(name))?.value
  if (!policy) return undefined
  const { plans = [] } = policy
  return Array.isArray(plans) ? plans.map(String) : undefined
}
