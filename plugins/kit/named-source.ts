import { isObject } from '../../kit/config/objects.js'
import type { CatalogFields } from './field-catalog.js'
import { parentOf } from './field-description.js'
import { coverOf, matcherOf, sourceParts } from './field-rules.js'

/** A name that no field can have, for a list of fields that would be empty, and so mean all. */
export const noField = '.'

export const isPattern = (name: unknown): boolean => String(name).includes('*')

/** The members of a point in a document. */
const partsOfPoint = ['lat', 'lon', 'type', 'coordinates']

/** Fields whose members may have any names. */
const open = /^(object|nested|flattened|percolator|rank_features|sparse_vector)$/

/** The names that a `_source` may mean. */
interface SourceNames {
  /** Fields with sub-fields and the parts of points, by name. */
  all: readonly string[]
  /** Those that documents may have, and the levels of each. */
  inDocuments: ReadonlyMap<string, readonly string[]>
}

const made = new WeakMap<CatalogFields, SourceNames>()

function sourceNamesOf(fields: CatalogFields): SourceNames {
  const known = made.get(fields)
  if (known) return known
  const points = [...fields].filter(([, { type }]) => type === 'geo_point')
  const parts = points.flatMap(([name]) => partsOfPoint.map((part) => `${name}.${part}`))
  const own = [...fields.keys()].filter((name) => parentOf(name, fields) === undefined)
  const names = { all: [...fields.keys(), ...parts], inDocuments: levelsOf([...own, ...parts].sort()) }
  made.set(fields, names)
  return names
}

/**
 * A `_source` with names in place of its patterns. Elasticsearch makes an automaton of excluded
 * patterns wherever hits are fetched, which takes longer than a search. With an excluded pattern
 * only fields of the mappings are returned: whether it means another member cannot be known.
 */
export function namedSource(asked: unknown, fields: CatalogFields): unknown {
  const { includes = [], excludes } = sourceParts(asked)
  const isClosed = excludes.some(isPattern)
  if (!isClosed && !includes.some(isPattern)) return asked
  const { all, inDocuments } = sourceNamesOf(fields)
  const isKnown = (name: string) => !(isClosed && open.test(fields.get(name)?.type ?? ''))
  const others = isObject(asked) ? { exclude_vectors: asked.exclude_vectors } : {}
  const unwanted = excludes.map((one) => coverOf(String(one)))
  const isWanted = (name: string) => isKnown(name) && !unwanted.some((covers) => covers(name))
  const plain = excludes.filter((one) => !isPattern(one))
  if (!isClosed && includes.some(isEverything)) return { ...others, includes: [], excludes: plain }
  const named = includes.flatMap((one) =>
    isClosed || isPattern(one) ? included(String(one), inDocuments) : [String(one)],
  )
  const asWanted = new Set(includes.length > 0 ? named : inDocuments.keys())
  const kept = new Set([...asWanted].filter(isWanted))
  const top = [...kept].filter((name) => !isBelow(name, kept))
  const cut = isClosed ? all.filter((name) => isBelow(name, kept) && !isWanted(name)) : []
  return { ...others, includes: top.length > 0 ? top : [noField], excludes: [...plain, ...cut] }
}

const isEverything = (pattern: unknown): boolean => /^\*+$/.test(String(pattern))

/** Whether one of its parents is among the names. */
function isBelow(name: string, names: ReadonlySet<string>): boolean {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1))
    if (names.has(name.slice(0, dot))) return true
  return false
}

const levelsOf = (names: readonly string[]) =>
  new Map(names.map((name) => [name, name.split('.')] as const))

/** Of what is included, `*` stands for a part of a name between two dots. */
function included(pattern: string, names: SourceNames['inDocuments']): string[] {
  const levels = pattern.split('.').map(matcherOf)
  const found: string[] = []
  for (const [name, parts] of names)
    if (levels.length <= parts.length && levels.every((matches, i) => matches(parts[i]!)))
      found.push(name)
  return found
}
