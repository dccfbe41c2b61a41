/**
 * Classes of characters that decide where words end: the Word_Break property of Unicode, as far as
 * words need it.
 */
export type WordClass =
  | 'start'
  | 'other'
  | 'extend'
  | 'letter'
  | 'hebrew'
  | 'digit'
  | 'katakana'
  | 'hiragana'
  | 'han'
  | 'complex'
  | 'complexMark'
  | 'connector'
  | 'midLetter'
  | 'midDigit'
  | 'midBoth'
  | 'singleQuote'
  | 'doubleQuote'
  | 'emoji'
  | 'emojiModifier'

/**
 * Lucene's rules use Unicode 9 (and the pictographs of Unicode 11, named here because later
 * versions dropped some); letters that Unicode gained since are words here and none there.
 */
export const pictographs =
  '\\u00A9\\u00AE\\u203C\\u2049\\u2122\\u2139\\u2194-\\u2199\\u21A9\\u21AA\\u231A\\u231B\\u2328\\u2388\\u23CF' +
  '\\u23E9-\\u23F3\\u23F8-\\u23FA\\u24C2\\u25AA\\u25AB\\u25B6\\u25C0\\u25FB-\\u25FE\\u2600-\\u2605\\u2607-\\u2612' +
  '\\u2614-\\u2685\\u2690-\\u2705\\u2708-\\u2712\\u2714\\u2716\\u271D\\u2721\\u2728\\u2733\\u2734\\u2744\\u2747' +
  '\\u274C\\u274E\\u2753-\\u2755\\u2757\\u2763-\\u2767\\u2795-\\u2797\\u27A1\\u27B0\\u27BF\\u2934\\u2935' +
  '\\u2B05-\\u2B07\\u2B1B\\u2B1C\\u2B50\\u2B55\\u3030\\u303D\\u3297\\u3299\\u{1F000}-\\u{1F0FF}\\u{1F10D}-\\u{1F10F}' +
  '\\u{1F12F}\\u{1F16C}-\\u{1F171}\\u{1F17E}\\u{1F17F}\\u{1F18E}\\u{1F191}-\\u{1F19A}\\u{1F1AD}-\\u{1F1E5}' +
  '\\u{1F201}-\\u{1F20F}\\u{1F21A}\\u{1F22F}\\u{1F232}-\\u{1F23A}\\u{1F23C}-\\u{1F23F}\\u{1F249}-\\u{1F3FA}' +
  '\\u{1F400}-\\u{1F53D}\\u{1F546}-\\u{1F64F}\\u{1F680}-\\u{1F6FF}\\u{1F774}-\\u{1F77F}\\u{1F7D5}-\\u{1F7FF}' +
  '\\u{1F80C}-\\u{1F80F}\\u{1F848}-\\u{1F84F}\\u{1F85A}-\\u{1F85F}\\u{1F888}-\\u{1F88F}\\u{1F8AE}-\\u{1F8FF}' +
  '\\u{1F90C}-\\u{1F93A}\\u{1F93C}-\\u{1F945}\\u{1F947}-\\u{1FFFD}'

/**
 * Scripts whose words need a dictionary (Line_Break = Complex_Context), and symbols that go with
 * them.
 */
const complexScripts = [
  'Thai',
  'Lao',
  'Myanmar',
  'Khmer',
  'Tai_Le',
  'New_Tai_Lue',
  'Tai_Tham',
  'Tai_Viet',
  'Ahom',
]
  .map((name) => `\\p{Script=${name}}`)
  .join('')
const complexSymbols =
  '\\u109E\\u109F\\u19DA\\u19DE\\u19DF\\u1AA0-\\u1AAD\\u{1173A}\\u{1173B}\\u{1173F}\\uAA77-\\uAA79\\uAADE\\uAADF'

/** Letters by UAX #29 that are not Alphabetic. */
const extraLetters =
  '\\u02C2-\\u02C5\\u02D2-\\u02D7\\u02DE\\u02DF\\u02ED\\u02EF-\\u02FF\\u055B\\u055C\\u055E' +
  '\\u05F3\\uA708-\\uA716\\uA720\\uA721\\uA789\\uA78A\\uAB5B'

/** Each class by its characters; the first that holds wins. */
const classes: readonly (readonly [WordClass, RegExp])[] = (
  [
    ['singleQuote', "[']"],
    ['doubleQuote', '["]'],
    ['midBoth', '[.\\u2018\\u2019\\u2024\\uFE52\\uFF07\\uFF0E]'],
    ['midLetter', '[:\\u00B7\\u0387\\u05F4\\u2027\\uFE13\\uFE55\\uFF1A]'],
    [
      'midDigit',
      '[,;\\u037E\\u0589\\u060C\\u060D\\u066C\\u07F8\\u2044\\uFE10\\uFE14\\uFE50\\uFE54\\uFF0C\\uFF1B]',
    ],
    ['complex', `[[[${complexScripts}]&&\\p{L}]${complexSymbols}]`],
    ['digit', '[\\p{Nd}\\u066B]'],
    ['connector', '[\\p{Pc}\\u202F]'],
    ['complexMark', `[[[${complexScripts}]&&\\p{M}]--[\\u1A7F]]`],
    ['extend', '[[\\p{Grapheme_Extend}\\p{Mc}\\p{Cf}]--[\\u200B]]'],
    ['emojiModifier', '\\p{Emoji_Modifier}'],
    ['katakana', '[\\p{Script=Katakana}\\u3031-\\u3035\\u309B\\u309C\\u30A0\\u30FC\\uFF70]'],
    ['hiragana', '\\p{Script=Hiragana}'],
    ['hebrew', '[\\p{Script=Hebrew}&&\\p{Lo}]'],
    ['letter', `[[\\p{Alphabetic}${extraLetters}]--[\\p{Ideographic}]]`],
    ['han', '\\p{Script=Han}'],
    ['emoji', `[#*\\u{1F1E6}-\\u{1F1FF}${pictographs}]`],
  ] as const
).map(([name, characters]) => [name, new RegExp(characters, 'v')])

function classify(letter: string): WordClass {
  return classes.find(([, characters]) => characters.test(letter))?.[0] ?? 'other'
}

const classCache = new Map<number, WordClass>()
const ascii = Array.from({ length: 128 }, (_, code) => classify(String.fromCharCode(code)))

/** The class of the character at an offset; `other` past the end. */
export function classAt(text: string, at: number): WordClass {
  const unit = text.charCodeAt(at)
  if (unit < 128) return ascii[unit]!
  const point = text.codePointAt(at)
  if (point === undefined) return 'other'
  let found = classCache.get(point)
  if (found === undefined) {
    found = classify(String.fromCodePoint(point))
    classCache.set(point, found)
  }
  return found
}
