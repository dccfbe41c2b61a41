import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  visit,
  type YAMLMap,
} from 'yaml'
import type { Path } from './diagnostics.js'

/** The start and end of a part of the text. */
export type Span = readonly [start: number, end: number]

/**
 * The span of a node; of a mapping or a list its first letter, as it may extend over many lines.
 */
export function toSpan(node: unknown): Span {
  const [start, end] = (node as { range?: [number, number, number] | null }).range ?? [0, 0]
  return isScalar(node) || isAlias(node) ? [start, end] : [start, start + 1]
}

/** The target of a path. */
export interface PathTarget {
  /** The key or list item; of the nearest one around it when the path has no target. */
  range: Span
  /** The alias or `<<` that the path goes through first, if it does. */
  use?: Span
  /** What that alias stands for. */
  anchored?: unknown
  /** The node of the value; absent when the path has no target. */
  node?: unknown
}

/** Follows a path through aliases and merged mappings. */
export function findPath(document: Document, aliases: Aliases, path: Path): PathTarget {
  const meant = (node: unknown) => (isAlias(node) ? aliases.get(node) : node)
  const found: PathTarget = { range: [0, 1] }
  let node: unknown = document.contents
  for (const step of path) {
    if (isAlias(node) && found.use === undefined) {
      found.use = toSpan(node)
      found.anchored = meant(node)
    }
    node = meant(node)
    if (isMap(node)) {
      const entry = entryIn(node, String(step), meant)
      if (!entry) return found
      if (entry.merge) found.use ??= toSpan(entry.merge)
      if (isScalar(entry.pair.key)) found.range = toSpan(entry.pair.key)
      node = entry.pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)]
      if (!item) return found
      found.range = toSpan(item)
      node = item
    } else return found
  }
  return { ...found, node: meant(node) }
}

/** The pair of a key in a mapping, and the `<<` that merges it in, if it is not its own. */
function entryIn(
  map: YAMLMap,
  name: string,
  meant: (node: unknown) => unknown,
): { pair: Pair; merge?: unknown } | undefined {
  const named = (text: string) =>
    map.items.filter(
      ({ key }) => isScalar(key) && (String(key.value) === text || key.source === text),
    ) // `<<` has no text as its value
  const [own] = named(name)
  if (own) return { pair: own }
  for (const { key, value } of named('<<')) {
    const all = meant(value)
    for (const source of isSeq(all) ? all.items.map(meant) : [all]) {
      const entry = isMap(source) ? entryIn(source, name, meant) : undefined
      if (entry) return { pair: entry.pair, merge: key }
    }
  }
  return undefined
}

/** The target of each alias of a document, or why it has none. */
export type Aliases = ReadonlyMap<Alias, Node | 'no anchor' | 'inside its anchor'>

/** The value below an alias that has the anchor which the alias names. */
export function findAnchorBelow(document: Document, alias: Alias): Node | undefined {
  let found: Node | undefined
  visit(document, {
    Value(_, node) {
      if (node.anchor !== alias.source) return undefined
      found = node
      return visit.BREAK
    },
  })
  return found
}

/**
 * Resolves all aliases in one pass. `Alias.resolve` of the package walks the whole document for
 * each of them.
 */
export function resolveAliases(document: Document): Aliases {
  const anchors = new Map<string, Node>()
  const aliases = new Map<Alias, Node | 'no anchor' | 'inside its anchor'>()
  visit(document, {
    Alias(_, alias, path) {
      const node = anchors.get(alias.source) ?? 'no anchor'
      aliases.set(
        alias,
        typeof node === 'object' && path.includes(node) ? 'inside its anchor' : node,
      )
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node)
    },
  })
  return aliases
}
