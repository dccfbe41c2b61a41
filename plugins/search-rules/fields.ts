import type { JsonObject } from './json-value.js'

/** Meta-fields that tell nothing of a document's content. */
const metaFields = new Set(['_score', '_doc', '_shard_doc', '_id', '_index', '_seq_no', '_count', '_key'])

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
  const allowed = allow.map(covers)
  const denied = deny.map(covers)

  function isDenied(name: string): boolean {
    if (denied.some((covers) => covers(name))) return true
    // A parent stands for its children, and a pattern for whatever it may match
    return deny.some((pattern) => pattern.startsWith(`${name}.`) || (name.includes('*') && mayMeet(name, pattern)))
  }

  function isAllowed(name: string, isPath: boolean): boolean {
    if (allow.length === 0 || allowed.some((covers) => covers(name))) return true
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
      return { includes: includes ?? allow, excludes: [...excludes, ...deny, ...deny.map((pattern) => `${pattern}.*`)] }
    },
  }
}

/** A pattern covers a name, its sub-fields, and every pattern whose letters it matches. */
function covers(pattern: string): (name: string) => boolean {
  const escaped = pattern.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replace(/\*+/g, '.*')
  const whole = new RegExp(`^${escaped}(\\..*)?$`, 's')
  return (name) => whole.test(name)
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
