import { editDistance } from '../../kit/config/suggest.js'
import type { TypedText } from './typed-text.js'
import { splitUnits } from './units.js'
import type { WordGroups } from './word-groups.js'
import { significant, splitWords } from './words.js'

/** How many letters may be wrong in a word: as in `fuzziness: AUTO` of Elasticsearch. */
const mayBeWrong = ({ length }: string): number => (length < 3 ? 0 : length < 6 ? 1 : 2)

/**
 * The text with each doubtful word replaced by the most similar word of what was found.
 * @param found Names and cities of the most similar organizations, the best first.
 * @returns undefined where a word is similar to none, and where none is replaced.
 */
export function correctText(
  typed: TypedText,
  groups: WordGroups,
  found: readonly string[],
): TypedText | undefined {
  const { doubtful = [], understood, isTyping } = typed
  const units = splitUnits(splitWords(understood.words), groups)
  // a few letters with a typo are the beginning of many words
  if (isTyping && doubtful.includes(units.length - 1)) return undefined
  const candidates = [...new Set(found.flatMap((text) => significant(splitWords(text))))]
  const words = units.map((unit, i) => {
    if (!doubtful.includes(i) || unit.words.length > 1) return unit.words.join(' ')
    return mostSimilar(unit.words[0]!, candidates)
  })
  if (words.includes(undefined)) return undefined
  const text = words.join(' ')
  if (text === units.flatMap((unit) => unit.words).join(' ')) return undefined
  const { doubtful: _, ...others } = typed
  return { ...others, understood: { ...understood, words: text } }
}

/** The first of the most similar words, or of those that begin with the word. */
function mostSimilar(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined
  let least = mayBeWrong(word) + 1
  for (const candidate of candidates) {
    if (candidate[0] !== word[0]) continue
    const isBegun = candidate.startsWith(word) && candidate !== word
    const distance = isBegun ? 1 : editDistance(word, candidate)
    if (distance >= least) continue
    least = distance
    best = candidate
  }
  return best
}
