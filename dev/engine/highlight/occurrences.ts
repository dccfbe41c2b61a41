import type { Token } from '../analysis/analyzers.js'
import type { MarkedPhrase, Marks } from '../lucene/marks.js'

/** A stretch of text to mark, in UTF-16 units. */
export interface Occurrence {
  start: number
  end: number
  /** What was found there, for counting how often it occurs. */
  term: string
}

/** Where the marks occur among the words of a text, by start; phrases as one stretch each. */
export function occurrences(tokens: readonly Token[], marks: Marks): Occurrence[] {
  const found: Occurrence[] = []
  for (const { term, start, end } of tokens) {
    if (marks.terms.has(term) || marks.patterns.some((holds) => holds(term))) found.push({ start, end, term })
  }
  for (const phrase of marks.phrases) found.push(...phraseOccurrences(tokens, phrase))
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

function phraseOccurrences(tokens: readonly Token[], { terms, slop }: MarkedPhrase): Occurrence[] {
  const found: Occurrence[] = []
  let from = 0
  while (from < tokens.length) {
    const places = placesFrom(tokens, from, terms, slop)
    if (places === undefined) {
      from++
      continue
    }
    const first = tokens[Math.min(...places)]!
    const last = tokens[Math.max(...places)]!
    found.push({ start: first.start, end: last.end, term: 'phrase' })
    from = Math.max(...places) + 1
  }
  return found
}

/** Indexes of the tokens that make the phrase when its leftmost word is the one at `from`. */
function placesFrom(
  tokens: readonly Token[],
  from: number,
  terms: readonly ReadonlySet<string>[],
  slop: number,
): number[] | undefined {
  if (!terms.some((place) => place.has(tokens[from]!.term))) return undefined
  const reach = terms.length + slop
  const window = tokens.slice(from, from + reach).map((_, i) => from + i)
  const search = (place: number, taken: readonly number[]): number[] | undefined => {
    if (place === terms.length) return isWithin(tokens, taken, slop) && taken.includes(from) ? [...taken] : undefined
    for (const i of window) {
      if (taken.includes(i) || !terms[place]!.has(tokens[i]!.term)) continue
      const found = search(place + 1, [...taken, i])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(0, [])
}

/** Whether the words are no more than `slop` moves from standing in a row. */
function isWithin(tokens: readonly Token[], places: readonly number[], slop: number): boolean {
  const starts = places.map((index, offset) => tokens[index]!.position - offset)
  return Math.max(...starts) - Math.min(...starts) <= slop
}
