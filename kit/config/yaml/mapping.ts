import { isObject as isMapping } from '../objects.js'
import { didYouMean, type Path, type ReportDiagnostic } from './diagnostics.js'

export { isMapping }

/** A mapping of the YAML. */
export type Mapping = Record<string, unknown>

/**
 * A value as text, to be looked up and shown where a name belongs; `String` would call a `toString`
 * from the YAML.
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** The entries of a mapping; reports anything else and returns none. */
export function entriesOf(
  value: unknown,
  path: Path,
  report: ReportDiagnostic,
): [string, unknown][] {
  if (isMapping(value)) return Object.entries(value)
  if (value !== undefined)
    report(
      path,
      'wrong-type',
      `"${path.at(-1)}" must be a mapping`,
      'write names, each with its settings',
    )
  return []
}

/** One item or a list of items, as express-gateway reads it; each with its path. */
export function listOf(value: unknown, path: Path): [unknown, Path][] {
  return Array.isArray(value) ? value.map((item, i) => [item, [...path, i]]) : [[value, path]]
}

/** Reports every unknown key. */
export function checkKeys(
  value: Mapping,
  known: readonly string[],
  path: Path,
  report: ReportDiagnostic,
): void {
  for (const key of Object.keys(value)) {
    if (!known.includes(key))
      report([...path, key], 'unknown-key', `unknown key "${key}"`, didYouMean(key, known))
  }
}
