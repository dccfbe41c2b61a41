import { requiredSetting } from '../../kit/config/settings.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { ParamSchema } from './policy.js'

/** The prefixes of the indices' names, as a parameter. */
export const indexPrefixesParam: ParamSchema = {
  type: 'array',
  items: {
    type: 'string',
    minLength: 3,
    pattern: '^[a-z0-9][a-z0-9._-]*$',
    description:
      'Write three or more of a-z 0-9 . _ -, first a letter or digit: a shorter prefix opens ' +
      'too much. Any ending may follow it: write no *.',
  },
  minItems: 1,
  uniqueItems: true,
  description: 'What `index` must begin with. [a-z0-9._*-] may follow.',
}

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
