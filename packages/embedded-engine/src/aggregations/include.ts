import { contentError, illegalArgument, parseError, unsupported } from '../errors.js'
import { readDate } from './dates.js'
import type { Field } from './fields.js'
import { objectOf } from './params.js'

/** Says of a term whether a `terms` aggregation counts it. */
export type TermFilter = (term: string | number) => boolean

/**
 * `include` and `exclude`: exact values in an array, or for texts one regular expression of Lucene.
 * @param name Of the aggregation, for error texts.
 */
export function readTermFilter(
  name: string,
  params: { include?: unknown; exclude?: unknown },
  field: Field,
): TermFilter {
  const include = params.include === undefined ? undefined : matcher(name, params.include, field)
  const exclude = params.exclude === undefined ? undefined : matcher(name, params.exclude, field)
  return (term) => (include?.(term) ?? true) && !exclude?.(term)
}

function matcher(name: string, value: unknown, field: Field): TermFilter {
  if (Array.isArray(value)) {
    const exact = new Set(value.map((one) => termOf(one, field)))
    return (term) => exact.has(term)
  }
  if (typeof value !== 'string') {
    const [wrong] = Object.keys(objectOf('terms', value)).filter(
      (key) => !/^(num_)?partitions?$/.test(key),
    )
    if (wrong === undefined) throw unsupported('partitions of the terms aggregation')
    throw parseError(`Unknown parameter in Include/Exclude clause: ${wrong}`)
  }
  if (field.kind !== 'keyword' && field.kind !== undefined) {
    throw illegalArgument(
      `Aggregation [${name}] cannot support regular expression style include/exclude settings ` +
        'as they can only be applied to string fields. Use an array of numeric values for ' +
        'include/exclude clauses used to filter numeric fields',
    )
  }
  const pattern = luceneExpression(value)
  return (term) => pattern.test(String(term))
}

function termOf(value: unknown, { kind, dateFormat }: Field): string | number {
  if (kind === 'keyword' || kind === undefined) return String(value)
  if (kind === 'boolean') return value === true || value === 'true' ? 1 : 0
  if (kind === 'date') return readDate(value, dateFormat)
  const number = Number(value)
  if (Number.isNaN(number))
    throw illegalArgument('[include] and [exclude] of a numeric field take numbers')
  return number
}

/**
 * A regular expression of Lucene as one of ours: it covers the whole term. Lucene's own operators
 * (`~ & @ # < >`) have no like here and are refused, as are ours that Lucene does not know.
 */
function luceneExpression(pattern: string): RegExp {
  if (/(?<!\\)[~&@#<>"]|\(\?|\\[^\\.?+*|()[\]{}"~&@#<>\-^$dwsDWS]|(?<!\[)\^|\$/.test(pattern)) {
    throw unsupported('this regular expression of the terms aggregation')
  }
  try {
    return new RegExp(`^(?:${pattern.replace(/\\(["~&@#<>])/g, '$1')})$`, 'su')
  } catch {
    throw contentError('[terms] failed to parse field [include]')
  }
}
