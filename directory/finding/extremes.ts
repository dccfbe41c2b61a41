import { asWords, type TypedText } from './typed-text.js'
import type { WordGroups } from './word-groups.js'
import { wordsOf } from './words.js'

/** Bounds of a typed text. */
interface Bounds {
  maxWords: number
  maxLength: number
}

/**
 * Typed texts that cost most: of as many words as possible, each with a plural, and of words with
 * the most other terms; each as it is, and with typos.
 */
export function costliestTexts(bounds: Bounds, groups: WordGroups): TypedText[] {
  const texts = [plainWords(bounds), manyTerms(bounds, groups)]
  return texts.flatMap((text) => {
    const typed = asWords(text)
    return [typed, { ...typed, doubtful: wordsOf(text).map((_, i) => i) }]
  })
}

function plainWords({ maxWords, maxLength }: Bounds): string {
  const length = Math.max(4, Math.floor(maxLength / maxWords) - 1)
  return Array(maxWords).fill('x'.repeat(length)).join(' ').slice(0, maxLength)
}

/** The terms that have the most others, as many as a text may have. */
function manyTerms({ maxWords, maxLength }: Bounds, groups: WordGroups): string {
  const byOthers = [...groups].sort(([, one], [, other]) => weight(other) - weight(one))
  let text = ''
  let left = maxWords
  for (const [term] of byOthers) {
    const words = wordsOf(term).length
    if (words > left || text.length + term.length + 1 > maxLength) continue
    text = `${text} ${term}`.trim()
    left -= words
  }
  return text
}

const weight = (terms: readonly string[]): number => wordsOf(terms.join(' ')).length
