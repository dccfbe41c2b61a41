import type { Limits } from '../rule/limits.js'
import { beyond, type Problem } from '../rule/rule.js'

/** Validates `index`: returns its problem, in the text that the API fixes (docs/api.md, Search). */
type IndexRule = (index: unknown) => Problem | undefined

/**
 * An index expression is a prefix followed by `[a-z0-9._*-]*`. These characters alone rule out
 * lists, exclusions, date math, remote clusters, `::selectors`, paths and escapes. The validated
 * text is sent as it is: nothing is trimmed, decoded or folded.
 */
export function indexRule(prefixes: readonly string[], limits: Limits): IndexRule {
  const escaped = prefixes.map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const begins = new RegExp(`^(?:${escaped})`)
  const whole = new RegExp(`^(?:${escaped})[a-z0-9._*-]*$`)
  const wrongPrefix = `index must begin with ${listed(prefixes)}`
  return function validateIndex(index) {
    if (index === undefined) return malformed('index is required')
    if (typeof index !== 'string') return malformed('index must be a string')
    if (!begins.test(index)) return { text: wrongPrefix, rule: 'indexPrefixes' }
    if (!whole.test(index))
      return malformed('index may contain only a-z 0-9 . _ - * after the prefix')
    if (index.length > limits.indexBytes)
      return beyond('indexBytes', `index must not exceed ${limits.indexBytes} bytes`)
    return index.split('*').length - 1 > limits.indexWildcards
      ? beyond(
          'indexWildcards',
          `index must not contain more than ${limits.indexWildcards} asterisks`,
        )
      : undefined
  }
}

const malformed = (text: string): Problem => ({ text, rule: 'form' })

/** `a, b or c` */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
