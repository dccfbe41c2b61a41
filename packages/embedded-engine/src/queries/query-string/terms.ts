import { EngineError } from '../../errors.js'
import type { Field } from '../../index/field.js'
import type { Shard } from '../../index/shard.js'
import { fuzzyQuery, matchingTerms } from '../../lucene/multi-term.js'
import { matchNone, type Query } from '../../lucene/query.js'
import type { Parsing } from '../clause.js'
import { wildcard } from '../patterns.js'
import { rangeQuery } from '../range.js'
import { prefixQuery, termsOf } from '../term-level.js'

/** How terms of query strings are expanded. */
export interface TermOptions {
  /** Edits of a word that says only `~`. */
  edits: (word: string) => number
  prefixLength: number
  maxExpansions: number
  transpositions: boolean
  timeZone: string | undefined
  parsing: Parsing
}

/** A part of a word is not analyzed, only brought into the form of the field's words. */
function normalized(field: Field, text: string): string {
  return field.mapping.searchAnalyzer.normalize(text)
}

export function prefixTerms(shard: Shard, name: string, text: string): Query {
  return termsOf(shard, name, 'prefix', (field) => prefixQuery(field, normalized(field, text)))
}

export function wildcardTerms(shard: Shard, name: string, text: string): Query {
  return termsOf(shard, name, 'wildcard', (field) =>
    matchingTerms(field, wildcard(normalized(field, text))),
  )
}

export function fuzzyTerms(
  shard: Shard,
  name: string,
  text: string,
  edits: number,
  options: TermOptions,
): Query {
  return termsOf(shard, name, 'fuzzy', (field) =>
    fuzzyQuery(field, normalized(field, text), { ...options, edits }, shard.size),
  )
}

/** The bounds of a range in a query string; undefined is open. */
export interface StringRange {
  low: string | undefined
  high: string | undefined
  withLow: boolean
  withHigh: boolean
}

export function termRange(
  shard: Shard,
  name: string,
  range: StringRange,
  { parsing, timeZone }: TermOptions,
): Query {
  const field = shard.field(name)
  if (field === undefined || field.mapping.kind === 'geo_point') return matchNone
  const bound = (text: string | undefined) =>
    text === undefined ? undefined : normalized(field, text)
  const [low, high] = [bound(range.low), bound(range.high)]
  const bounds = {
    [range.withLow ? 'gte' : 'gt']: low,
    [range.withHigh ? 'lte' : 'lt']: high,
    timeZone,
  }
  return rangeQuery(field, bounds, parsing)
}

/** A query that does not fit its field matches nothing when that is allowed. @throws EngineError */
export function lenientOr(isLenient: boolean, make: () => Query): Query {
  try {
    return make()
  } catch (error) {
    if (isLenient && error instanceof EngineError) return matchNone
    throw error
  }
}
