import { compareCodePoints } from '../index/code-points.js'
import type { Field } from '../index/field.js'
import type { InvertedIndex } from '../index/inverted-index.js'
import type { Postings } from '../index/postings.js'
import { booleanQuery } from './boolean.js'
import { boundedDistance } from './edit-distance.js'
import { constantQuery, matchNone, noMatches, type Query, type ScoredTerm } from './query.js'
import { docsOfTerms } from './term.js'

/** Documents with any term for which the predicate holds, each scoring the boost. */
export function matchingTerms(field: Field, holds: (term: string) => boolean): Query {
  const { inverted } = field
  if (inverted === undefined) return matchNone
  return constantQuery(
    () => docsOfTerms(inverted, termsWhere(inverted, holds)),
    (marked, marks) => {
      if (marked === field) marks.patterns.push(holds)
    },
  )
}

function* termsWhere(field: InvertedIndex, holds: (term: string) => boolean): Iterable<string> {
  for (const term of field.terms.keys()) if (holds(term)) yield term
}

/** The first terms with a prefix, ascending, as Lucene enumerates them. */
export function termsWithPrefix(field: InvertedIndex, prefix: string, limit: number): string[] {
  const terms = field.sortedTerms
  let low = 0
  for (let high = terms.length; low < high; ) {
    const middle = (low + high) >> 1
    if (compareCodePoints(terms[middle]!, prefix) < 0) low = middle + 1
    else high = middle
  }
  const found: string[] = []
  for (let i = low; i < terms.length && found.length < limit && terms[i]!.startsWith(prefix); i++)
    found.push(terms[i]!)
  return found
}

/** How a fuzzy query compares terms. */
export interface FuzzyOptions {
  /** Most single-letter changes, 0 to 2. */
  edits: number
  /** Letters at the start that must be the same. */
  prefixLength: number
  /** Most terms that are taken, the nearest first. */
  maxExpansions: number
  /** Whether two letters that changed places are one change. */
  transpositions: boolean
}

/**
 * Documents with terms a few letters away. Each term scores by its nearness, and all as if they
 * were as frequent as the most frequent (Lucene's TopTermsBlendedFreqScoringRewrite), so that a
 * rare misspelling does not win.
 */
export function fuzzyQuery(
  field: Field,
  text: string,
  options: FuzzyOptions,
  space: number,
): Query {
  const { inverted } = field
  if (inverted === undefined) return matchNone
  const near = nearness(text, options)
  const terms = (): ScoredTerm[] => {
    const found: { postings: Postings; boost: number }[] = []
    for (const postings of inverted.terms.values()) {
      const nearby = near(postings.term)
      if (nearby !== undefined) found.push({ postings, boost: nearby })
    }
    found.sort((a, b) => b.boost - a.boost || compareCodePoints(a.postings.term, b.postings.term))
    found.length = Math.min(found.length, options.maxExpansions)
    const documents = Math.max(0, ...found.map(({ postings }) => postings.documents))
    return found.map(({ postings, boost }) => ({
      field: inverted,
      postings,
      documents,
      boost: Math.max(0, boost),
    }))
  }
  return {
    terms,
    matches: (boost) =>
      booleanQuery({ should: [{ terms, matches: () => noMatches }] }, space).matches(boost),
    mark(marked, marks) {
      if (marked === field) marks.patterns.push((term) => near(term) !== undefined)
    },
  }
}

/**
 * How near a term is to the text: 1 for the same, 0 or less when nothing of the shorter is left;
 * undefined for too far, or for no letters at all.
 */
function nearness(
  text: string,
  { edits, prefixLength, transpositions }: FuzzyOptions,
): (term: string) => number | undefined {
  const letters = Array.from(text)
  const prefix = letters.slice(0, prefixLength).join('')
  const { fround } = Math
  return (term) => {
    if (term === text) return 1
    if (edits === 0 || Math.abs(term.length - text.length) > 2 * edits || !term.startsWith(prefix))
      return undefined
    const other = Array.from(term)
    if (Math.abs(other.length - letters.length) > edits) return undefined
    const distance = boundedDistance(letters, other, edits, transpositions)
    const shorter = Math.min(other.length, letters.length)
    if (distance > edits || shorter === 0) return undefined
    return fround(1 - fround(distance / shorter))
  }
}
