import { parseError, parsingError } from '../errors.js'
import type { Shard } from '../index/shard.js'
import { disjunctionMax } from '../lucene/boolean.js'
import { boosted, constantQuery, matchNone, type Query } from '../lucene/query.js'
import type { Clause, Parsing } from './clause.js'
import { crossFields } from './cross-fields.js'
import { type FieldOptions, mappedFields, type WeightedFields, weightedFields } from './fields.js'
import { slop, wordOptions } from './match.js'
import { defaultTextOptions, type TextOptions, textQuery } from './match-text.js'
import { withMinimum } from './minimum-should-match.js'
import { Options } from './options.js'

/**
 * Types of multi_match, with how each looks for the text and how much the fields next to the best
 * one count.
 */
export const multiMatchTypes = {
  best_fields: { type: 'words', tieBreaker: 0 },
  most_fields: { type: 'words', tieBreaker: 1 },
  phrase: { type: 'phrase', tieBreaker: 0 },
  phrase_prefix: { type: 'phrase_prefix', tieBreaker: 0 },
  bool_prefix: { type: 'bool_prefix', tieBreaker: 1 },
  cross_fields: { type: 'words', tieBreaker: 0 },
} as const

export type MultiMatchType = keyof typeof multiMatchTypes

/** Reads the `type` of multi_match or query_string. @throws EngineError */
export function takeType(options: Options): MultiMatchType {
  const type = options.text('type') ?? 'best_fields'
  if (Object.hasOwn(multiMatchTypes, type)) return type as MultiMatchType
  throw parseError(`failed to parse [${options.clause}] query type`)
}

export function multiMatch(body: unknown, parsing: Parsing): Clause {
  const options = new Options('multi_match', body)
  const value = options.any('query')
  if (value === undefined || value === null)
    throw parsingError('No text specified for multi_match query')
  if (typeof value === 'object') throw parsingError('[multi_match] unknown token after [query]')
  const type = takeType(options)
  const fields = options.has('fields')
    ? weightedFields(options.any('fields'), 'multi_match')
    : everyField
  const given = wordOptions(options)
  const settings: TextOptions = {
    ...defaultTextOptions,
    ...given,
    type: multiMatchTypes[type].type,
    slop: slop(options),
    lenient: options.has('lenient') ? given.lenient! : fields.has('*'),
  }
  const isExact = settings.type.startsWith('phrase') || type === 'cross_fields'
  if (settings.edits !== undefined && isExact) {
    throw parsingError(`Fuzziness not allowed for type [${type}]`)
  }
  if (settings.slop > 0 && type === 'bool_prefix')
    throw parsingError(`[slop] not allowed for type [${type}]`)
  const tieBreaker = options.number('tie_breaker', multiMatchTypes[type].tieBreaker)
  const minimum = options.text('minimum_should_match')
  return options.finish(parsing, (shard) => {
    const search = type === 'cross_fields' ? crossFields : inFields
    const query = search(shard, fields, value, settings, { tieBreaker, minimum, parsing })
    if (query !== undefined) return query
    return settings.zeroTerms === 'all' ? constantQuery(() => shard.live) : matchNone
  })
}

/** What `*` stands for: all fields (index setting `query.default_field`). */
export const everyField: WeightedFields = new Map([['*', 1]])

/** The text in any of the fields; undefined when it asks for nothing in all of them. */
export function inFields(
  shard: Shard,
  fields: WeightedFields,
  value: unknown,
  options: TextOptions,
  { tieBreaker, minimum, parsing }: FieldOptions,
): Query | undefined {
  const mapped = mappedFields(shard, fields)
  if (mapped.length === 0) return matchNone
  const queries = mapped.flatMap(([name, weight]) => {
    const query = textQuery(shard, name, value, options, parsing)
    return query === undefined ? [] : [boosted(withMinimum(query, minimum), weight)]
  })
  return queries.length === 0 ? undefined : disjunctionMax(queries, tieBreaker, shard.size)
}
