import type { Field } from '../index/field.js'
import type { InvertedIndex, Postings } from '../index/postings.js'
import type { Docs } from '../types.js'
import { idf, scorer } from './bm25.js'
import { type Matches, matchNone, noMatches, type Query } from './query.js'

/** Documents in which a field holds the term, scored by BM25. */
export function termQuery(field: Field, term: string): Query {
  const { inverted } = field
  if (inverted === undefined) return matchNone
  return {
    matches(boost) {
      const postings = inverted.terms.get(term)
      return postings === undefined ? noMatches : scored(inverted, postings, postings.documents, boost)
    },
    mark(marked, marks) {
      if (marked === field) marks.terms.add(term)
    },
  }
}

/** The documents of a term, scored as if `documents` of them held it. */
export function scored(field: InvertedIndex, postings: Postings, documents: number, boost: number): Matches {
  const score = scorer(field, idf(documents, field.documents), boost)
  const docs = new Int32Array(postings.documents)
  const scores = new Float32Array(postings.documents)
  const { data } = postings
  for (let at = 0, i = 0; at < data.length; i++) {
    const doc = data[at]!
    const frequency = field.hasPositions ? data[at + 1]! : 1
    docs[i] = doc
    scores[i] = score(frequency, doc)
    at += field.hasPositions ? frequency + 2 : 1
  }
  return { docs, scores }
}

/** The documents that hold any of the terms, ascending. */
export function docsOfTerms(field: InvertedIndex, terms: Iterable<string>): Docs {
  const found = new Set<number>()
  for (const term of terms) {
    const data = field.terms.get(term)?.data ?? []
    for (let at = 0; at < data.length; at += field.hasPositions ? data[at + 1]! + 2 : 1) found.add(data[at]!)
  }
  return Int32Array.from(found).sort()
}
