import type { Limits } from './limits.js'

const quote = 0x22
const backslash = 0x5c

/** What one pass over the text tells. */
interface TextFacts {
  /** Greatest nesting of arrays and objects. */
  depth: number
  /** Values, counted by the signs that precede them: `{`, `[` and `,`. */
  nodes: number
  /** Members of objects, by their colons. */
  members: number
}

/**
 * Parses JSON (RFC 8259, nothing more) whose size is known to be bounded.
 * Depth and number of values are judged first, by one pass that does not recurse. A repeated key is refused, as
 * Elasticsearch does: which of the two counts would be a matter of taste.
 */
export function parseJson(text: string, limits: Limits): { value: unknown } | { problem: string } {
  const { depth, nodes, members } = scan(text)
  if (depth > limits.jsonDepth) return { problem: `must not be nested deeper than ${limits.jsonDepth} levels` }
  if (nodes > limits.jsonNodes) return { problem: `must not hold more than ${limits.jsonNodes} values` }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'must be valid JSON' }
  }
  if (countMembers(value) !== members) return { problem: 'must not repeat a key within one object' }
  return { value }
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

/** Members of all objects: fewer than colons in the text when a later member has replaced an earlier one. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item)
    return count
  }
  for (const key of Object.keys(value)) count += 1 + countMembers((value as Record<string, unknown>)[key])
  return count
}
