import { wordsIn } from '../../packages/query-guard/src/index.js'

/** Texts and numbers of the same form: what the guard counts in them stays, what they say does not. */

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}]/u

/** The sign in place of one that is not of ASCII: as many UTF-16 units, and as many words. */
function signFor(sign: string): string {
  if (/\s/.test(sign)) return sign
  if (ideograph.test(sign)) return sign.length === 2 ? '𠀀' : '一'
  if (sign.length === 2) return '😀'
  const isLetter = /[\p{L}\p{Nd}]/u.test(sign)
  if (wordsIn(`x${sign}`) > 1) return isLetter ? '가' : '…' // a word of its own
  if (isLetter) return 'x'
  return /\p{M}/u.test(sign) ? '\u0301' : sign
}

/** A text of the same length and as many words, with one letter and one digit. */
export function formOf(text: string): string {
  const plain = text
    .replace(/[a-z]+/g, (run) => 'x'.repeat(run.length))
    .replace(/[A-Z]+/g, (run) => 'X'.repeat(run.length))
    .replace(/\d+/g, (run) => '1'.repeat(run.length))
  return withPlainSigns(plain)
}

const withPlainSigns = (text: string): string => text.replace(/[^\0-\x7f]/gu, signFor)

const date = String.raw`\d{4}(?:-\d\d){0,2}(?:T\d\d(?::\d\d){0,2}(?:\.\d{1,3})?(?:Z|[+-]\d\d:\d\d)?)?`
const dateText = new RegExp(`^(now|${date}(?:\\|\\|)?)((?:[+-]\\d{1,4}[yMwdhHms]|/[yMwdhHms])*)$`)

/** A value that is searched: a date stays one, with its steps of date math. */
export function maskedValue(text: string): string {
  const [, anchor, steps] = dateText.exec(text) ?? []
  return anchor === undefined ? formOf(text) : anchor.replace(/\d/g, '1') + steps
}

/** A bound that decides what a histogram costs: a date as it is, a number of four digits. */
export function maskedBound(text: string): string {
  if (dateText.test(text)) return text
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return formOf(text)
  return isPlain(Number(text)) ? text : String(fourDigits(Number(text)))
}

/** The first four digits of a number, and zeros. */
export const fourDigits = (value: number): number => Number(value.toPrecision(4))

/** Greatest number that is kept where it is no value of a search, unless it ends in zeros. */
const greatestPlain = 999_999

/** Whether a number is a setting of a query rather than somebody's. */
export const isPlain = (value: number): boolean =>
  fourDigits(value) === value || (Number.isInteger(value) && Math.abs(value) <= greatestPlain)

/** A number of as many digits; one that is too large to be exact remains that. */
export function maskedNumber(value: number): number {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return Math.sign(value) * 2 ** 53
  const [digits = '', exponent] = String(value).split('e')
  const masked = digits.replace(/\d+/g, (run, at: number) =>
    run === '0' && digits[at - 1] !== '.' ? run : '1'.repeat(run.length),
  )
  return Number(exponent === undefined ? masked : `${masked}e${exponent}`)
}

/** Words of options of a query; a caller's own words never stand where these are kept. */
const optionWords = new Set(
  `auto constant score blended boolean filter scoring top terms freqs nanos micros ms s m h d w y q
  in inch yd yards ft feet km kilometers nm nmi nauticalmiles mm millimeters cm centimeters mi
  miles meters e z utc all none and not or prefix phrase precedence escape whitespace fuzzy near
  slop map global ordinals high accuracy strict date optional time epoch millis second yyyy mm dd
  keyword long integer double float geometrycollection true false week month quarter year day hour
  minute key count term hits`.split(/\s+/),
)

/** Numbers as options have them: no addresses, and no number that is somebody's. */
const isShort = (text: string): boolean =>
  text.replace(/\D/g, '').length <= 6 && !/[.:/].*[.:/]|\.\d{3}/.test(text)

/** A text that sets how a query works, such as `2<75%`, `AUTO:3,6` or `500ms`. */
export function maskedOption(text: string): string {
  const words = text.replace(/\p{L}+/gu, (word) =>
    optionWords.has(word.toLowerCase()) ? word : formOf(word),
  )
  return isShort(text) ? words : words.replace(/\d/g, '1')
}

/** Words of the syntax of query_string; the names of known fields stay before a colon. */
export function maskedQuery(text: string, isField: (name: string) => boolean): string {
  const masked = text.replace(
    /(\{\d+(?:,\d*)?\})|([\p{L}\p{N}\p{M}_.@-]+)(?=(:?))/gu,
    (whole, repeated?: string, word = '', colon = '') => {
      if (repeated !== undefined) return repeated.replace(/\d{6,}/g, '99999')
      if (/^(AND|OR|NOT|TO)$/.test(word) || (colon && isField(word))) return whole
      return formOf(whole)
    },
  )
  return withPlainSigns(masked)
}
