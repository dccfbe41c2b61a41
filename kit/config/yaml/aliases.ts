import { type Alias, type Document, type Node, visit } from 'yaml'

/** The target of each alias of a document, or why it has none. */
export type Aliases = ReadonlyMap<Alias, Node | 'no anchor' | 'inside its anchor'>

/**
 * Resolves all aliases in one pass. `Alias.resolve` of the package walks the whole document for
 * each of them.
 */
export function aliasesOf(document: Document): Aliases {
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
