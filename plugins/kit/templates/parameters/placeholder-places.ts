import type { Mistake } from './parameter.js'

/** Clauses of `{field: value}` and `{field: {query or value: value}}`, whose values are plain. */
const ofField = new Set([
  'match',
  'match_phrase',
  'match_phrase_prefix',
  'match_bool_prefix',
  'term',
  'terms',
  'prefix',
])
/** Clauses whose `query` is plain text. */
const ofFields = new Set(['multi_match', 'combined_fields'])
const bounds = new Set(['gt', 'gte', 'lt', 'lte'])
const aggregations = new Set(['aggs', 'aggregations'])

/**
 * Why the placeholder of a text is not allowed at a place, if so: it is allowed only where the engine
 * compares it with values. Elsewhere it could be a pattern, an operator, date math, or a field.
 * @param keys Keys of the body above it, the outermost first.
 * @param isTime Whether it is a day or a time, which may be an end of a range.
 */
export function checkTextPlace(
  type: string,
  keys: readonly string[],
  isTime = false,
): Mistake | undefined {
  const isInAggregation = keys.some((key) => aggregations.has(key))
  const [last = '', field = '', clause = ''] = [keys.at(-1), keys.at(-2), keys.at(-3)]
  const isPlain =
    !isInAggregation &&
    (ofField.has(field) ||
      (ofField.has(clause) && /^(query|value)$/.test(last)) ||
      (ofFields.has(field) && last === 'query') ||
      (isTime && clause === 'range' && bounds.has(last)))
  if (isPlain) return undefined
  return [
    `a ${type} is not allowed here`,
    'use texts in match, multi_match, combined_fields, term, terms and prefix, days and times in ' +
      'range too',
  ]
}

/** Why a placeholder that is a whole query is not allowed at a place, if so. */
export function checkQueryPlace(keys: readonly string[]): Mistake | undefined {
  if (/^(must|should|filter|query)$/.test(keys.at(-1) ?? '')) return undefined
  return [
    'a whole query is not allowed here',
    'use it as one, as in must: [$q] or filter: [$region]',
  ]
}
