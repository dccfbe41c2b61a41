/** Boundaries of a text, as java.text.BreakIterator finds them. */
export interface Breaks {
  /** The last boundary before an offset, at least 0. */
  preceding(offset: number): number
  /** The first boundary after an offset, at most the length of the text. */
  following(offset: number): number
}

export function breaksOf(text: string, kind: 'sentence' | 'word'): Breaks {
  const boundaries = boundariesOf(text, kind === 'sentence' ? sentence : word)
  return {
    preceding: (offset) => boundaries.findLast((boundary) => boundary < offset) ?? 0,
    following: (offset) => boundaries.find((boundary) => boundary > offset) ?? text.length,
  }
}

/** The start of the text and the end of each piece. */
function boundariesOf(text: string, piece: RegExp): number[] {
  const boundaries = [0]
  piece.lastIndex = 0
  while (piece.lastIndex < text.length && piece.test(text)) boundaries.push(piece.lastIndex)
  return boundaries
}

/**
 * Words with punctuation inside, numbers with signs around, runs of spaces, of Kanji and of Kana;
 * anything else letter by letter.
 */
const kanji = '\\u3005\\u4E00-\\u9FA5\\uF900-\\uFA2D'
const kana =
  '\\u30A1-\\u30FA\\u30FD\\u30FE\\u3041-\\u3094\\u309D\\u309E\\u3099-\\u309C\\u30FB\\u30FC'
const mark = '[\\p{Mn}\\p{Me}\\p{Cf}]*'
const letter = `[[\\p{L}\\p{Mc}]--[${kanji}${kana}]]${mark}`
const letters = `(?:${letter})+(?:[\\p{Pd}\\p{Pc}\\u00AD\\u2027"'.]${mark}(?:${letter})+)*`
const digits = `(?:\\p{N}${mark})+(?:["',\\u066B.]${mark}(?:\\p{N}${mark})+)*`
const suffix = `(?:${digits}[\\u00A2%\\u066A\\u2030\\u2031&]?${mark})?`
const inner = `(?:${digits}${letters})*${suffix}`
const word = new RegExp(
  [
    `${letters}[\\u0964\\u0965]?${inner}`,
    `(?:${digits}${letters})+${suffix}`,
    `${digits}[\\u00A2%\\u066A\\u2030\\u2031&]?${mark}`,
    `[[\\p{Sc}#.]--[\\u00A2]]${mark}${inner}`,
    `[\\p{Zs}\\t]+${mark}\\r?[\\n\\f\\u2028\\u2029]?`,
    `(?:[\\u3099-\\u309C\\u30FB\\u30FC]${mark})+(?:[\\u3041-\\u3094\\u309D\\u309E]${mark})+(?:[\\u3041-\\u3094\\u309D\\u309E\\u3099-\\u309C\\u30FB\\u30FC]${mark})*`,
    `(?:[\\u30A1-\\u30FA\\u30FD\\u30FE\\u3099-\\u309C\\u30FB\\u30FC]${mark})+`,
    `(?:[\\u3041-\\u3094\\u309D\\u309E\\u3099-\\u309C\\u30FB\\u30FC]${mark})+`,
    `(?:[${kanji}]${mark})+`,
    `[\\s\\S]${mark}`,
  ].join('|'),
  'vy',
)

/**
 * Sentences end after ? ! 。 and after a full stop, if after it come spaces and a letter that is not
 * small, or opening punctuation and a letter.
 */
const ends = '?!\\u3002\\uFF01\\uFF1F'
const stops = '.\\uFF0E'
const closing = `[\\p{Pe}\\p{Pf}"'${ends}${stops}]*`
const space = '[\\p{Zs}\\t\\r\\n\\f\\u2028]'
const opening = `[^\\p{L}\\p{N}\\p{M}\\p{Z}\\t\\r\\n\\f\\p{Pe}\\p{Pf},${ends}${stops}]`
const sentence = new RegExp(
  [
    `[^\\u2029]*?(?:[${stops}]*[${ends}]${closing}${space}*\\u2029?|[${stops}]${closing}${space}*(?:\\u2029|(?=${opening}+\\p{L}))` +
      `|[${stops}]${closing}${space}+(?=[\\p{L}--\\p{Ll}]))`,
    '[^\\u2029]*\\u2029',
    '[\\s\\S]+',
  ].join('|'),
  'vy',
)
