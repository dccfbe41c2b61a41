import { parsingError } from '../errors.js'
import { unknownName } from '../lacking.js'
import { isObject, type Json } from '../queries/options.js'
import { wildcard } from '../queries/patterns.js'

/** What of a document's source a hit shows; undefined shows nothing. */
export type SourceFilter = ((source: Json) => Json) | undefined

/**
 * Reads `_source`: a boolean, a pattern, a list of patterns, or `{includes, excludes}`. @throws
 * EngineError
 */
export function sourceFilter(value: unknown): SourceFilter {
  if (value === undefined || value === true || value === 'true') return (source) => source
  if (value === false || value === 'false') return undefined
  if (!isObject(value)) return filtering(patterns(value), [])
  const { includes, include, excludes, exclude, ...rest } = value
  for (const name of Object.keys(rest)) {
    throw unknownName('_source', name, parsingError(`Unknown key for a START_ARRAY in [${name}].`))
  }
  return filtering(patterns(includes ?? include ?? []), patterns(excludes ?? exclude ?? []))
}

function patterns(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  if (list.some((pattern) => typeof pattern !== 'string'))
    throw parsingError('Unknown key for a VALUE in [_source].')
  return list as string[]
}

function filtering(includes: readonly string[], excludes: readonly string[]): SourceFilter {
  const isExcluded = anyOf(excludes)
  const isIncluded = anyOf(includes)
  return (source) => filterObject(source, '', includes.length === 0, isIncluded, isExcluded) ?? {}
}

function anyOf(names: readonly string[]): (path: string) => boolean {
  const tests = names.map((name) => wildcard(name))
  return (path) => tests.some((test) => test(path))
}

/**
 * The parts of an object that are wanted; `isWanted` when an object around it was included as a
 * whole.
 */
function filterObject(
  object: Json,
  prefix: string,
  isWanted: boolean,
  isIncluded: (path: string) => boolean,
  isExcluded: (path: string) => boolean,
): Json | undefined {
  const kept: Json = {}
  for (const [name, value] of Object.entries(object)) {
    const path = prefix + name
    if (isExcluded(path)) continue
    const wanted = isWanted || isIncluded(path)
    const filter = (inner: unknown): unknown => {
      if (isObject(inner))
        return (
          filterObject(inner, `${path}.`, wanted, isIncluded, isExcluded) ??
          (wanted ? {} : undefined)
        )
      if (!Array.isArray(inner)) return wanted ? inner : undefined
      const items = inner.map(filter).filter((item) => item !== undefined)
      return items.length > 0 || wanted ? items : undefined
    }
    const left = filter(value)
    if (left !== undefined) kept[name] = left
  }
  return Object.keys(kept).length > 0 ? kept : undefined
}
