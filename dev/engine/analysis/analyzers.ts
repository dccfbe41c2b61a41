import { eachPiece, eachWord } from './word-break.js'

/** Takes a word as it is indexed, and where it stands in the text (UTF-16 offsets). */
export type TakeWord = (term: string, start: number, end: number) => void

/** Hands over the words of a text, from first to last. */
export type Analyzer = (text: string, take: TakeWord) => void

/** Analyzers by Elasticsearch's names; others are refused when a mapping or a query names them. */
export const analyzers: ReadonlyMap<string, Analyzer> = new Map([
  ['standard', standard],
  ['whitespace', whitespace],
  ['keyword', keyword],
])

/** Words by UAX #29, in lower case. */
function standard(text: string, take: TakeWord): void {
  const lowered = lowerCase(text) // of the same length, so it is cut at the same places
  eachWord(text, (start, end) => take(lowered.slice(start, end), start, end))
}

/** What is no space by Java's Character.isWhitespace, which leaves the no-break spaces within words. */
const spaces = '[\\p{Z}\\t-\\r\\u001C-\\u001F]--[\\u00A0\\u2007\\u202F]'
const noSpaces = new RegExp(`[^${spaces}]+`, 'gv')

function whitespace(text: string, take: TakeWord): void {
  for (const { 0: word, index } of text.matchAll(noSpaces)) {
    eachPiece(text, index, index + word.length, (start, end) => take(text.slice(start, end), start, end))
  }
}

function keyword(text: string, take: TakeWord): void {
  take(text, 0, text.length)
}

/**
 * Lower case letter by letter, as Java's Character.toLowerCase does it: İ becomes i, and a final sigma stays σ;
 * String.prototype.toLowerCase looks at neighbours and may lengthen the text.
 */
export function lowerCase(text: string): string {
  if (!/[İΣ]/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}
