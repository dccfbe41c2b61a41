import type { TypeName } from './parameter.js'

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

type Mistake = [message: string, remedy: string]

/**
 * Why a placeholder is not allowed at a place, if so. Texts are allowed only where the engine compares them with
 * values: elsewhere they could be patterns, operators, date math, or names of fields.
 * @param keys Keys of the body above it, the outermost first.
 */
export function placeMistake(type: TypeName, keys: readonly string[]): Mistake | undefined {
  if (type === 'page') {
    if (keys.length === 1 && keys[0] === 'from') return undefined
    return ['a page may only be the value of "from"', 'write from: $page at the top of the body']
  }
  if (type === 'choice' || type === 'integer' || type === 'number' || type === 'boolean')
    return undefined
  if (type === 'search' || type === 'values') {
    if (/^(must|should|filter|query)$/.test(keys.at(-1) ?? '')) return undefined
    const where = type === 'search' ? 'must: [$q]' : 'filter: [$region]'
    return [`a ${type} is not allowed here`, `use it as a whole query, as in ${where}`]
  }
  if (type === 'place') {
    if (keys.some((key) => /^(_geo_distance|geo_distance|distance_feature)$/.test(key)))
      return undefined
    return ['a place is not allowed here', 'use it in geo_distance or distance_feature']
  }
  if (type === 'box') {
    if (keys.includes('geo_bounding_box') || keys.at(-1) === 'bounds') return undefined
    return ['a box is not allowed here', 'use it in geo_bounding_box, or as bounds of a grid']
  }
  const isInAggregation = keys.some((key) => aggregations.has(key))
  const [last = '', field = '', clause = ''] = [keys.at(-1), keys.at(-2), keys.at(-3)]
  const isPlain =
    !isInAggregation &&
    (ofField.has(field) ||
      (ofField.has(clause) && /^(query|value)$/.test(last)) ||
      (ofFields.has(field) && last === 'query') ||
      ((type === 'date' || type === 'time') && clause === 'range' && bounds.has(last)))
  if (isPlain) return undefined
  return [
    `a ${type} is not allowed here`,
    'use texts in match, multi_match, combined_fields, term, terms and prefix, days and times in ' +
      'range too',
  ]
}
