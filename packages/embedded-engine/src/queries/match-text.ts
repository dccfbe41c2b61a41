import type { Analyzer } from '../analysis/analyzers.js'
import { EngineError, illegalArgument, queryError, shardError, unsupported } from '../errors.js'
import type { Field } from '../index/field.js'
import type { Shard } from '../index/shard.js'
import { unknownName } from '../lacking.js'
import { booleanQuery } from '../lucene/boolean.js'
import type { Place } from '../lucene/marks.js'
import { fuzzyQuery, termsWithPrefix } from '../lucene/multi-term.js'
import { phraseQuery } from '../lucene/phrase.js'
import { constantQuery, matchNone, type Query } from '../lucene/query.js'
import { termQuery } from '../lucene/term.js'
import type { Parsing } from './clause.js'
import { exactValue } from './field-terms.js'
import { prefixQuery } from './term-level.js'

/**
 * The analyzer of an index that a query names. @throws EngineError when it has none of that name
 */
export type AnalyzerChoice = (shard: Shard) => Analyzer

/** The analyzer that a clause names. */
export function queryAnalyzer(name: string, clause: string): AnalyzerChoice {
  return (shard) => {
    const found = shard.mapping.analysis.analyzer(name)
    if (found === undefined) {
      throw unknownName('analyzer', name, shardError(`[${clause}] analyzer [${name}] not found`))
    }
    return found
  }
}

/** How the words of a text are looked for in a field. */
export interface TextOptions {
  /**
   * `words` in any order, as a `phrase`, as a phrase whose last word is a prefix, or words with the
   * last a prefix.
   */
  type: 'words' | 'phrase' | 'phrase_prefix' | 'bool_prefix'
  operator: 'and' | 'or'
  /** Edits allowed to a word; undefined for exact words. */
  edits: ((word: string) => number) | undefined
  prefixLength: number
  maxExpansions: number
  transpositions: boolean
  slop: number
  /** A value that cannot be one of the field's matches nothing instead of being refused. */
  lenient: boolean
  /** What a text without words matches; `null` means no query at all. */
  zeroTerms: 'none' | 'all' | 'null'
  /** Another analyzer than the field's own. */
  analyzer: AnalyzerChoice | undefined
}

export const defaultTextOptions: TextOptions = {
  type: 'words',
  operator: 'or',
  edits: undefined,
  prefixLength: 0,
  maxExpansions: 50,
  transpositions: true,
  slop: 0,
  lenient: false,
  zeroTerms: 'none',
  analyzer: undefined,
}

/**
 * The query that `match` and its relatives make for one field, or undefined for no query
 * (`zeroTerms: null`).
 */
export function textQuery(
  shard: Shard,
  name: string,
  value: unknown,
  options: TextOptions,
  parsing: Parsing,
): Query | undefined {
  const field = fieldIn(shard, name)
  if (field === undefined && !namesDocuments(name)) return matchNone
  const analyzer = options.analyzer?.(shard)
  try {
    if (field?.mapping.kind !== 'text' && analyzer === undefined)
      return wholeValue(shard, name, value, options, parsing)
    return ofWords(shard, field!, analyzer ?? field!.mapping.searchAnalyzer, String(value), options)
  } catch (error) {
    if (options.lenient && error instanceof EngineError) return matchNone
    throw error
  }
}

/** Whether a field of no mapping is known to `exactValue`. */
const namesDocuments = (name: string) => name === '_id' || name === '_index'
const fieldIn = (shard: Shard, name: string) =>
  namesDocuments(name) ? undefined : shard.field(name)

/** A field that is not analyzed: the text is one value. */
function wholeValue(
  shard: Shard,
  name: string,
  value: unknown,
  options: TextOptions,
  parsing: Parsing,
): Query {
  const field = fieldIn(shard, name)
  const type = field?.mapping.type
  if (options.type === 'phrase_prefix') {
    throw queryError(
      `Can only use phrase prefix queries on text fields - not on [${name}] which is of type ` +
        `[${type}]`,
    )
  }
  if (field?.mapping.kind === 'keyword') {
    const term = field.mapping.normalize(String(value))
    if (options.type === 'bool_prefix') return prefixQuery(field, term)
    if (options.type === 'words' && options.edits !== undefined)
      return fuzzyTerm(shard, field, term, options)
  } else if (options.edits !== undefined && options.type === 'words') {
    throw queryError(
      `Can only use fuzzy queries on keyword and text fields - not on [${name}] which is of ` +
        `type [${type}]`,
    )
  }
  return exactValue(shard, name, value, parsing)
}

/** The words of a text that is searched, and where the last one ends. */
export function wordsOf({ analyze }: Analyzer, text: string): { words: string[]; end: number } {
  const words: string[] = []
  let end = 0
  analyze(text, (word, _start, wordEnd, step = 1) => {
    if (step !== 1) throw unsupported('an analyzer of several terms for a word in a query')
    words.push(word)
    end = wordEnd
  })
  return { words, end }
}

function ofWords(
  shard: Shard,
  field: Field,
  analyzer: Analyzer,
  text: string,
  options: TextOptions,
): Query | undefined {
  const { words, end } = wordsOf(analyzer, text)
  if (words.length === 0) {
    if (options.zeroTerms === 'null') return undefined
    return options.zeroTerms === 'all' ? constantQuery(() => shard.live) : matchNone
  }
  switch (options.type) {
    case 'words':
      return combined(
        shard,
        words.map((word) => fuzzyTerm(shard, field, word, options)),
        options,
      )
    case 'bool_prefix': {
      // a last word with something behind it, be it a space, is complete
      const whole = end < text.length ? words : words.slice(0, -1)
      const queries = whole.map((word) => fuzzyTerm(shard, field, word, options))
      return combined(
        shard,
        whole === words ? queries : [...queries, prefixQuery(field, words.at(-1)!)],
        options,
      )
    }
    case 'phrase':
      if (words.length === 1) return termQuery(field, words[0]!)
      return phraseQuery(field, places(words), options.slop)
    case 'phrase_prefix':
      return phrasePrefix(shard, field, words, options)
  }
}

/** One query for each word: all of them, or any. */
export function combined(shard: Shard, queries: Query[], { operator }: TextOptions): Query {
  if (queries.length === 1) return queries[0]!
  return booleanQuery(operator === 'and' ? { must: queries } : { should: queries }, shard.size)
}

function fuzzyTerm(shard: Shard, field: Field, word: string, options: TextOptions): Query {
  if (options.edits === undefined) return termQuery(field, word)
  return fuzzyQuery(field, word, { ...options, edits: options.edits(word) }, shard.size)
}

/** The last word stands for the first terms that begin with it. */
function phrasePrefix(
  shard: Shard,
  field: Field,
  words: string[],
  { slop, maxExpansions }: TextOptions,
): Query {
  if (maxExpansions <= 0) throw illegalArgument('max_expansions must be positive')
  const last = words.at(-1)!
  const terms = termsWithPrefix(field.inverted!, last, maxExpansions)
  if (terms.length === 0) return matchNone
  if (words.length === 1) {
    return booleanQuery({ should: terms.map((term) => termQuery(field, term)) }, shard.size)
  }
  return phraseQuery(
    field,
    [...places(words.slice(0, -1)), { terms, offset: words.length - 1 }],
    slop,
  )
}

function places(words: readonly string[]): Place[] {
  return words.map((word, offset) => ({ terms: [word], offset }))
}
