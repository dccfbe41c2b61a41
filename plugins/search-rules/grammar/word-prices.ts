import type { JsonObject } from '../json-value.js'
import type { Price, Scope } from '../rule.js'
import { asked, patternMarked, patternPrice } from './prices.js'

/** What words cost that are searched for: each looks up one list of documents in each field, unless it stands for others. */

/** A fuzzy word builds automata, 65 KB a letter, and runs them over the dictionary (Lucene, FuzzyAutomatonBuilder). */
export const fuzzyWord = 10
/** A highlighter builds the automata anew for each text: 2.2 ms, where another pattern takes 8 µs and a word one. */
export const fuzzyMarked = 275
const wordMarked = 0.125
/** Positions of the words are compared in each document; in a long phrase frequent words stand again and again. */
const phraseOf = (words: number): number => 2 * words + 8 * Math.max(0, words - 8)
const phraseText = '2 for each word, 10 beyond the eighth'
/** The last word of a prefix clause stands for those that it begins. */
const lastWord = ({ max_expansions = 50 }: JsonObject): number => (Number(max_expansions) > 50 ? 10 : 3)

/** Words of a text, at least one. The standard analyzer makes one of each ideograph, which `\w` does not know. */
export function wordsIn(text: unknown): number {
  if (typeof text !== 'string') return 1
  let words = 0
  let isInside = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isLetter = code > 0x7f || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
    if (isLetter && (!isInside || code >= 0x0e00)) words++
    isInside = isLetter
  }
  return Math.max(1, words)
}

const isFuzzy = ({ fuzziness }: JsonObject): boolean => fuzziness !== undefined && Number(fuzziness) !== 0
const eachWord = (clause: JsonObject): number => (isFuzzy(clause) ? fuzzyWord : 1)

/** The fields that a text is searched in. */
const fieldsOf = ({ fields, default_field }: JsonObject, { known }: Scope): number =>
  Math.max(1, known.weight(fields ?? default_field))

/** A price by what is asked of a field. */
const byWords = (about: string, of: (asked: JsonObject, words: number) => number): Price => ({
  about,
  of(clause) {
    const what = asked(clause)
    return of(what, wordsIn(what.query))
  },
  patterns(clause) {
    const what = asked(clause)
    return (isFuzzy(what) ? fuzzyMarked : wordMarked) * wordsIn(what.query)
  },
})

export const matchPrice = byWords(
  `1 for each word, ${fuzzyWord} where it is fuzzy`,
  (clause, words) => words * eachWord(clause),
)
export const phrasePrice = byWords(phraseText, (_, words) => phraseOf(words))
export const phrasePrefixPrice = byWords(
  `${phraseText}; and 3 for the last, 10 with more than 50 max_expansions`,
  (clause, words) => phraseOf(words) + lastWord(clause),
)
export const boolPrefixPrice = byWords(
  `1 for each word, ${fuzzyWord} where it is fuzzy, and 1 for the last`,
  (clause, words) => words * eachWord(clause) + 1,
)

export const multiMatchPrice: Price = {
  about: 'as match, match_phrase, match_phrase_prefix or match_bool_prefix by its type, for each field',
  of(clause, scope) {
    const type = String(clause.type)
    const words = wordsIn(clause.query)
    const each = type.includes('phrase') ? phraseOf(words) : words * eachWord(clause)
    const last = type === 'phrase_prefix' ? lastWord(clause) : type === 'bool_prefix' ? 1 : 0
    return (each + last) * fieldsOf(clause, scope)
  },
  patterns: (clause, scope) =>
    (isFuzzy(clause) ? fuzzyMarked : wordMarked) * wordsIn(clause.query) * fieldsOf(clause, scope),
}

export const combinedFieldsPrice: Price = {
  about: '1 for each word in each field',
  of: (clause, scope) => wordsIn(clause.query) * fieldsOf(clause, scope),
}

export const moreLikeThisPrice: Price = {
  about: '1 for each of the words that it may choose, in each field',
  of: (clause, scope) => Number(clause.max_query_terms ?? 25) * fieldsOf(clause, scope),
}

/** What stands in a text of query_string or simple_query_string, taken apart at white space and parentheses. */
export const queryTextPrice: Price = {
  about:
    `for each field: 1 for each word, ${fuzzyWord} where it has ~, as a phrase besides in quotes, as wildcard where it has * or ?, ` +
    '2 for an end of a range',
  of(clause, scope) {
    const { query } = clause
    let passes = typeof query === 'string' && query.includes('"') ? phraseOf(wordsIn(query)) : 0
    for (const piece of piecesOf(query)) {
      if (isPattern(piece)) passes += patternPrice(bare(piece), 2)
      else passes += (piece.includes('~') ? fuzzyWord : 1) * wordsIn(piece) + (/[[\]{}<>]/.test(piece) ? 1 : 0)
    }
    return passes * fieldsOf(clause, scope)
  },
  patterns(clause, scope) {
    let passes = 0
    for (const piece of piecesOf(clause.query)) {
      passes += isPattern(piece) ? patternMarked(bare(piece)) : piece.includes('~') ? fuzzyMarked : wordMarked
    }
    return passes * fieldsOf(clause, scope)
  },
}

const piecesOf = (query: unknown): string[] => (typeof query === 'string' ? query.split(/[\s()]+/) : [''])
const isPattern = (piece: string): boolean => /[*?/]/.test(piece)
/** A word without the field and the signs before it. */
const bare = (piece: string): string => piece.replace(/^.*:/, '').replace(/^[+!-]+/, '')
