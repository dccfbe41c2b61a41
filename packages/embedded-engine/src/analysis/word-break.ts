import { classAt, pictographs, type WordClass } from './word-classes.js'

/**
 * The longest word in UTF-16 units; a longer one is cut (`max_token_length` of the standard
 * analyzer).
 */
const maxTokenLength = 255

/**
 * Emoji by Unicode TR #51: pictographs with selectors, modifiers, tags and joiners; keycaps; flags.
 */
const marks = '[[\\p{Grapheme_Extend}\\p{Mc}\\p{Cf}]--[\\u200B\\u200D\\uFE0E\\uFE0F]]*'
const pictograph =
  `(?:\\p{Emoji_Modifier_Base}${marks}\\p{Emoji_Modifier}${marks}|\\p{Emoji_Modifier}${marks}` +
  `|[${pictographs}]${marks}\\uFE0F?)`
const emoji = new RegExp(
  `(?:${pictograph}(?:(?:\\u200D+${pictograph})+|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?` +
    `|[0-9#*]${marks}\\uFE0F?\\u20E3${marks}|(?:[\\u{1F1E6}-\\u{1F1FF}]${marks}){2})\\u200D*`,
  'vy',
)

/**
 * Calls back with the start and end (UTF-16 units) of every word that Lucene's StandardTokenizer
 * finds: the word-break rules of UAX #29, except that Han and Hiragana letters are alone, the
 * scripts of South East Asia stay together in runs, and emoji sequences are words.
 * (`Intl.Segmenter` breaks Thai, Chinese and Japanese by dictionary instead.)
 */
export function eachWord(text: string, word: (start: number, end: number) => void): void {
  let at = 0
  while (at < text.length) {
    const end = wordEnd(text, at)
    if (end > at) eachPiece(text, at, end, word)
    at = end > at ? end : afterNothing(text, at)
  }
}

/** Past a character that begins no word, and past connectors, none of which then begins one. */
function afterNothing(text: string, start: number): number {
  let at = start + width(text, start)
  while (classAt(text, start) === 'connector' && classAt(text, at) === 'connector')
    at += width(text, at)
  return at
}

/** Cuts what is too long for one word into pieces. */
export function eachPiece(
  text: string,
  start: number,
  end: number,
  piece: (start: number, end: number) => void,
): void {
  let at = start
  while (end - at > maxTokenLength) {
    const next = cut(text, at)
    piece(at, next)
    at = next
  }
  piece(at, end)
}

/** Where the word that starts here ends, or `start` when none does. */
function wordEnd(text: string, start: number): number {
  switch (classAt(text, start)) {
    case 'emoji':
    case 'emojiModifier':
      return emojiEnd(text, start) || letterWordEnd(text, start)
    case 'han':
    case 'hiragana':
      return afterExtend(text, start)
    case 'complex':
    case 'complexMark':
      return runEnd(text, start)
    case 'letter':
    case 'hebrew':
    case 'digit':
    case 'katakana':
    case 'connector':
      return letterWordEnd(text, start)
    default:
      return start
  }
}

function emojiEnd(text: string, start: number): number {
  emoji.lastIndex = start
  return emoji.test(text) ? emoji.lastIndex : 0
}

function runEnd(text: string, start: number): number {
  let at = start
  for (
    let here = classAt(text, at);
    here === 'complex' || here === 'complexMark';
    here = classAt(text, at)
  ) {
    at = afterExtend(text, at)
  }
  return at
}

/** A word of letters, digits, Katakana and what joins them (rules WB5 to WB13b). */
function letterWordEnd(text: string, start: number): number {
  const plain = plainEnd(text, start)
  if (plain > start && isPlainEnd(text, plain)) return plain
  let end = start
  let last: WordClass = 'start'
  for (let at = start; at < text.length; ) {
    const here = classAt(text, at)
    const next = afterExtend(text, at)
    if (follows(last, here)) {
      last = here
      if (here !== 'connector' || end > start) end = next
    } else if (last === 'hebrew' && here === 'singleQuote') {
      last = 'letter'
      end = next
    } else if (!joins(last, here, classAt(text, next))) {
      return end
    }
    at = next
  }
  return end
}

/** The end of a run of ASCII letters and digits, which most words are nothing but. */
function plainEnd(text: string, start: number): number {
  let at = start
  for (let unit = text.charCodeAt(at); isAlphanumeric(unit); unit = text.charCodeAt(at)) at++
  return at
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57)
}

/** Whether what follows is no part of the word for sure. */
function isPlainEnd(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) === 32
}

/** Whether a character of this class may follow the other within one word. */
function follows(last: WordClass, here: WordClass): boolean {
  if (here === 'connector') return true
  if (here === 'katakana') return last === 'start' || last === 'connector' || last === 'katakana'
  return (here === 'letter' || here === 'hebrew' || here === 'digit') && last !== 'katakana'
}

/** Does punctuation between two characters keep them in one word (`o'neil`, `3.14`)? */
function joins(last: WordClass, punctuation: WordClass, next: WordClass): boolean {
  if (last === 'hebrew' && punctuation === 'doubleQuote') return next === 'hebrew'
  const both = punctuation === 'midBoth' || punctuation === 'singleQuote'
  if (last === 'letter' || last === 'hebrew')
    return (both || punctuation === 'midLetter') && (next === 'letter' || next === 'hebrew')
  return last === 'digit' && (both || punctuation === 'midDigit') && next === 'digit'
}

/** The character and the marks, formats and joiners after it, which belong to it (rule WB4). */
function afterExtend(text: string, at: number): number {
  let end = at + width(text, at)
  while (extending.has(classAt(text, end))) end += width(text, end)
  return end
}

const extending: ReadonlySet<WordClass> = new Set(['extend', 'complexMark', 'emojiModifier'])

function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

/** Where a word that is too long is cut: never between the halves of a surrogate pair. */
function cut(text: string, start: number): number {
  const unit = text.charCodeAt(start + maxTokenLength)
  return start + maxTokenLength - (unit >= 0xdc00 && unit <= 0xdfff ? 1 : 0)
}
