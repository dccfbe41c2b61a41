import { parsingError, shardError, unsupported } from '../../errors.js'
import type { Shard } from '../../index/shard.js'
import { matchNone, type Query } from '../../lucene/query.js'
import type { Clause, Parsing } from '../clause.js'
import { type WeightedFields, weightedFields } from '../fields.js'
import { fuzziness } from '../fuzziness.js'
import { defaultTextOptions, queryAnalyzer } from '../match-text.js'
import { withMinimum } from '../minimum-should-match.js'
import { everyField, multiMatchTypes, takeType } from '../multi-match.js'
import { Options } from '../options.js'
import { build, type StringOptions } from './builder.js'
import { SyntaxFault } from './lexer.js'
import { parseQueryString } from './parser.js'

/** `query_string`: Lucene's query syntax, everything but regular expressions. */
export function queryString(body: unknown, parsing: Parsing): Clause {
  const options = new Options('query_string', body)
  const text = options.text('query')
  if (text === undefined) throw parsingError('[query_string] must be provided with a [query]')
  const defaultField = options.text('default_field')
  const fields = options.has('fields')
    ? weightedFields(options.any('fields'), 'query_string')
    : undefined
  if (fields !== undefined && defaultField !== undefined) {
    throw shardError('cannot use [fields] parameter in conjunction with [default_field]')
  }
  const settings = readSettings(
    options,
    fields ?? (defaultField === undefined ? everyField : new Map([[defaultField, 1]])),
    parsing,
  )
  const outer = fields === undefined ? (defaultField ?? '*') : undefined
  const minimum = options.text('minimum_should_match')
  return options.finish(parsing, (shard) => {
    // one that is missing is a mistake, however lenient the words are
    settings.words.analyzer?.(shard)
    return withMinimum(parse(shard, text, outer, settings), minimum)
  })
}

function readSettings(options: Options, fields: WeightedFields, parsing: Parsing): StringOptions {
  const type = takeType(options)
  if (type === 'cross_fields') throw unsupported('type cross_fields of query_string')
  const phraseSlop = options.whole('phrase_slop', 0)
  if (phraseSlop > 0 && type.startsWith('phrase'))
    throw unsupported('phrase_slop of this type of query_string')
  const analyzer = options.text('analyzer')
  for (const [name, only] of onlyDefaults) options.choice(name, [only], only, /^(true|false)$/)
  options.whole('max_determinized_states', 10_000)
  return {
    fields,
    words: {
      ...defaultTextOptions,
      type: multiMatchTypes[type].type,
      operator: options.choice('default_operator', ['or', 'and'] as const, 'or'),
      lenient: options.flag('lenient', fields.has('*')),
      analyzer: analyzer === undefined ? undefined : queryAnalyzer(analyzer, 'query_string'),
      zeroTerms: 'null',
    },
    tieBreaker: options.number('tie_breaker', multiMatchTypes[type].tieBreaker),
    phraseSlop,
    edits: fuzziness(options.scalar('fuzziness') ?? 'AUTO'),
    prefixLength: options.whole('fuzzy_prefix_length', 0),
    maxExpansions: options.whole('fuzzy_max_expansions', 50),
    transpositions: options.flag('fuzzy_transpositions', true),
    timeZone: options.text('time_zone'),
    parsing,
  }
}

/** Options that may be given only with the value they have anyway. */
const onlyDefaults = [
  ['analyze_wildcard', 'false'],
  ['allow_leading_wildcard', 'true'],
  ['enable_position_increments', 'true'],
  ['auto_generate_synonyms_phrase_query', 'true'],
  ['escape', 'false'],
] as const

function parse(
  shard: Shard,
  text: string,
  field: string | undefined,
  settings: StringOptions,
): Query {
  if (text.trim() === '') return matchNone
  try {
    return build(shard, parseQueryString(text, field), settings) ?? matchNone
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error
    throw shardError(`Failed to parse query [${text}]`)
  }
}
