import { illegalArgument, parsingError } from '../errors.js'
import { matchNone } from '../lucene/query.js'
import type { Clause, ClauseReader, Parsing } from './clause.js'
import { fuzziness } from './fuzziness.js'
import { defaultTextOptions, queryAnalyzer, type TextOptions, textQuery } from './match-text.js'
import { withMinimum } from './minimum-should-match.js'
import { fieldOptions, type Options } from './options.js'
import { rewriteMethods } from './term-level.js'

const operators = ['or', 'and'] as const

/** What `match` and `multi_match` take alike. */
export function wordOptions(options: Options): Partial<TextOptions> {
  const edits = options.scalar('fuzziness')
  const usual = 'top_terms_blended_freqs_50'
  options.choice('fuzzy_rewrite', [usual], usual, rewriteMethods)
  options.flag('auto_generate_synonyms_phrase_query', true)
  return {
    operator: options.choice('operator', operators, 'or'),
    edits: edits === undefined ? undefined : fuzziness(edits),
    prefixLength: options.whole('prefix_length', 0),
    maxExpansions: options.whole('max_expansions', 50),
    transpositions: options.flag('fuzzy_transpositions', true),
    lenient: options.flag('lenient', false),
    ...analysis(options),
  }
}

/** Options on the words themselves. */
export function analysis(options: Options): Partial<TextOptions> {
  const analyzer = options.text('analyzer')
  return {
    analyzer: analyzer === undefined ? undefined : queryAnalyzer(analyzer, options.clause),
    zeroTerms: options.choice('zero_terms_query', ['none', 'all'], 'none'),
  }
}

export function match(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('match', body, 'query')
  return oneField(field, options, parsing, wordOptions(options))
}

export function matchBoolPrefix(body: unknown, parsing: Parsing): Clause {
  const { field, options } = fieldOptions('match_bool_prefix', body, 'query')
  const edits = options.scalar('fuzziness')
  return oneField(field, options, parsing, {
    type: 'bool_prefix',
    operator: options.choice('operator', operators, 'or'),
    edits: edits === undefined ? undefined : fuzziness(edits),
    prefixLength: options.whole('prefix_length', 0),
    maxExpansions: options.whole('max_expansions', 50),
    transpositions: options.flag('fuzzy_transpositions', true),
    ...analysis(options),
  })
}

export const matchPhrase: ClauseReader = (body, parsing) => {
  const { field, options } = fieldOptions('match_phrase', body, 'query')
  return oneField(field, options, parsing, {
    type: 'phrase',
    slop: slop(options),
    ...analysis(options),
  })
}

export const matchPhrasePrefix: ClauseReader = (body, parsing) => {
  const { field, options } = fieldOptions('match_phrase_prefix', body, 'query')
  return oneField(field, options, parsing, {
    type: 'phrase_prefix',
    slop: slop(options),
    maxExpansions: options.whole('max_expansions', 50),
    ...analysis(options),
  })
}

export function slop(options: Options): number {
  const value = options.whole('slop', 0)
  if (value < 0) throw illegalArgument('No negative slop allowed.')
  return value
}

function oneField(
  field: string,
  options: Options,
  parsing: Parsing,
  given: Partial<TextOptions>,
): Clause {
  const value = options.any('query')
  if (value === undefined || value === null) throw parsingError('No text specified for text query')
  if (typeof value === 'object')
    throw parsingError(`[${options.clause}] unknown token after [query]`)
  const minimum = options.text('minimum_should_match')
  const settings = { ...defaultTextOptions, ...given }
  return options.finish(parsing, (shard) =>
    withMinimum(textQuery(shard, field, value, settings, parsing) ?? matchNone, minimum),
  )
}
