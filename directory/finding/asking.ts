import { longestTerm } from './word-groups.js'
import { isSmall, significant, splitWords, trimSmall } from './words.js'

/** A text without the words of a question. */
export interface Answered {
  words: string
  /** The terms that were left out. */
  leftOut: string[]
}

/**
 * Leaves out what only asks, as in `what is the EIN of Brown University`, and what only says that it
 * is tax-exempt. A text asks where it begins or ends with such a term, and has two of them, one of
 * several words, or a question mark: one word alone may be part of a name.
 * @param asking Terms of words.yml. @param isRequest One word alone asks too.
 * @returns undefined for a text that does not ask, and for one without other words.
 */
export function leaveOutAsking(
  text: string,
  asking: ReadonlySet<string>,
  isRequest = /\?\s*$/.test(text),
): Answered | undefined {
  const words = splitWords(text)
  const found = findTerms(words, asking)
  const isIn = (at: number) => found.some(({ from, to }) => from <= at && at < to)
  const kept = significant(words)
  const isAtEnd = isIn(words.indexOf(kept[0]!)) || isIn(words.lastIndexOf(kept.at(-1)!))
  const isClear = isRequest || found.length > 1 || found.some(({ from, to }) => to - from > 1)
  const left = words.filter((_, i) => !isIn(i))
  const hasOthers = left.some((word) => !isSmall(word))
  if (!isClear || !isAtEnd || !hasOthers) return undefined
  const leftOut = found.map(({ from, to }) => words.slice(from, to).join(' '))
  return { words: trimSmall(left).join(' '), leftOut }
}

/** Where terms are, the longest at each word. */
export function findTerms(words: readonly string[], asking: ReadonlySet<string>) {
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: longestTerm }, (_, i) => longestTerm - i)
    const length = lengths.find((one) => asking.has(words.slice(at, at + one).join(' '))) ?? 0
    if (length > 0) found.push({ from: at, to: at + length })
    at += Math.max(length, 1)
  }
  return found
}
