import type { InvertedIndex } from '../index/inverted-index.js'
import { decodedLengths } from '../index/norms.js'

const { fround } = Math
const k1 = fround(1.2)
const b = fround(0.75)

/** Rarity of a term: how much it shows when `documents` of `total` hold it. */
export function idf(documents: number, total: number): number {
  return fround(Math.log(1 + (total - documents + 0.5) / (documents + 0.5)))
}

/**
 * Scores an occurrence count in a document of a field; all arithmetic in 32-bit floats, as Lucene's
 * BM25Similarity.
 */
export type Scorer = (frequency: number, doc: number) => number

/** BM25 of a field for terms whose idf is `weight`, with Elasticsearch's factor of k1 + 1. */
export function scorer(field: InvertedIndex, weight: number, boost: number): Scorer {
  const factor = fround(fround(boost * fround(1 + k1)) * weight)
  const inverse = inverseLengths(field)
  return (frequency, doc) => {
    const length = inverse[field.lengthOf(doc)]!
    return fround(factor - fround(factor / fround(1 + fround(frequency * length))))
  }
}

/** Sum of the rarities of a phrase's terms. */
export function idfSum(field: InvertedIndex, terms: Iterable<string>): number {
  let sum = 0
  for (const term of terms) {
    const postings = field.terms.get(term)
    if (postings !== undefined) sum += idf(postings.documents, field.documents)
  }
  return fround(sum)
}

/** 1 / (k1 * (1 - b + b * length / average)) for each encoded length. */
function inverseLengths(field: InvertedIndex): Float32Array {
  const average = fround(field.occurrences / field.documents)
  return Float32Array.from(decodedLengths, (length) =>
    fround(1 / fround(k1 * fround(fround(1 - b) + fround(fround(b * length) / average)))),
  )
}
