import type { BodyPath } from '../rule/body-path.js'
import type { FieldRules } from '../rule/field-rules.js'
import {
  type CatalogFields,
  makeReferences,
  type References,
  withoutBoost,
} from '../rule/fields.js'
import type { LeafRule } from '../rule/rule.js'

/**
 * A reference to a field that is probably a mistake: there is no such field, or it holds single
 * words.
 */
export interface FieldWarning {
  kind: 'unknown' | 'words'
  name: string
  path: BodyPath
}

/** More do not help, and each costs a comparison with all names. */
const maxWarnings = 10

/** Longer names are refused, and longer texts not examined, in characters. */
const [maxName, maxText] = [256, 2048]

/**
 * Whether a warning is right even if the search found something: the family has no such field. The
 * engine refuses to sort by one, unless the search says by `unmapped_type` that it may be missing.
 */
export const isCertain = ({ kind, path }: FieldWarning): boolean =>
  kind === 'unknown' && path[0] !== 'sort'

/** Clauses that compare whole values, of which a text field has none; `fuzzy` is about words. */
const ofWholeValues = new Set<string | number>([
  'term',
  'terms',
  'terms_set',
  'prefix',
  'wildcard',
  'regexp',
])

/** Whether the value at a path belongs to such a clause, or to the aggregation of its name. */
export const isOfWholeValues = (path: BodyPath): boolean => ofWholeValues.has(path.at(-2) ?? '')

/** Records doubtful references during validation. Each reference costs one map look-up. */
export class FieldWarnings {
  readonly found: FieldWarning[] = []
  readonly #known: CatalogFields
  readonly #find: References
  readonly #rules: FieldRules | undefined
  readonly #promised: ReadonlySet<string>

  constructor(
    known: CatalogFields,
    rules: FieldRules | undefined,
    promised: ReadonlySet<string> = new Set(),
  ) {
    this.#known = known
    this.#find = makeReferences(known)
    this.#rules = rules
    this.#promised = promised
  }

  /**
   * Checks the fields that a value names: `{exists: {field: …}}`, `{query_string: {query:
   * 'state:RI'}}`.
   */
  ofLeaf(rule: LeafRule, value: unknown, path: BodyPath, depth: number): void {
    if (typeof value !== 'string' || value.length > maxText) return
    if (rule.kind === 'field') {
      if (!this.#find(value)) this.#unknown(value, path, depth)
    } else if (rule.kind === 'text' && rule.names) {
      for (const name of rule.names(value)) {
        if (!this.#known.has(name)) this.#unknown(name, [...path.slice(0, depth), name], depth + 1)
      }
    }
  }

  /** Checks a field used as a key: `{term: {…: value}}`. */
  ofKey(name: string, path: BodyPath, depth: number): void {
    const field = this.#known.get(name)
    if (field === undefined) this.#unknown(name, path, depth)
    else if (field.type === 'text' && ofWholeValues.has(path[depth - 2]!))
      this.#take('words', name, path, depth)
  }

  #unknown(reference: string, path: BodyPath, depth: number): void {
    if (this.found.length === maxWarnings || reference.length > maxName) return
    const name = withoutBoost(reference)
    if (
      name.startsWith('_') ||
      name.includes('*') ||
      this.#promised.has(name) ||
      this.#known.has(name)
    )
      return
    this.#take('unknown', name, path, depth)
  }

  #take(kind: FieldWarning['kind'], name: string, path: BodyPath, depth: number): void {
    if (this.found.length === maxWarnings || this.found.some((warning) => warning.name === name))
      return
    // whether such a field exists is not revealed
    if (this.#rules && !this.#rules.allows(name, true)) return
    if (kind === 'unknown' && isRoofed(name, this.#known)) return
    this.found.push({ kind, name, path: path.slice(0, depth) })
  }
}

/** Objects around the fields of a family, and fields that take any key. */
interface Roofs {
  objects: ReadonlySet<string>
  flattened: readonly string[]
}

const roofs = new WeakMap<CatalogFields, Roofs>()

function findRoofs(fields: CatalogFields): Roofs {
  const known = roofs.get(fields)
  if (known) return known
  const objects = new Set<string>()
  for (const name of fields.keys()) {
    for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1))
      objects.add(name.slice(0, dot))
  }
  const flattened = [...fields]
    .filter(([, { type }]) => type === 'flattened')
    .map(([name]) => `${name}.`)
  roofs.set(fields, { objects, flattened })
  return { objects, flattened }
}

/**
 * Whether a name of no field is still valid: an object around fields, or a key inside one that
 * takes any.
 */
function isRoofed(name: string, fields: CatalogFields): boolean {
  const { objects, flattened } = findRoofs(fields)
  return objects.has(name) || flattened.some((start) => name.startsWith(start))
}
