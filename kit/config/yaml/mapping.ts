import { isObject as isMapping } from '../objects.js'
import type { Path } from './diagnostics.js'

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

/** One item or a list of items, as express-gateway reads it; each with its path. */
export function listOf(value: unknown, path: Path): [unknown, Path][] {
  return Array.isArray(value) ? value.map((item, i) => [item, [...path, i]]) : [[value, path]]
}
