import { notJson } from '../../../kit/api/json-error.js'
import type { Limits } from '../rule/limits.js'

const quote = 0x22
const backslash = 0x5c

/** The result of one pass over the text. */
interface TextFacts {
  /** Greatest nesting of arrays and objects. */
  depth: number
  /** Values, counted by the characters before them: `{`, `[` and `,`. */
  nodes: number
  /** Members of objects, by their colons. */
  members: number
}

/**
 * Parses JSON (RFC 8259, nothing more) whose size is already limited. Depth and number of values
 * are checked first, by one pass that does not recurse.
 * @returns the value and the number of members in its text, or the problem with the text.
 */
export function parseJson(
  text: string,
  limits: Limits,
): { value: unknown; members: number } | { problem: string } {
  const { depth, nodes, members } = scan(text)
  if (depth > limits.jsonDepth)
    return { problem: `must not be nested deeper than ${limits.jsonDepth} levels` }
  if (nodes > limits.jsonNodes)
    return { problem: `must not contain more than ${limits.jsonNodes} values` }
  if (members > limits.jsonMembers)
    return { problem: `must not contain more than ${limits.jsonMembers} members` }
  try {
    return { value: JSON.parse(text), members }
  } catch {
    return { problem: notJson(text) }
  }
}

function scan(text: string): TextFacts {
  let depth = 0
  let deepest = 0
  let nodes = 1
  let members = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i + 1)
    else if (code === 0x3a) members++
    else if (code === 0x2c) nodes++
    else if (code === 0x7b || code === 0x5b) {
      nodes++
      if (++depth > deepest) deepest = depth
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return { depth: deepest, nodes, members }
}

/** Position of the closing quote, or the end of the text. */
function endOfString(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) return i
    if (code === backslash) i++
  }
  return i
}
