import type { Field } from '../index/field.js'
import type { InvertedIndex } from '../index/inverted-index.js'
import type { Docs } from '../types.js'
import { idf, scorer } from './bm25.js'
import { type Matches, matchNone, noMatches, type Query, type ScoredTerm } from './query.js'

/** Documents in which a field holds the term, scored by BM25. */
export function termQuery(field: Field, term: string): Query {
  const { inverted } = field
  if (inverted === undefined) return matchNone
  const terms = (): ScoredTerm[] => {
    const postings = inverted.terms.get(term)
    return postings === undefined
      ? []
      : [{ field: inverted, postings, documents: postings.documents, boost: 1 }]
  }
  return {
    terms,
    matches(boost) {
      const [found] = terms()
      return found === undefined ? noMatches : scored(found, boost)
    },
    mark(marked, marks) {
      if (marked === field) marks.terms.add(term)
    },
  }
}

/** The documents of a term. */
export function scored(
  { field, postings, documents, boost: own }: ScoredTerm,
  boost: number,
): Matches {
  const score = scorer(field, idf(documents, field.documents), Math.fround(boost * own))
  const docs = new Int32Array(postings.documents)
  const scores = new Float32Array(postings.documents)
  let found = 0
  postings.forEach((doc, frequency) => {
    docs[found] = doc
    scores[found++] = score(frequency, doc)
  })
  return { docs, scores }
}

/** The documents that hold any of the terms, ascending. */
export function docsOfTerms(field: InvertedIndex, terms: Iterable<string>): Docs {
  const found = new Set<number>()
  for (const term of terms) {
    field.terms.get(term)?.forEach((doc) => {
      found.add(doc)
    })
  }
  return Int32Array.from(found).sort()
}
