import type { Postings } from '../index/postings.js'
import {
  type Clauses,
  type Matches,
  matchNone,
  noMatches,
  type Query,
  type ScoredTerm,
} from './query.js'
import { scored } from './term.js'

/**
 * Documents of all required clauses, of at least `minimum` optional ones (of one when nothing is
 * required) and of no forbidden one. The scores of `must` and `should` add up as Lucene adds them:
 * in 64 bits, rounded once.
 * @param space a number above that of every document
 */
export function booleanQuery(clauses: Clauses, space: number, minimum?: number): Query {
  const { must = [], filter = [], should = [], mustNot = [] } = clauses
  const required = must.length + filter.length
  const least = minimum ?? (required === 0 ? 1 : 0)
  if (should.length < least) return matchNone
  if (should.length === 0 && required === 0) return matchNone
  return {
    clauses,
    ...(required + mustNot.length === 0 && least === 1 ? { choices: should } : {}),
    matches: (boost) => (required > 0 ? conjunction : disjunction)(clauses, space, least, boost),
    mark(field, marks) {
      for (const query of [...must, ...filter, ...should]) query.mark?.(field, marks)
    },
    atLeast: (count) => booleanQuery(clauses, space, count(should.length) || undefined),
  }
}

function disjunction(
  { should = [], mustNot = [] }: Clauses,
  space: number,
  least: number,
  boost: number,
): Matches {
  const { sums, counts } = gather(least === 1 ? flattened(should) : should, space, boost)
  for (const { docs } of mustNot.map((query) => query.matches(1)))
    for (const doc of docs) counts[doc] = 0
  return collect(counts, sums, (doc) => counts[doc]! >= least)
}

function conjunction(clauses: Clauses, space: number, least: number, boost: number): Matches {
  const { must = [], filter = [], should = [], mustNot = [] } = clauses
  const { sums, counts } = gather(must, space, boost)
  for (const { docs } of filter.map((query) => query.matches(1)))
    for (const doc of docs) counts[doc]!++
  for (const { docs } of mustNot.map((query) => query.matches(1)))
    for (const doc of docs) counts[doc] = 0
  const needed = must.length + filter.length
  if (should.length === 0) return collect(counts, sums, (doc) => counts[doc] === needed)
  const optional = gather(least <= 1 ? flattened(should) : should, space, boost)
  const { fround } = Math
  for (let doc = 0; doc < space; doc++) {
    if (optional.counts[doc]! > 0) sums[doc] = fround(sums[doc]!) + fround(optional.sums[doc]!)
  }
  return collect(counts, sums, (doc) => counts[doc] === needed && optional.counts[doc]! >= least)
}

/**
 * Choices within choices as one, and each term once with the sum of its boosts, as Lucene rewrites
 * them: a term that two misspelt words both mean is scored by how frequent the first one takes it
 * to be (Lucene: one of them, by a hash that each start changes). One without a boost is no longer
 * a term there: it only matches.
 */
function flattened(queries: readonly Query[]): Query[] {
  const terms = new Map<Postings, ScoredTerm>()
  const others: Query[] = []
  const visit = (query: Query) => {
    if (query.choices !== undefined) query.choices.forEach(visit)
    else if (query.terms === undefined) others.push(query)
    else
      for (const term of query.terms()) {
        if (term.boost === 0) {
          others.push({ matches: () => scored(term, 1) })
          continue
        }
        const known = terms.get(term.postings)
        terms.set(
          term.postings,
          known === undefined ? term : { ...known, boost: known.boost + term.boost },
        )
      }
  }
  queries.forEach(visit)
  return [
    ...Array.from(terms.values(), (term) => ({ matches: (boost: number) => scored(term, boost) })),
    ...others,
  ]
}

/** Sums of scores and numbers of matching queries, by document. */
function gather(queries: readonly Query[], space: number, boost: number) {
  const sums = new Float64Array(space)
  const counts = new Uint32Array(space)
  for (const query of queries) {
    const { docs, scores } = query.matches(boost)
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i]!
      sums[doc]! += scores[i]!
      counts[doc]!++
    }
  }
  return { sums, counts }
}

function collect(
  counts: Uint32Array,
  sums: Float64Array,
  holds: (doc: number) => boolean,
): Matches {
  const docs = new Int32Array(counts.length)
  let found = 0
  for (let doc = 0; doc < counts.length; doc++)
    if (counts[doc]! > 0 && holds(doc)) docs[found++] = doc
  if (found === 0) return noMatches
  const kept = docs.slice(0, found)
  return { docs: kept, scores: Float32Array.from(kept, (doc) => sums[doc]!) }
}

/** The best score of several queries, plus `tieBreaker` times the others'. */
export function disjunctionMax(
  queries: readonly Query[],
  tieBreaker: number,
  space: number,
): Query {
  if (queries.length === 0) return matchNone
  if (queries.length === 1) return queries[0]!
  return {
    matches(boost) {
      const best = new Float64Array(space)
      const others = new Float64Array(space)
      const counts = new Uint32Array(space)
      for (const query of queries) {
        const { docs, scores } = query.matches(boost)
        for (let i = 0; i < docs.length; i++) {
          const doc = docs[i]!
          const score = scores[i]!
          if (counts[doc]!++ === 0) best[doc] = score
          else if (score > best[doc]!) {
            others[doc]! += best[doc]!
            best[doc] = score
          } else others[doc]! += score
        }
      }
      for (let doc = 0; doc < space; doc++) best[doc]! += others[doc]! * Math.fround(tieBreaker)
      return collect(counts, best, () => true)
    },
    mark(field, marks) {
      for (const query of queries) query.mark?.(field, marks)
    },
  }
}
