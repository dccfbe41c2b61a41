/** Boundaries of a text, as java.text.BreakIterator finds them. */
export interface Breaks {
  /** The last boundary before an offset, at least 0. */
  preceding(offset: number): number
  /** The first boundary after an offset, at most the length of the text. */
  following(offset: number): number
}

export function breaksOf(text: string, kind: 'sentence' | 'word'): Breaks {
  const boundaries = kind === 'sentence' ? sentenceBoundaries(text) : wordBoundaries(text)
  return {
    preceding: (offset) => boundaries.findLast((boundary) => boundary < offset) ?? 0,
    following: (offset) => boundaries.find((boundary) => boundary > offset) ?? text.length,
  }
}

/** Sentences end after ? ! 。 and the like, and after a full stop and spaces unless a small letter follows. */
const sentenceEnd =
  /(?:[?!\u3002\uFF01\uFF1F\u203C\u203D]+[.?!]*[\p{Pe}\p{Pf}"']*\s*|\.[.?!]*[\p{Pe}\p{Pf}"']*\s+(?![\p{Ps}\p{Pi}"']*\p{Ll})|\u2029)/gu

function sentenceBoundaries(text: string): number[] {
  return [0, ...Array.from(text.matchAll(sentenceEnd), ({ index, 0: end }) => index + end.length), text.length]
}

function wordBoundaries(text: string): number[] {
  const words = new Intl.Segmenter('en', { granularity: 'word' }).segment(text)
  return [...Array.from(words, ({ index }) => index), text.length]
}
