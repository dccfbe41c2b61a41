import { type JsonObject, toText } from '../rule/json-value.js'

/**
 * Where scripts without spaces begin (Thai): each character counts as a word, as the standard
 * analyzer makes one of each ideograph.
 */
const withoutSpaces = 0x0e00
/**
 * Characters that Unicode added, or may add, after the analyzer's version: it sees no letters in
 * them.
 */
const newer = /[\u0860-\u08ff\u0b55\u0c3c\u0c5c\u0c5d\u0cdc\u0cdd\u0cf3\u0d04\u0d81]/
/**
 * The class of each character below: 0 between words, 1 within a word, 2 a word of its own. A table
 * makes long texts fast.
 */
const signs = Uint8Array.from({ length: withoutSpaces }, (_, code) => {
  const sign = String.fromCharCode(code)
  if (newer.test(sign) || /[©®]/.test(sign)) return 2
  return /[\p{L}\p{Nd}\p{M}]/u.test(sign) ? 1 : 0
})

/**
 * Words of a text, at least one: as many as the standard analyzer makes of it (Unicode Annex 29),
 * or more.
 */
export function countWords(text: unknown): number {
  if (typeof text !== 'string') return 1
  let words = 0
  let before = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const sign = code < withoutSpaces ? signs[code]! : 2
    if (sign === 2 || (sign === 1 && before !== 1)) words++
    before = sign
  }
  return Math.max(1, words)
}

/** An analyzer named by a caller may make a word of each character. */
const isAnalyzed = ({ analyzer, quote_analyzer }: JsonObject): boolean =>
  analyzer !== undefined || quote_analyzer !== undefined

/** Words of a text of a clause, by default of its `query`. */
export function countClauseWords(clause: JsonObject, text = clause.query): number {
  return isAnalyzed(clause) ? Math.max(1, toText(text).length) : countWords(text)
}
