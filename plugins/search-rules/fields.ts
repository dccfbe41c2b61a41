import type { JsonObject } from './json-value.js'

/** Meta-fields that tell nothing of a document's content. */
const metaFields = new Set(['_score', '_doc', '_shard_doc', '_id', '_index', '_seq_no'])

/** The operator's rules on fields, as they hold for every reference to one. */
export interface FieldRules {
  /** Whether a reference, which may be a pattern and may end in a boost (`na*^2`), is allowed. */
  allows(reference: string, isPath?: boolean): boolean
  /** `_source` that returns what the caller asked for, of what is allowed. */
  source(asked: unknown): unknown
}

/**
 * @param allow Patterns (`*` stands for anything) of the fields that may be used; empty: all.
 * @param deny Patterns of those that may not. Both hold for the sub-fields too: `name` covers `name.keyword`.
 * @returns undefined when there is no rule.
 */
export function fieldRules(allow: readonly string[] = [], deny: readonly string[] = []): FieldRules | undefined {
  if (allow.length === 0 && deny.length === 0) return undefined

  function isDenied(name: string): boolean {
    if (deny.some((pattern) => covers(pattern, name))) return true
    // A parent stands for its children, and a pattern for whatever it may match
    return deny.some((pattern) => pattern.startsWith(`${name}.`) || (name.includes('*') && mayMeet(name, pattern)))
  }

  function isAllowed(name: string, isPath: boolean): boolean {
    if (allow.length === 0 || allow.some((pattern) => covers(pattern, name))) return true
    return isPath && allow.some((pattern) => pattern.startsWith(`${name}.`))
  }

  return {
    allows(reference, isPath = false) {
      const name = reference.replace(/\^[^^]*$/, '')
      if (metaFields.has(name)) return true
      return !isDenied(name) && isAllowed(name, isPath)
    },
    source(asked) {
      if (asked === false || asked === 'false') return false
      const { includes, excludes } = sourceParts(asked)
      // An empty list asks for everything, as its absence does
      return {
        includes: includes?.length ? includes : allow,
        excludes: [...excludes, ...deny, ...deny.map((pattern) => `${pattern}.*`)],
      }
    },
  }
}

/** A pattern covers a name, its sub-fields, and every pattern whose letters it matches. */
function covers(pattern: string, name: string): boolean {
  if (matches(pattern, name)) return true
  for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
    if (matches(pattern, name.slice(0, dot))) return true
  }
  return false
}

/** `*` stands for anything. After a mismatch only the last `*` takes one letter more, so the cost is bounded. */
function matches(pattern: string, name: string): boolean {
  let p = 0
  let n = 0
  let star = -1
  let resumed = 0
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++
      resumed = n
    } else if (pattern[p] === name[n]) {
      p++
      n++
    } else if (star >= 0) {
      p = star + 1
      n = ++resumed
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** False only when the letters before the first `*` already rule out a common match. */
function mayMeet(a: string, b: string): boolean {
  const headA = a.split('*', 1)[0]!
  const headB = b.split('*', 1)[0]!
  return headA.startsWith(headB) || headB.startsWith(headA)
}

function sourceParts(asked: unknown): { includes: unknown[] | undefined; excludes: unknown[] } {
  if (typeof asked === 'string' && asked !== 'true') return { includes: [asked], excludes: [] }
  if (Array.isArray(asked)) return { includes: asked, excludes: [] }
  if (typeof asked !== 'object' || asked === null) return { includes: undefined, excludes: [] }
  const { includes, include = includes, excludes, exclude = excludes } = asked as JsonObject
  return {
    includes: include === undefined ? undefined : [include].flat(),
    excludes: exclude === undefined ? [] : [exclude].flat(),
  }
}
