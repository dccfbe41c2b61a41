import { notJson } from '../json/json-error.js'
import { factsOf } from '../json/json-text.js'
import type { LimitName, Limits } from '../rule/limits.js'
import { beyond, type Problem } from '../rule/rule.js'

/**
 * Parses JSON (RFC 8259, nothing more) whose size is already limited. Depth and number of values
 * are checked first, by one pass that does not recurse.
 * @returns the value and the number of members in its text, or the problem with the text.
 */
export function parseJson(
  text: string,
  limits: Limits,
): { value: unknown; members: number } | { problem: Problem } {
  const { depth, nodes, members } = factsOf(text)
  if (depth > limits.jsonDepth)
    return tooLarge('jsonDepth', `must not be nested deeper than ${limits.jsonDepth} levels`)
  if (nodes > limits.jsonNodes)
    return tooLarge('jsonNodes', `must not contain more than ${limits.jsonNodes} values`)
  if (members > limits.jsonMembers)
    return tooLarge('jsonMembers', `must not contain more than ${limits.jsonMembers} members`)
  try {
    return { value: JSON.parse(text), members }
  } catch {
    return { problem: { text: notJson(text), rule: 'json' } }
  }
}

const tooLarge = (limit: LimitName, text: string) => ({ problem: beyond(limit, text) })
