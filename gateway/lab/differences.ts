import type { Path } from '../../kit/config/yaml/diagnostics.js'
import { isMapping, textOf } from '../../kit/config/yaml/mapping.js'

/** Where a result is not as expected. */
export interface Difference {
  path: Path
  expected: unknown
  actual: unknown
}

/**
 * Compares a result with what is expected of it: of mappings the members that are named, lists as a
 * whole. `none` is expected of what is absent. Texts and numbers are compared as text, because a
 * variable of the YAML is one.
 */
export function differences(expected: unknown, actual: unknown, path: Path = []): Difference[] {
  if (isMapping(expected) && isMapping(actual))
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(value, actual[key], [...path, key]),
    )
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length)
    return expected.flatMap((value, i) => differences(value, actual[i], [...path, i]))
  const isSame = expected === 'none' ? actual === undefined : textOf(expected) === textOf(actual)
  return isSame ? [] : [{ path, expected, actual }]
}
