import type { BodyPath } from '../../../packages/query-guard/src/index.js'

/**
 * The content at a place of a search body: a name that the caller wrote (of a field, a clause, a
 * key), or a value.
 */
export interface Said {
  path: BodyPath
  text: string
  isName: boolean
}

/** Keys whose texts are names of fields. */
const naming = new Set([
  'field',
  'fields',
  'default_field',
  'path',
  'sort',
  'docvalue_fields',
  'stored_fields',
])

/**
 * Clauses that take `{field: value}`: a field with the name of a key in `naming` does not make its
 * value a name.
 */
const shorthand = new Set([
  ...['match', 'match_phrase', 'match_phrase_prefix', 'match_bool_prefix', 'multi_match'],
  ...['term', 'prefix', 'wildcard', 'regexp', 'fuzzy', 'span_term'],
])

/** The places of a body that a predicate selects, in the order of the text; at most `most`. */
export function placesIn(body: unknown, most: number, picks: (said: Said) => boolean): BodyPath[] {
  const found: BodyPath[] = []
  const path: (string | number)[] = []

  function say(text: string, isName: boolean): void {
    if (found.length < most && picks({ path, text, isName })) found.push([...path])
  }
  function visit(value: unknown): void {
    if (found.length >= most) return
    if (typeof value !== 'object' || value === null) {
      const isName = typeof value === 'string' && namesField(path)
      say(isName ? value.replace(/\^[^^]*$/, '') : String(value), isName) // `name^2` names name
      return
    }
    for (const [key, item] of Object.entries(value)) {
      path.push(Array.isArray(value) ? Number(key) : key)
      if (!Array.isArray(value)) say(key, true)
      visit(item)
      path.pop()
    }
  }
  visit(body)
  return found
}

/** Every name that the caller wrote. */
export function namesIn(body: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  placesIn(body, 1, ({ text, isName }) => {
    if (isName) names.add(text)
    return false
  })
  return names
}

/** Whether a text at this place is the name of a field. */
function namesField(path: BodyPath): boolean {
  const keys = path.filter((step) => typeof step === 'string')
  return naming.has(keys.at(-1) ?? '') && !shorthand.has(keys.at(-2) ?? '')
}
