/**
 * The only meta-fields that may be named under field rules: the others reveal a document's content
 * or its fields.
 */
const metaFields = new Set(['_score', '_doc', '_shard_doc', '_id', '_index', '_seq_no'])

/** Names that alone may pass (absent: all), and names removed from these. */
export interface Choice {
  allow?: string[]
  deny?: string[]
}

/**
 * White space and control characters never occur in our fields' names: such a pattern would protect
 * nothing.
 */
const fieldPattern = {
  type: 'string',
  minLength: 1,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]*$',
  description: 'Write the name of a field without white space; `*` stands for anything.',
}

/** The operator's choice of fields, as a parameter. */
export const fieldChoice: OptionSchema = {
  type: 'object',
  description:
    'Patterns of fields (`*` stands for anything), applied wherever a query names a field. A ' +
    'field covers its sub-fields.',
  refuses: 'VALIDATION_ERROR',
  additionalProperties: false,
  properties: {
    allow: {
      type: 'array',
      more: 'allows',
      isAllWithout: true,
      says: ['the field {} is allowed', 'the field {} is no longer allowed'],
      items: fieldPattern,
      minItems: 1,
      description: 'Only these may be used and returned. Default: all.',
    },
    deny: {
      type: 'array',
      items: fieldPattern,
      more: 'refuses',
      says: ['the field {} is denied', 'the field {} is no longer denied'],
      description: 'These may not.',
    },
  },
}

/** The operator's field rules, which apply to every reference to a field. */
export interface FieldRules {
  /** Whether a reference, which may be a pattern and may end in a boost (`na*^2`), is allowed. */
  allows(reference: string, isPath?: boolean): boolean
  /** The `_source` that returns the requested fields, limited to those allowed. */
  source(asked: unknown): unknown
}

/**
 * @param allow Patterns (`*` matches anything) of the allowed fields; empty: all.
 * @param deny Patterns of the denied ones. Both apply to sub-fields too: `name` covers
 *   `name.keyword`.
 * @returns undefined when there is no rule.
 */
export function fieldRules(
  allow: readonly string[] = [],
  deny: readonly string[] = [],
): FieldRules | undefined {
  if (allow.length === 0 && deny.length === 0) return undefined
  const allowing = allow.map(makeCover)
  const denying = deny.map(makeCover)

  function isDenied(name: string): boolean {
    if (denying.some((covers) => covers(name))) return true
    // A parent includes its children, and a pattern all that it may match
    const parent = `${name}.`
    return deny.some(
      (pattern) => pattern.startsWith(parent) || (name.includes('*') && mayMeet(name, pattern)),
    )
  }

  function isAllowed(name: string, isPath: boolean): boolean {
    if (allow.length === 0 || allowing.some((covers) => covers(name))) return true
    return isPath && allow.some((pattern) => pattern.startsWith(`${name}.`))
  }

  return {
    allows(reference, isPath = false) {
      const name = reference.replace(/\^[^^]*$/, '')
      if (metaFields.has(name)) return true
      if (/^[_*]/.test(name)) return false // the other meta-fields, and patterns that may match one
      return !isDenied(name) && isAllowed(name, isPath)
    },
    source(asked) {
      if (asked === false || asked === 'false') return false
      const { includes, excludes } = sourceParts(asked)
      // An empty list requests everything, like no list
      return {
        includes: includes?.length ? includes : allow,
        excludes: [...excludes, ...deny], // what is excluded takes its members along
      }
    },
  }
}

/**
 * The test whether a pattern covers a name: the name itself, its sub-fields, and every pattern
 * whose letters it matches. It reads each letter of the name once: a caller's input must not
 * multiply the work.
 */
export function makeCover(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern || name.startsWith(`${pattern}.`)
  const { tail, ...start } = parsePattern(pattern)
  return function covers(name) {
    const from = afterStart(name, start)
    return from >= 0 && endsSomewhere(name, tail, from)
  }
}

/** The test whether a name matches a pattern in which `*` matches anything. */
export function makeMatcher(pattern: string): (name: string) => boolean {
  if (!pattern.includes('*')) return (name) => name === pattern
  const { tail, ...start } = parsePattern(pattern)
  return function matches(name) {
    const from = afterStart(name, start)
    return from >= 0 && name.length - tail.length >= from && name.endsWith(tail)
  }
}

/** The letters of a pattern before its first `*`, between two, and after the last. */
function parsePattern(pattern: string): Start & { tail: string } {
  const pieces = pattern.split('*')
  return { head: pieces[0]!, middle: pieces.slice(1, -1), tail: pieces.at(-1)! }
}

interface Start {
  head: string
  middle: readonly string[]
}

/** Where a name continues after the letters that a pattern starts with; -1 if it lacks them. */
function afterStart(name: string, { head, middle }: Start): number {
  if (!name.startsWith(head)) return -1
  let from = head.length
  for (const piece of middle) {
    const at = name.indexOf(piece, from)
    if (at < 0) return -1
    from = at + piece.length
  }
  return from
}

/**
 * Whether the letters occur at the end of the name, or before one of its dots, from a position on.
 */
function endsSomewhere(name: string, letters: string, from: number): boolean {
  if (letters === '') return true
  for (let at = name.indexOf(letters, from); at >= 0; at = name.indexOf(letters, at + 1)) {
    const end = at + letters.length
    if (end === name.length || name[end] === '.') return true
  }
  return false
}

/** False only when the letters before the first `*` already rule out a common match. */
function mayMeet(a: string, b: string): boolean {
  const headA = a.split('*', 1)[0]!
  const headB = b.split('*', 1)[0]!
  return headA.startsWith(headB) || headB.startsWith(headA)
}

/** The parts of a `_source` as callers write it. */
export function sourceParts(asked: unknown): {
  includes: unknown[] | undefined
  excludes: unknown[]
} {
  if (typeof asked === 'string' && asked !== 'true') return { includes: [asked], excludes: [] }
  if (Array.isArray(asked)) return { includes: asked, excludes: [] }
  if (typeof asked !== 'object' || asked === null) return { includes: undefined, excludes: [] }
  const {
    includes,
    include = includes,
    excludes,
    exclude = excludes,
  } = asked as Record<string, unknown>
  return {
    includes: include === undefined ? undefined : [include].flat(),
    excludes: exclude === undefined ? [] : [exclude].flat(),
  }
}

/**
 * JSON Schema of an option. Its text is shown to operators. `more` says whether more of it allows
 * more searches, and `says` how items that are new and gone are told.
 */
export type OptionSchema = {
  description: string
  type?: string | string[]
  default?: unknown
  /** The code of the searches that it refuses. */
  refuses?: 'VALIDATION_ERROR'
  more?: 'allows' | 'refuses'
  says?: readonly [string, string]
  /** Whether an item covers those that begin with it. */
  isPrefix?: true
  /** Whether a list that is not written has everything. */
  isAllWithout?: true
  /** Whether callers must not learn it. */
  writeOnly?: boolean
} & Record<string, unknown>
