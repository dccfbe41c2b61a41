import type { Diagnostic, Path } from '../../kit/config/yaml/diagnostics.js'
import { originFault } from '../../kit/http/origin.js'

/**
 * Origins that no page can have (Fetch standard, 3.2: scheme, host, port unless it is the default),
 * and duplicates.
 */
export function originMistakes(origins: readonly string[], path: Path): Diagnostic[] {
  return origins.flatMap((origin, i) => {
    const at = [...path, i]
    if (origins.indexOf(origin) < i)
      return [
        { path: at, rule: 'duplicate', message: 'this origin occurs twice', remedy: 'remove one' },
      ]
    if (origin !== '*' && origins.includes('*')) {
      const message = '"*" allows all origins, so that this one adds nothing'
      return [{ path: at, rule: 'wrong-value', message, remedy: 'remove it, or "*"' }]
    }
    const fault = origin === '*' ? undefined : originFault(origin)
    return fault ? [{ path: at, rule: 'wrong-value', ...fault }] : []
  })
}

/** Header names with another meaning to browsers than expected. */
export function corsHeaderMistakes(headers: readonly string[], path: Path): Diagnostic[] {
  return headers.flatMap((name, i) => {
    if (name !== '*') return []
    const message = '"*" is no header that a page could send: names are compared one by one'
    return [{ path: [...path, i], rule: 'wrong-value', message, remedy: 'name each header' }]
  })
}
