import {
  fieldParameters,
  patternCost,
  patternMarked,
  rewritten,
  wordMarked,
} from '../cost/costs.js'
import type { JsonObject } from '../rule/json-value.js'
import type { CostFormula, Scope } from '../rule/rule.js'
import { fieldsNamed } from './texts.js'
import { wordsIn, wordsOf } from './word-count.js'

/**
 * The cost of searched words: each looks up one list of documents in each field, unless it expands
 * to others.
 */

/**
 * A fuzzy word builds automata and runs them over the dictionary; for two edits they take 65 KB a
 * letter, for one 45 (Lucene, FuzzyAutomatonBuilder). AUTO means none below three letters, one
 * below six.
 */
export function fuzzyCost(length: number, fuzziness: unknown): number {
  const [, low = 3, high = 6] = /^auto(?::(\d+),(\d+))?$/i.exec(String(fuzziness)) ?? []
  const edits = Number.isNaN(Number(fuzziness))
    ? Number(length >= Number(low)) + Number(length >= Number(high))
    : Number(fuzziness)
  return edits === 0 ? 1 : edits === 1 ? 1.5 + length / 2 : 3 + 0.7 * length
}
export const fuzzyText = '1.5 and 0.5 for each letter with one edit, 3 and 0.7 with two'
/**
 * A highlighter builds the automata again for each text: 2.2 ms, against 8 µs for another pattern
 * and 1 µs for a word.
 */
export const fuzzyMarked = 275
/**
 * A word searched in several fields at once takes longer for each text: up to 16 µs per word and
 * field.
 */
const inFieldsMarked = 2
/** Positions of the words are compared in each document; long phrases repeat frequent words. */
const phraseOf = (words: number): number => 2 * words + 8 * Math.max(0, words - 8)
const phraseText = '2 for each word, 10 beyond the eighth'
/** The last word of a prefix clause expands to the words that it begins. */
const lastWord = ({ max_expansions = 50 }: JsonObject): number =>
  Number(max_expansions) > 50 ? 10 : 3

const isFuzzy = ({ fuzziness }: JsonObject): boolean =>
  fuzziness !== undefined && Number(fuzziness) !== 0
/** The more words there are, the rarer the others have to be (Zipf's law). */
const frequent = (words: number): number => (words <= 8 ? words : 6 + words / 4)
/**
 * Words searched in one field: equal ones are looked up once. Without scores their documents are
 * only joined (Lucene, DisjunctionDISIApproximation), unless they are counted.
 */
const plainWords = (words: number, { here }: Scope, clause: JsonObject = {}): number =>
  frequent(words) * (here.isScored || clause.minimum_should_match !== undefined ? 1 : 0.5)
const plainText = '1 for each word, a quarter beyond the eighth, half of it if no score is needed'
/** All words at their average length, but at least the length that allows another edit. */
function fuzzyWords(words: number, { query, fuzziness }: JsonObject): number {
  const length = typeof query === 'string' ? query.length : 10
  return words * fuzzyCost(Math.max(6, length / words), fuzziness)
}

/**
 * A word is frequent in few of the fields that it is searched in, so its cost grows with the
 * documents as if in this many of them at most.
 */
const fieldsGrow = 3
const growing = (fields: number, { known }: Scope): number =>
  known.growth * Math.min(fields, fieldsGrow)
const inFields = (fields: number, scope: Scope): number => fields + growing(fields, scope)
const aboutGrowing = `; grows in ${fieldsGrow} fields at most`

/** The fields that a text is searched in. */
const fieldsOf = (clause: JsonObject, { known }: Scope): number =>
  Math.max(1, known.weight(fieldsNamed(clause)))
/** The fields whose dictionaries a pattern or a fuzzy word scans. */
const dictionariesOf = (clause: JsonObject, { known }: Scope): number =>
  Math.max(1, known.texts([fieldsNamed(clause) ?? '*'].flat() as string[]))

/**
 * A fuzzy word grows as this many plain ones: the documents of all words that it expands to are
 * joined, also without scores (Lucene, DisjunctionMaxScorer). Further documents repeat words, and
 * add few to the dictionary.
 */
export const fuzzyGrows = 2

/** Words of a text, searched in this many fields. */
function wordsCost(words: number, clause: JsonObject, scope: Scope, fields = 1): number {
  if (isFuzzy(clause)) {
    const growth = fuzzyGrows * frequent(words) * growing(fields, scope)
    return fuzzyWords(words, clause) * fields + growth
  }
  return plainWords(words, scope, clause) * inFields(fields, scope)
}

/** A cost by the parameters for a field. */
const byWords = (
  about: string,
  of: (words: number, asked: JsonObject, scope: Scope) => number,
  grows?: number,
): CostFormula => ({
  about,
  grows,
  of(clause, scope) {
    const what = fieldParameters(clause)
    return of(wordsOf(what), what, scope)
  },
  patterns(clause) {
    const what = fieldParameters(clause)
    return (isFuzzy(what) ? fuzzyMarked : wordMarked) * wordsOf(what)
  },
})

export const matchCost = byWords(
  `${plainText}; as fuzzy for each that is, which grows as ${fuzzyGrows} plain words`,
  wordsCost,
  0,
)
export const phraseCost = byWords(phraseText, phraseOf)
export const phrasePrefixCost = byWords(
  `${phraseText}; for the last 3, 10 with more than 50 max_expansions`,
  (words, clause) => phraseOf(words - 1) + lastWord(clause),
)
export const boolPrefixCost = byWords(
  'as match, and 1 for the last word',
  (words, clause, scope) => wordsCost(words, clause, scope) + inFields(1, scope),
  0,
)

export const multiMatchCost: CostFormula = {
  about:
    'as match, match_phrase, match_phrase_prefix or match_bool_prefix by its type, for each ' +
    `field${aboutGrowing}`,
  of(clause, scope) {
    const words = wordsOf(clause)
    const fields = fieldsOf(clause, scope)
    const dictionaries = dictionariesOf(clause, scope)
    switch (typeof clause.type === 'string' ? clause.type.toLowerCase() : undefined) {
      case 'phrase':
        return phraseOf(words) * inFields(fields, scope)
      case 'phrase_prefix':
        return (phraseOf(words - 1) + lastWord(clause)) * inFields(dictionaries, scope)
      case 'bool_prefix':
        return wordsCost(words, clause, scope, dictionaries) + inFields(dictionaries, scope)
      default:
        return wordsCost(words, clause, scope, isFuzzy(clause) ? dictionaries : fields)
    }
  },
  grows: 0,
  patterns: (clause, scope) =>
    (isFuzzy(clause) ? fuzzyMarked : inFieldsMarked) * wordsOf(clause) * fieldsOf(clause, scope),
}

export const combinedFieldsCost: CostFormula = {
  about: `as match, and a quarter more, in each field${aboutGrowing}`,
  of: (clause, scope) =>
    1.25 *
    plainWords(wordsIn(clause.query), scope, clause) *
    inFields(fieldsOf(clause, scope), scope),
  grows: 0,
  patterns: (clause, scope) => inFieldsMarked * wordsIn(clause.query) * fieldsOf(clause, scope),
}

/** Words of the texts that it selects from: each is looked up in the dictionary of each field. */
function wordsLike({ like, unlike, analyzer }: JsonObject): number {
  let words = 0
  for (const text of [like, unlike].flat())
    if (typeof text === 'string') words += wordsOf({ analyzer }, text)
  return words
}

export const moreLikeThisCost: CostFormula = {
  about:
    '1 for each of the words that it may choose, and for each 500 words of its texts, in each ' +
    `field${aboutGrowing}`,
  of: (clause, scope) =>
    (Number(clause.max_query_terms ?? 25) + wordsLike(clause) / 500) *
    inFields(fieldsOf(clause, scope), scope),
  grows: 0,
  patterns: (clause, scope) =>
    wordMarked * Number(clause.max_query_terms ?? 25) * fieldsOf(clause, scope),
}

/** The content of a query_string or simple_query_string text. */
interface QueryText {
  /** Plain words. */
  words: number
  /** Cost of the other words in each field, and over each dictionary, also of fuzzy words. */
  cost: number
  dictionary: number
  fuzzy: number
  fuzzyWords: number
  /** Word patterns, in each field. */
  patterns: number
}

/** Each text is parsed once, for its cost and for its patterns. */
const parsedTexts = new WeakMap<JsonObject, QueryText>()

/** Splits the text of a clause at white space and parentheses. */
function parseText(clause: JsonObject): QueryText {
  const known = parsedTexts.get(clause)
  if (known) return known
  const query = String(clause.query ?? '')
  const text = { words: 0, cost: 0, dictionary: 0, fuzzy: 0, fuzzyWords: 0, patterns: 0 }
  const type = String(clause.type).toLowerCase()
  // a phrase lies between two quotes; one after a backslash is not always one
  const isPhrase = type.startsWith('phrase') || query.includes('\\"')
  const phrases = isPhrase ? [query] : query.split('"').slice(1, -1)
  for (const phrase of phrases) text.cost += phraseOf(wordsOf(clause, phrase))
  // a part of the text may end at each piece, and its last word expands to those that it begins
  const perPiece = type === 'phrase_prefix' ? lastWord({}) : type === 'bool_prefix' ? 1 : 0
  for (const piece of query.split(/[\s()]+/)) addPiece(piece, perPiece, clause, text)
  parsedTexts.set(clause, text)
  return text
}

function addPiece(piece: string, perPiece: number, clause: JsonObject, text: QueryText): void {
  const words = wordsOf(clause, piece)
  if (!/[*?/~[\]{}<>]/.test(piece)) {
    text.words += words
    text.dictionary += perPiece
    text.patterns += inFieldsMarked
  } else if (/[*?/]/.test(piece)) {
    // without its field, and the operators before it
    const pattern = piece.replace(/^.*:/, '').replace(/^[+!-]+/, '')
    text.dictionary += patternCost(pattern, 2) + rewritten(clause)
    text.patterns += patternMarked(pattern)
  } else if (piece.includes('~')) {
    text.words += words
    text.fuzzyWords += words
    text.fuzzy += fuzzyCost(piece.length, 2) + rewritten({ rewrite: clause.fuzzy_rewrite })
    text.patterns += fuzzyMarked
  } else {
    text.cost += 1 + words
    text.patterns += inFieldsMarked
  }
}

export const queryTextCost: CostFormula = {
  about:
    'for each field: as match for each word, as fuzzy besides where it has ~, as a phrase ' +
    'besides in quotes, as wildcard where it has * or ?, ' +
    '2 for an end of a range; by its type and its rewrite as multi_match and wildcard' +
    aboutGrowing,
  of(clause, scope) {
    const { words, cost, dictionary, fuzzy, fuzzyWords } = parseText(clause)
    const dictionaries = dictionariesOf(clause, scope)
    return (
      (cost + plainWords(words, scope, clause)) * inFields(fieldsOf(clause, scope), scope) +
      dictionary * inFields(dictionaries, scope) +
      fuzzy * dictionaries +
      fuzzyGrows * frequent(fuzzyWords) * growing(dictionaries, scope)
    )
  },
  grows: 0,
  patterns: (clause, scope) => parseText(clause).patterns * fieldsOf(clause, scope),
}
