import { illegalArgument } from '../errors.js'
import { dateFormat, type Zone } from './dates.js'
import { decimalFormat } from './decimals.js'
import type { Field } from './fields.js'

/** How a number is shown next to its raw form, in `key_as_string` and `value_as_string`. */
export type Format = (value: number) => string

/**
 * The format of a field's values; undefined when they are shown raw only.
 * @throws EngineError illegal_argument_exception for a pattern on a field that takes none, or one
 * that is not known.
 */
export function formatOf(
  { kind, name, dateFormat: ownFormat }: Pick<Field, 'kind' | 'name' | 'dateFormat'>,
  pattern?: string,
  zone?: Zone,
): Format | undefined {
  if (kind === 'date') return dateFormat(pattern ?? ownFormat, zone)
  if (pattern === undefined) return kind === 'boolean' ? (value) => String(value !== 0) : undefined
  if (kind === 'long' || kind === 'double' || kind === undefined) return decimalFormat(pattern)
  throw illegalArgument(`Field [${name}] of type [${kind}] does not support custom formats`)
}

/**
 * The text of a number as `…_as_string`: its text, but for booleans, which some aggregations
 * show as such.
 */
export function shownAs({ kind }: Pick<Field, 'kind'>, format: Format | undefined) {
  return kind === 'boolean' ? (value: number) => value !== 0 : format
}
