import { eachPiece, eachWord } from './word-break.js'

/** A word of a text with its place; `position` counts words, `start` and `end` are UTF-16 offsets. */
export interface Token {
  term: string
  position: number
  start: number
  end: number
}

/** Between two values of one field: the words of one are never neighbours of the other's (ES `position_increment_gap`). */
export const positionGap = 100

export type Analyzer = (text: string) => Token[]

/** Analyzers by Elasticsearch's names; others are refused when a mapping or a query names them. */
export const analyzers: ReadonlyMap<string, Analyzer> = new Map([
  ['standard', standard],
  ['whitespace', whitespace],
  ['keyword', keyword],
])

/** Words by UAX #29, in lower case. */
export function standard(text: string): Token[] {
  const tokens: Token[] = []
  eachWord(text, (start, end) => {
    tokens.push({ term: lowerCase(text.slice(start, end)), position: tokens.length, start, end })
  })
  return tokens
}

/** What is no space by Java's Character.isWhitespace, which leaves the no-break spaces within words. */
const spaces = '[\\p{Z}\\t-\\r\\u001C-\\u001F]--[\\u00A0\\u2007\\u202F]'
const noSpaces = new RegExp(`[^${spaces}]+`, 'gv')

function whitespace(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: word, index } of text.matchAll(noSpaces)) {
    eachPiece(text, index, index + word.length, (start, end) => {
      tokens.push({ term: text.slice(start, end), position: tokens.length, start, end })
    })
  }
  return tokens
}

function keyword(text: string): Token[] {
  return [{ term: text, position: 0, start: 0, end: text.length }]
}

/**
 * Lower case letter by letter, as Java's Character.toLowerCase does it: İ becomes i, and a final sigma stays σ;
 * String.prototype.toLowerCase looks at neighbours and may lengthen the text.
 */
export function lowerCase(text: string): string {
  if (!/[İΣ]/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}
