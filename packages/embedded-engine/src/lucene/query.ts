import type { Field } from '../index/field.js'
import type { InvertedIndex } from '../index/inverted-index.js'
import type { Postings } from '../index/postings.js'
import type { Docs } from '../types.js'
import type { Marks } from './marks.js'

/**
 * Documents that match, ascending, and their scores in the same order (32-bit floats, as Lucene's).
 */
export interface Matches {
  docs: Docs
  scores: Float32Array
}

/** The parts of a bool query. */
export interface Clauses {
  must?: readonly Query[]
  filter?: readonly Query[]
  should?: readonly Query[]
  mustNot?: readonly Query[]
}

/** A term of a field, to be scored as if `documents` held it. */
export interface ScoredTerm {
  field: InvertedIndex
  postings: Postings
  documents: number
  boost: number
}

/** A query bound to one shard: what Elasticsearch's clauses come down to. */
export interface Query {
  /** `boost` is the product of the boosts around the query. */
  matches(boost: number): Matches
  /**
   * What the highlighter looks for in the text of a field; absent when there is nothing.
   */
  mark?(field: Field, marks: Marks): void
  /** For a query that is a choice of terms: these. */
  terms?(): readonly ScoredTerm[]
  /** For a query that is a choice of queries: these. */
  choices?: readonly Query[]
  /** The parts of a bool query. */
  clauses?: Clauses
  /**
   * For queries made of optional clauses: the same query with at least this many of them required.
   */
  atLeast?(minimum: (optional: number) => number): Query
}

export const noMatches: Matches = { docs: new Int32Array(0), scores: new Float32Array(0) }

/** Every document with the same score. */
export function constantMatches(docs: Docs, score: number): Matches {
  return { docs, scores: new Float32Array(docs.length).fill(score) }
}

/** Matches nothing. */
export const matchNone: Query = { matches: () => noMatches }

/**
 * Matches documents found without scoring them; each scores the boost. `find` runs only when asked.
 */
export function constantQuery(find: () => Docs, mark?: Query['mark']): Query {
  return { matches: (boost) => constantMatches(find(), boost), ...(mark ? { mark } : {}) }
}

/** The documents of a query, all with the same score. */
export function constantScore(query: Query): Query {
  return { ...marking(query), matches: (boost) => constantMatches(query.matches(1).docs, boost) }
}

/** A query whose scores count `factor` times. */
export function boosted(query: Query, factor: number): Query {
  if (factor === 1 || query === matchNone) return query
  return {
    ...marking(query),
    matches: (boost) => query.matches(Math.fround(boost * factor)),
    ...(query.atLeast ? { atLeast: (minimum) => boosted(query.atLeast!(minimum), factor) } : {}),
  }
}

/** The `mark` of a query, if it has one, for a query that wraps it. */
export function marking(query: Query): Pick<Query, 'mark'> {
  return query.mark ? { mark: query.mark.bind(query) } : {}
}
