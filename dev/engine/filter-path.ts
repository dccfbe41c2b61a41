import { isObject, type Json } from './queries/options.js'
import { wildcard } from './queries/patterns.js'

/**
 * The parts of an answer that `filter_path` names: paths with `*` for a name and `**` for any depth; with a leading
 * minus, what to leave out. Objects and lists that end up empty are left out, as Elasticsearch does.
 */
export function filterPath(body: unknown, expression: string): unknown {
  const paths = expression.split(',').map((path) => path.trim())
  const excluded = paths.filter((path) => path.startsWith('-')).map((path) => path.slice(1).split('.'))
  const included = paths.filter((path) => !path.startsWith('-')).map((path) => path.split('.'))
  const kept = included.length > 0 ? keep(body, included) : body
  return (excluded.length > 0 ? drop(kept, excluded) : kept) ?? {}
}

type Paths = readonly (readonly string[])[]

/** What is left of each path after a name; `**` also stays. */
function after(paths: Paths, name: string): string[][] {
  return paths.flatMap(([first, ...rest]) => {
    if (first === '**') return [['**', ...rest], ...after([rest], name)]
    return first !== undefined && wildcard(first)(name) ? [rest] : []
  })
}

function isWhole(paths: Paths): boolean {
  return paths.some((path) => path.length === 0 || (path.length === 1 && path[0] === '**'))
}

function keep(value: unknown, paths: Paths): unknown {
  if (isWhole(paths)) return value
  if (Array.isArray(value)) return some(value.map((item) => keep(item, paths)))
  if (!isObject(value) || paths.length === 0) return undefined
  return filled(Object.entries(value).map(([name, inner]) => [name, keep(inner, after(paths, name))]))
}

function drop(value: unknown, paths: Paths): unknown {
  if (paths.some((path) => path.length === 0)) return undefined
  if (Array.isArray(value)) return some(value.map((item) => drop(item, paths)))
  if (!isObject(value) || paths.length === 0) return value
  return filled(Object.entries(value).map(([name, inner]) => [name, drop(inner, after(paths, name))]))
}

function some(items: unknown[]): unknown[] | undefined {
  const kept = items.filter((item) => item !== undefined)
  return kept.length > 0 ? kept : undefined
}

function filled(entries: [string, unknown][]): Json | undefined {
  const kept = entries.filter(([, value]) => value !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
