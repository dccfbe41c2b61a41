import type { Token } from '../analysis/tokens.js'
import type { MarkedPhrase, Marks } from '../lucene/marks.js'
import { type PhrasePlace, phraseMatches } from '../lucene/phrase-matches.js'

/** A stretch of text to mark, in UTF-16 units. */
export interface Occurrence {
  start: number
  end: number
  /** What was found there, for counting how often it occurs. */
  term: string
}

/**
 * Where the marks occur among the words of a text, by start; phrases as one stretch each, or
 * `byWord`.
 */
export function occurrences(tokens: readonly Token[], marks: Marks, byWord: boolean): Occurrence[] {
  const found: Occurrence[] = []
  for (const { term, start, end } of tokens) {
    if (marks.terms.has(term)) found.push({ start, end, term })
    for (const [i, holds] of marks.patterns.entries())
      if (holds(term)) found.push({ start, end, term: byWord ? term : `*${i}` })
  }
  for (const phrase of marks.phrases) found.push(...phraseOccurrences(tokens, phrase, byWord))
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

function phraseOccurrences(
  tokens: readonly Token[],
  { places, slop }: MarkedPhrase,
  byWord: boolean,
): Occurrence[] {
  const terms = new Set(places.flatMap((place) => place.terms))
  const found = places.map((place): PhrasePlace => {
    const positions = tokens
      .filter(({ term }) => place.terms.includes(term))
      .map(({ position }) => position)
    return { ...place, positions }
  })
  if (found.some(({ positions }) => positions.length === 0)) return []
  const matches = phraseMatches(found, slop)
  if (byWord) {
    const isInside = ({ term, position }: Token) =>
      terms.has(term) && matches.some(({ start, end }) => position >= start && position <= end)
    return tokens.filter(isInside).map(({ term, start, end }) => ({ term, start, end }))
  }
  const byPosition = new Map(tokens.map((token) => [token.position, token]))
  const term = [...terms].join(' ')
  return matches.map(({ start, end }) => ({
    start: byPosition.get(start)!.start,
    end: byPosition.get(end)!.end,
    term,
  }))
}
