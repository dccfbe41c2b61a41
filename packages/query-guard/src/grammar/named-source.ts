import { makeCover, makeMatcher, sourceParts } from '../rule/field-rules.js'
import { type CatalogFields, findParent } from '../rule/fields.js'
import { isObject, toText } from '../rule/json-value.js'

/** A name that no field can have, for a list of fields that would be empty, and so mean all. */
export const noField = '.'

export const isPattern = (name: unknown): boolean => toText(name).includes('*')

/** The members of a point in a document. */
const partsOfPoint = ['lat', 'lon', 'type', 'coordinates']

/** Fields whose members may have any names. */
const open = /^(object|nested|flattened|percolator|rank_features|sparse_vector)$/

/** A name that a `_source` may mean: a field, a sub-field, or a part of a point. */
interface SourceName {
  name: string
  levels: readonly string[]
  /** What is around it, by the names. */
  parents: readonly string[]
  isInDocuments: boolean
  /** Whether its members may have any names. */
  isOpen: boolean
}

const made = new WeakMap<CatalogFields, readonly SourceName[]>()

function listSourceNames(fields: CatalogFields): readonly SourceName[] {
  const known = made.get(fields)
  if (known) return known
  const points = [...fields].filter(([, { type }]) => type === 'geo_point')
  const parts = points.flatMap(([name]) => partsOfPoint.map((part) => `${name}.${part}`))
  const names = [...fields.keys(), ...parts].sort().map((name) => {
    const levels = name.split('.')
    return {
      ...{ name, levels, parents: levels.slice(1).map((_, i) => levels.slice(0, i + 1).join('.')) },
      isInDocuments: !fields.has(name) || findParent(name, fields) === undefined,
      isOpen: open.test(fields.get(name)?.type ?? ''),
    }
  })
  made.set(fields, names)
  return names
}

/**
 * A `_source` with names in place of its patterns. Elasticsearch makes an automaton of excluded
 * patterns wherever hits are fetched, which takes longer than a search.
 */
export function namedSource(asked: unknown, fields: CatalogFields): unknown {
  const { includes = [], excludes } = sourceParts(asked)
  const isClosed = excludes.some(isPattern)
  if (!isClosed && !includes.some(isPattern)) return asked
  const names = listSourceNames(fields)
  const others = isObject(asked) ? { exclude_vectors: asked.exclude_vectors } : {}
  if (isClosed) return { ...others, ...leftOf(names, includes.map(String), excludes.map(String)) }
  if (includes.some(isEverything)) return { ...others, includes: [], excludes }
  const inDocuments = names.filter((one) => one.isInDocuments)
  const named = includes.flatMap((one) =>
    isPattern(one) ? [...included(String(one), inDocuments)] : [String(one)],
  )
  return { ...others, includes: orNone(new Set(named)), excludes }
}

/**
 * With an excluded pattern only fields of the mappings are returned: whether it means another
 * member of a document cannot be known.
 */
function leftOf(
  names: readonly SourceName[],
  includes: readonly string[],
  excludes: readonly string[],
): { includes: string[]; excludes: string[] } {
  const isUnwanted = makeCovers(excludes)
  const left = new Set(names.filter((one) => !one.isOpen && !isUnwanted(one)))
  const isWanted = includes.length > 0 ? makeCovers(includes) : () => true
  const kept = topmost([...left].filter((one) => one.isInDocuments && isWanted(one)))
  const cut = names.filter((one) => !left.has(one) && one.parents.some((name) => kept.has(name)))
  const plain = excludes.filter((one) => !isPattern(one))
  return { includes: orNone(kept), excludes: [...plain, ...cut.map(({ name }) => name)] }
}

/** The test whether any of some patterns covers a name; for plain ones its parents tell. */
function makeCovers(patterns: readonly string[]): (one: SourceName) => boolean {
  const plain = new Set(patterns)
  const covers = patterns.filter(isPattern).map(makeCover)
  return ({ name, parents }) =>
    plain.has(name) ||
    parents.some((parent) => plain.has(parent)) ||
    covers.some((isCovering) => isCovering(name))
}

const isEverything = (pattern: unknown): boolean => /^\*+$/.test(toText(pattern))

const orNone = (names: ReadonlySet<string>) => (names.size > 0 ? [...names] : [noField])

/**
 * Without excluded patterns Elasticsearch takes the `*` of an included one for a part of a name
 * between two dots.
 */
function included(pattern: string, names: readonly SourceName[]): ReadonlySet<string> {
  const matchers = pattern.split('.').map(makeMatcher)
  const isMatching = ({ levels }: SourceName) =>
    matchers.length <= levels.length && matchers.every((matches, i) => matches(levels[i]!))
  return topmost(names.filter(isMatching))
}

/** Those that are in none of the others. */
function topmost(names: readonly SourceName[]): ReadonlySet<string> {
  const all = new Set(names.map(({ name }) => name))
  const top = names.filter(({ parents }) => !parents.some((parent) => all.has(parent)))
  return new Set(top.map(({ name }) => name))
}
