import { eachPiece, eachWord } from './word-break.js'

/**
 * Takes a word as it is indexed, and where it is in the text (UTF-16 offsets). `step` shows how
 * many places it is behind the word before: 1 unless stated, 0 for one more term of the same word.
 */
export type TakeWord = (term: string, start: number, end: number, step?: number) => void

/** Hands over the words of a text, from first to last. */
export type Tokenizer = (text: string, take: TakeWord) => void

/**
 * How words are made of texts, and how parts of words, such as a prefix, are brought into the form
 * of the words.
 */
export interface Analyzer {
  analyze: Tokenizer
  normalize(text: string): string
}

const asItIs = (text: string) => text

/** Tokenizers by Elasticsearch's names. */
export const tokenizers: ReadonlyMap<string, Tokenizer> = new Map([
  ['standard', standard],
  ['whitespace', whitespace],
  ['keyword', keyword],
])

/** Analyzers that every index has, by Elasticsearch's names. */
export const analyzers: ReadonlyMap<string, Analyzer> = new Map([
  ['standard', { analyze: lowered, normalize: lowerCase }],
  ['whitespace', { analyze: whitespace, normalize: asItIs }],
  ['keyword', { analyze: keyword, normalize: asItIs }],
])

/** Words by UAX #29. */
function standard(text: string, take: TakeWord): void {
  eachWord(text, (start, end) => take(text.slice(start, end), start, end))
}

function lowered(text: string, take: TakeWord): void {
  const lower = lowerCase(text) // of the same length, so it is cut at the same places
  eachWord(text, (start, end) => take(lower.slice(start, end), start, end))
}

/**
 * What is no space by Java's Character.isWhitespace, which leaves the no-break spaces within words.
 */
const spaces = '[\\p{Z}\\t-\\r\\u001C-\\u001F]--[\\u00A0\\u2007\\u202F]'
const noSpaces = new RegExp(`[^${spaces}]+`, 'gv')

function whitespace(text: string, take: TakeWord): void {
  for (const { 0: word, index } of text.matchAll(noSpaces)) {
    eachPiece(text, index, index + word.length, (start, end) =>
      take(text.slice(start, end), start, end),
    )
  }
}

function keyword(text: string, take: TakeWord): void {
  take(text, 0, text.length)
}

/**
 * Lower case letter by letter, as Java's Character.toLowerCase does it: İ becomes i, and a final
 * sigma stays σ; String.prototype.toLowerCase looks at neighbours and may lengthen the text.
 */
export function lowerCase(text: string): string {
  if (!/[İΣ]/.test(text)) return text.toLowerCase()
  return Array.from(text, (letter) => (letter === 'İ' ? 'i' : letter.toLowerCase())).join('')
}
