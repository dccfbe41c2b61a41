import { notJson } from './json-error.js'

const quote = 0x22
const backslash = 0x5c

/** The result of one pass over a text of JSON. */
interface TextFacts {
  /** Greatest nesting of arrays and objects. */
  depth: number
  /** Values, counted by the characters before them: `{`, `[` and `,`. */
  nodes: number
  /** Members of objects, by their colons. */
  members: number
}

/** Depth and size of a text of JSON, by one pass that does not recurse. */
export function scanJson(text: string): TextFacts {
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

/** Of two members with one key, one would be lost. */
export const repeatedKey = 'must not repeat a key within one object'

/** Parses JSON in which no object repeats a key. @returns the value, or the problem. */
export function parseUnambiguous(text: string): { value: unknown } | { problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: notJson(text) }
  }
  return countMembers(value) === scanJson(text).members ? { value } : { problem: repeatedKey }
}

/** The members of all objects in a value. Not recursive, for any nesting depth. */
function countMembers(value: unknown): number {
  let members = 0
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    const parts = Object.values(next)
    if (!Array.isArray(next)) members += parts.length
    for (const part of parts) pending.push(part)
  }
  return members
}
