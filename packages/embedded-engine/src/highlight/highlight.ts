import { tokensOf } from '../analysis/tokens.js'
import { unsupported } from '../errors.js'
import type { Marks } from '../lucene/marks.js'
import type { Json } from '../queries/options.js'
import { namePattern } from '../queries/patterns.js'
import type { Searched } from '../search/searched.js'
import { occurrences } from './occurrences.js'
import { fragmentsOf, valueSeparator } from './passages.js'
import type { HighlightRequest } from './request.js'

/** `highlight` of a hit: for each field with something to show, its fragments. */
export function highlightsOf(
  { shard, query }: Searched,
  source: Json,
  request: HighlightRequest,
): Json {
  const shown: Json = {}
  for (const options of request) {
    const isNamed = namePattern(options.pattern)
    for (const [name, mapping] of shard.mapping.fields) {
      if (!isNamed(name) || Object.hasOwn(shown, name)) continue
      if (mapping.kind !== 'text' && mapping.kind !== 'keyword') continue
      const values = valuesAt(source, sourcePath(name, shard.mapping.fields))
        .filter((value) => value.length <= mapping.ignoreAbove)
        .map(mapping.normalize)
      const text = values.join(valueSeparator)
      if (options.maxOffset >= 0 && text.length > options.maxOffset)
        throw unsupported('texts beyond max_analyzed_offset of highlight')
      const marks: Marks = { terms: new Set(), patterns: [], phrases: [] }
      const asked = options.query?.clause(shard) ?? query
      const marked = options.requireFieldMatch
        ? [shard.field(name)!]
        : [...shard.mapping.fields.keys()].map((path) => shard.field(path)!)
      for (const field of marked) asked.mark?.(field, marks)
      const found = occurrences(
        tokensOf(mapping.analyzer, values),
        marks,
        !options.requireFieldMatch,
      )
      const fragments = fragmentsOf(text, found, options, mapping.kind === 'keyword')
      if (fragments.length > 0) shown[name] = fragments
    }
  }
  return shown
}

/** Where a field's value is in the source: that of a multi-field at its parent's path. */
function sourcePath(name: string, fields: ReadonlyMap<string, unknown>): string[] {
  const at = name.lastIndexOf('.')
  const parent = name.slice(0, Math.max(at, 0))
  return (fields.has(parent) ? parent : name).split('.')
}

function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return typeof value === 'object' ? [] : [String(value)]
  if (typeof value !== 'object') return []
  const inner = (value as Json)[name]
  if (inner === undefined && rest.length > 0) return valuesAt((value as Json)[path.join('.')], [])
  return valuesAt(inner, rest)
}
