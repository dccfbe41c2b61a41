import type { Field } from '../index/field.js'
import type { InvertedIndex } from '../index/inverted-index.js'
import { positionOf } from '../index/postings.js'
import { idfSum, scorer } from './bm25.js'
import type { Place } from './marks.js'
import { frequencyOf, type PhrasePlace, phraseMatches } from './phrase-matches.js'
import type { Query } from './query.js'

/**
 * Documents with the places' terms in a row, or at most `slop` moves away from it, scored as one
 * term.
 */
export function phraseQuery(field: Field, places: readonly Place[], slop: number): Query {
  const inverted = field.inverted!
  return {
    matches(boost) {
      const byPlace = positionsOfAll(inverted, places)
      const score = scorer(
        inverted,
        idfSum(
          inverted,
          places.flatMap(({ terms }) => terms),
        ),
        boost,
      )
      const docs: number[] = []
      const scores: number[] = []
      for (const doc of documentsOf(byPlace)) {
        const at = places.map(
          (place, i): PhrasePlace => ({ ...place, positions: byPlace[i]!.get(doc)! }),
        )
        const frequency = frequencyOf(phraseMatches(at, slop))
        if (frequency === 0) continue
        docs.push(doc)
        scores.push(score(frequency, doc))
      }
      return { docs: Int32Array.from(docs), scores: Float32Array.from(scores) }
    },
    mark(marked, marks) {
      if (marked === field) marks.phrases.push({ places, slop })
    },
  }
}

type PositionsByDoc = ReadonlyMap<number, readonly number[]>

/**
 * The positions of each place; those of frequent terms only in the documents that the rarer ones
 * left.
 */
function positionsOfAll(field: InvertedIndex, places: readonly Place[]): PositionsByDoc[] {
  const size = ({ terms }: Place) =>
    terms.reduce((sum, term) => sum + (field.terms.get(term)?.documents ?? 0), 0)
  const byRarity = [...places].sort((a, b) => size(a) - size(b))
  const found = new Map<Place, PositionsByDoc>()
  let within: PositionsByDoc | undefined
  for (const place of byRarity) {
    within = positionsOf(field, place.terms, within)
    found.set(place, within)
  }
  return places.map((place) => found.get(place)!)
}

/** Positions by document at which any of the terms is, ascending. */
function positionsOf(
  field: InvertedIndex,
  terms: readonly string[],
  within?: PositionsByDoc,
): PositionsByDoc {
  const byDoc = new Map<number, number[]>()
  for (const term of new Set(terms)) {
    field.terms.get(term)?.forEach((doc, frequency, data, at) => {
      if (within !== undefined && !within.has(doc)) return
      const places = data.slice(at, at + frequency).map(positionOf)
      const known = byDoc.get(doc)
      byDoc.set(doc, known === undefined ? places : [...known, ...places].sort((a, b) => a - b))
    })
  }
  return byDoc
}

/** The documents that hold every place, ascending. */
function documentsOf(byPlace: readonly PositionsByDoc[]): number[] {
  const rarest = byPlace.reduce((least, byDoc) => (byDoc.size < least.size ? byDoc : least))
  return [...rarest.keys()]
    .filter((doc) => byPlace.every((byDoc) => byDoc.has(doc)))
    .sort((a, b) => a - b)
}
