import { isObject, type Json } from './queries/options.js'
import { wildcard } from './queries/patterns.js'

/**
 * The parts of an answer that `filter_path` names: paths with `*` for a name and `**` for any
 * depth; with a leading minus, what to leave out. Objects and lists that end up empty are left out,
 * as Elasticsearch does.
 */
export function filterPath(body: unknown, expression: string): unknown {
  const paths = expression.split(',').map((path) => path.trim())
  const excluded = paths.filter((path) => path.startsWith('-')).map((path) => path.slice(1))
  const included = paths.filter((path) => !path.startsWith('-'))
  const kept = included.length > 0 ? keep(body, pathsOf(included)) : body
  return (excluded.length > 0 ? drop(kept, pathsOf(excluded)) : kept) ?? {}
}

/** What is left of some paths at one place of the answer. */
class Paths {
  /** One of the paths ends here, so all below is meant. */
  readonly isWhole: boolean
  readonly isEmpty: boolean
  readonly #steps: readonly (readonly string[])[]
  readonly #next = new Map<string, Paths>()

  constructor(steps: readonly (readonly string[])[]) {
    this.#steps = steps
    this.isEmpty = steps.length === 0
    this.isWhole = steps.some((path) => path.every((step) => step === '**'))
  }

  /**
   * The paths below a name; a long list of like objects asks for the same names again and again.
   */
  below(name: string): Paths {
    let next = this.#next.get(name)
    if (next === undefined) {
      next = new Paths(this.#steps.flatMap((path) => stepsAfter(path, name)))
      this.#next.set(name, next)
    }
    return next
  }
}

function pathsOf(expressions: readonly string[]): Paths {
  return new Paths(expressions.map((expression) => expression.split('.')))
}

/** What is left of a path after a name; `**` also stays. */
function stepsAfter([first, ...rest]: readonly string[], name: string): (readonly string[])[] {
  if (first === '**') return [['**', ...rest], ...stepsAfter(rest, name)]
  return first !== undefined && wildcard(first)(name) ? [rest] : []
}

function keep(value: unknown, paths: Paths): unknown {
  if (paths.isWhole) return value
  if (Array.isArray(value)) return some(value.map((item) => keep(item, paths)))
  if (!isObject(value) || paths.isEmpty) return undefined
  return filled(
    Object.entries(value).map(([name, inner]) => [name, keep(inner, paths.below(name))]),
  )
}

function drop(value: unknown, paths: Paths): unknown {
  if (paths.isWhole) return undefined
  if (Array.isArray(value)) return some(value.map((item) => drop(item, paths)))
  if (!isObject(value) || paths.isEmpty) return value
  return filled(
    Object.entries(value).map(([name, inner]) => [name, drop(inner, paths.below(name))]),
  )
}

function some(items: unknown[]): unknown[] | undefined {
  const kept = items.filter((item) => item !== undefined)
  return kept.length > 0 ? kept : undefined
}

function filled(entries: [string, unknown][]): Json | undefined {
  const kept = entries.filter(([, value]) => value !== undefined)
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
