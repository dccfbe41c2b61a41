import type { Field } from '../index/field.js'
import { disjunctionMax } from './boolean.js'
import { noMatches, type Query, type ScoredTerm } from './query.js'
import { scored, termQuery } from './term.js'

/** A field in which a term is looked for, how much it counts, and the term in its form. */
export interface BlendedField {
  field: Field
  boost: number
  term: string
}

/**
 * A term in any of several fields, in each scored as if it were about as frequent as where it is
 * most frequent, so that a rare use, such as a town in a name, does not win (Lucene's
 * BlendedTermQuery as a dis_max).
 */
export function blendedTerm(
  fields: readonly BlendedField[],
  tieBreaker: number,
  space: number,
): Query {
  const blended = withBlendedFrequencies(fields.flatMap(termIn))
  const queries = fields.map((one): Query => {
    const { mark } = termQuery(one.field, one.term)
    const term = blended.find(({ field }) => field === one.field.inverted)
    if (term === undefined) return { matches: () => noMatches, ...(mark && { mark }) }
    return { matches: (boost) => scored(term, boost), ...(mark && { mark }) }
  })
  return disjunctionMax(queries, tieBreaker, space)
}

function termIn({ field: { inverted }, term, boost }: BlendedField): ScoredTerm[] {
  const postings = inverted?.terms.get(term)
  return postings === undefined || inverted === undefined
    ? []
    : [{ field: inverted, postings, documents: postings.documents, boost }]
}

/** From the most frequent on: each lower frequency is taken as one more than the one before. */
function withBlendedFrequencies(terms: readonly ScoredTerm[]): ScoredTerm[] {
  const most = Math.min(...terms.map(({ field }) => field.occurrences))
  const byFrequency = [...terms].sort((a, b) => b.documents - a.documents)
  let frequency = Math.min(most, byFrequency[0]?.documents ?? 0)
  return byFrequency.map((term, i) => {
    if (i > 0 && byFrequency[i - 1]!.documents > term.documents) frequency++
    return { ...term, documents: Math.min(frequency, term.field.documents, most) }
  })
}
