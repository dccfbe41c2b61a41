import { type JsonObject, toNumber, toText } from '../rule/json-value.js'
import type { CostClass, Scope } from '../rule/rule.js'
import { countRepeats, fieldParameters, growing, textFields, wordFields } from './scale.js'
import { unitCosts } from './unit-costs.js'
import { countClauseWords } from './word-count.js'

/** The classes of cost of clauses that search for words. */

/** What a text asks for, in each field. */
interface Asked {
  words: number
  /** Words whose positions are compared, at their each. */
  positions: number
  /** Parts of a dictionary, and whole ones, that are looked through. */
  lookups: number
  scans: number
  /** Fuzzy words, and their letters. */
  fuzzy: number
  letters: number
}

const nothing: Asked = { words: 0, positions: 0, lookups: 0, scans: 0, fuzzy: 0, letters: 0 }

const isFuzzy = ({ fuzziness }: JsonObject): boolean =>
  fuzziness !== undefined && toNumber(fuzziness) !== 0

/** Whether a pattern has no fixed beginning. */
export const isScan = (pattern: unknown): boolean => /^[*?]/.test(toText(pattern))

/** Further words are rarer, whatever they are. */
const frequent = (words: number): number => upToEighth(words, unitCosts.word, unitCosts.rareWord)

const toPositions = (words: number): number =>
  upToEighth(words, unitCosts.position, unitCosts.longPosition)

function upToEighth(words: number, each: number, beyond: number): number {
  const further = Math.max(0, words - unitCosts.frequentWords)
  return each * (words - further) + beyond * further
}

const plainWords = (clause: JsonObject): Asked => {
  const words = Array.isArray(clause.terms) ? clause.terms.length : countClauseWords(clause)
  if (!isFuzzy(clause)) return { ...nothing, words }
  return { ...nothing, fuzzy: words, letters: Math.max(words, toText(clause.query).length) }
}
const phrase = (clause: JsonObject): Asked => ({
  ...nothing,
  positions: toPositions(countClauseWords(clause)),
})
const withPrefix = (asked: Asked): Asked => ({ ...asked, lookups: asked.lookups + 1 })

function byType(clause: JsonObject): Asked {
  const type = toText(clause.type).toLowerCase()
  if (type === 'bool_prefix') return withPrefix(plainWords(clause))
  if (type === 'phrase_prefix') return withPrefix(phrase(clause))
  return type === 'phrase' ? phrase(clause) : plainWords(clause)
}

/** Splits a text of `query_string` at white space and parentheses. */
function written(clause: JsonObject): Asked {
  const query = toText(clause.query ?? '')
  const asked = { ...nothing }
  const type = toText(clause.type).toLowerCase()
  // a phrase lies between two quotes; one after a backslash is not always one
  const isPhrase = type.startsWith('phrase') || query.includes('\\"')
  const phrases = isPhrase ? [query] : query.split('"').slice(1, -1)
  for (const one of phrases) asked.positions += toPositions(countClauseWords(clause, one))
  for (const piece of query.split(/[\s()]+/)) addPiece(piece, clause, asked)
  // a part of the text may end at each piece, and its last word is a prefix
  if (type.endsWith('_prefix')) asked.lookups += asked.words
  return asked
}

function addPiece(piece: string, clause: JsonObject, asked: Asked): void {
  const words = countClauseWords(clause, piece)
  const isScoring = /scoring|top_terms/.test(toText(clause.rewrite ?? clause.fuzzy_rewrite))
  if (/[*?/]/.test(piece)) {
    // without its field, and the operators before it
    const pattern = piece.replace(/^.*:/, '').replace(/^[+!-]+/, '')
    if (pattern === '*')
      asked.words++ // any value
    else asked[isScan(pattern) ? 'scans' : 'lookups'] += isScoring ? 2 : 1
  } else if (piece.includes('~')) {
    asked.fuzzy += isScoring ? 2 * words : words
    asked.letters += isScoring ? 2 * piece.length : piece.length
  } else asked.words += /[[\]{}<>]/.test(piece) ? 1 + words : words
}

/** Of some words in some fields, and over their dictionaries. */
function computeCost(asked: Asked, fields: number, dictionaries: number, scope: Scope): number {
  const { words, positions, lookups, scans, fuzzy, letters } = asked
  const inFields = growing(Math.max(1, fields), scope)
  const inDictionaries = growing(Math.max(1, dictionaries), scope) * countRepeats(scope)
  const plain = frequent(words + unitCosts.fuzzyWords * fuzzy) + positions
  const ofLetters = unitCosts.letter * letters * Math.max(1, dictionaries) * countRepeats(scope)
  return (
    plain * inFields +
    (unitCosts.lookup * lookups + unitCosts.scan * scans) * inDictionaries +
    ofLetters
  )
}

function toHighlighted({ words, positions, lookups, scans, fuzzy }: Asked): number {
  const plain = words + positions / unitCosts.position
  return (
    unitCosts.highlightedWord * plain + unitCosts.highlightedPattern * (lookups + scans + fuzzy)
  )
}

/** Reads a clause once: its own cost is asked for, and then that of highlighting it. */
function readOnce(read: (clause: JsonObject) => Asked): (clause: JsonObject) => Asked {
  let last: JsonObject | undefined
  let asked = nothing
  return function readClause(clause) {
    if (clause !== last) {
      asked = read(clause)
      last = clause
    }
    return asked
  }
}

/** Of a clause for one field. */
function inField(
  about: string,
  of: (parameters: JsonObject) => Asked,
  toParameters = fieldParameters,
): CostClass {
  const read = readOnce((clause) => of(toParameters(clause)))
  return {
    about,
    of: (clause, scope) => computeCost(read(clause), 1, 1, scope),
    highlighted: (clause) => toHighlighted(read(clause)),
  }
}

/** The fields that a clause names; by default all. */
function listNames({ fields, default_field }: JsonObject): unknown[] {
  const named = [fields, default_field].flat().filter(Boolean)
  return named.length > 0 ? named : ['*']
}

/** Of a clause for several fields. */
function inFields(about: string, of: (clause: JsonObject) => Asked): CostClass {
  const read = readOnce(of)
  return {
    about: `${about}, in each field`,
    of(clause, scope) {
      const names = listNames(clause)
      return computeCost(read(clause), wordFields(names, scope), textFields(names, scope), scope)
    },
    highlighted: (clause, scope) =>
      toHighlighted(read(clause)) * Math.max(1, wordFields(listNames(clause), scope)),
  }
}

const words =
  `${unitCosts.word} for each word, ${unitCosts.rareWord} beyond the eighth; a fuzzy word counts as ` +
  `${unitCosts.fuzzyWords}, and ${unitCosts.letter} for each letter`
const positions = `${unitCosts.position} for each word, ${unitCosts.longPosition} beyond the eighth`

export const textClasses = {
  words: inField(words, plainWords),
  wordsAndPrefix: inField(`as words, and ${unitCosts.lookup} for the last`, (clause) =>
    withPrefix(plainWords(clause)),
  ),
  positions: inField(positions, phrase),
  interval: inField('as positions', phrase, (source) => source),
  positionsAndPrefix: inField(`as positions, and ${unitCosts.lookup} for the last word`, (clause) =>
    withPrefix(phrase(clause)),
  ),
  fieldsOfWords: inFields('as words or positions, by its type', byType),
  written: inFields(
    `as words; as fuzzy where it has ~, as positions in quotes, ${unitCosts.scan} where it begins ` +
      `with * or ?, ${unitCosts.lookup} where it has one`,
    written,
  ),
  fuzzy: inField('as one fuzzy word', ({ value, query = value }) => ({
    ...nothing,
    fuzzy: 1,
    letters: toText(query).length,
  })),
  similar: inFields(
    `${unitCosts.word} for each word that it may choose, ${unitCosts.rareWord} beyond the eighth, and ` +
      `${unitCosts.listed} for each letter of its texts`,
    ({ like, unlike, max_query_terms = 25 }) => ({
      ...nothing,
      words: toNumber(max_query_terms),
      letters:
        (unitCosts.listed / unitCosts.letter) *
        [like, unlike].flat().filter(Boolean).map(toText).join('').length,
    }),
  ),
} satisfies Record<string, CostClass>
