import { requiredSetting } from '../../../kit/config/settings.js'
import type { Diagnostic } from '../../../kit/config/yaml/diagnostics.js'

/**
 * Prefixes by which a caller could address the index that may contain the auth service's users and
 * keys.
 */
export function prefixMistakes(prefixes: readonly string[]): Diagnostic[] {
  const authIndex = requiredSetting('AUTH_INDEX')
  return prefixes.flatMap((prefix, i) => {
    if (!authIndex.startsWith(prefix) && !prefix.startsWith(authIndex)) return []
    const message = 'this prefix reaches AUTH_INDEX, the index of users and API keys'
    const remedy = 'name another prefix, or set AUTH_INDEX to another index'
    return [{ path: ['indexPrefixes', i], rule: 'prefix-reaches-users', message, remedy }]
  })
}
