import { type EngineError, illegalArgument, queryError } from '../errors.js'
import type { Query } from '../lucene/query.js'

/**
 * How many of `optional` clauses must match by a specification: `2`, `-1`, `75%`, `-25%`, `3<90%`
 * (more than three: 90 %), `2<-25% 9<-3`. @throws EngineError for anything else.
 */
export function minimumShouldMatch(specification: string, optional: number): number {
  const text = specification.trim()
  if (text.includes('<')) {
    let result = optional
    for (const condition of text.replace(/\s*<\s*/g, '<').split(/\s+/)) {
      const [bound, then] = condition.split('<') as [string, string | undefined]
      if (!/^[+-]?\d+$/.test(bound)) throw unreadable(bound)
      if (optional <= Number(bound)) return result
      if (then === undefined) throw illegalArgument('failed to parse [minimum_should_match]')
      result = minimumShouldMatch(then, optional)
    }
    return result
  }
  const match = /^([+-]?\d+)(%?)$/.exec(text)
  if (match === null) throw unreadable(text.includes('%') ? text.slice(0, -1) : text)
  const number = Number(match[1])
  const count =
    match[2] === '%' ? Math.trunc(Math.fround(optional * number * Math.fround(0.01))) : number
  return Math.max(0, number < 0 ? optional + count : count)
}

/** Requires the minimum of a query that is made of optional clauses; others stay as they are. */
export function withMinimum(query: Query, specification: string | undefined): Query {
  if (specification === undefined || query.atLeast === undefined) return query
  return query.atLeast((optional) => minimumShouldMatch(specification, optional))
}

function unreadable(number: string): EngineError {
  return queryError(`For input string: "${number}"`)
}
