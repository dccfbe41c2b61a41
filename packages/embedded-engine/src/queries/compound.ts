import { contentError, illegalArgument, nameClauseOnError, parsingError } from '../errors.js'
import type { Shard } from '../index/shard.js'
import { unknownName } from '../lacking.js'
import { booleanQuery, disjunctionMax } from '../lucene/boolean.js'
import { constantQuery, constantScore, marking, matchNone, type Query } from '../lucene/query.js'
import type { Clause, Parsing } from './clause.js'
import { minimumShouldMatch } from './minimum-should-match.js'
import { isObject, Options } from './options.js'

export function matchAll(body: unknown, parsing: Parsing): Clause {
  return new Options('match_all', body).finish(parsing, (shard) => constantQuery(() => shard.live))
}

export function matchNothing(body: unknown, parsing: Parsing): Clause {
  return new Options('match_none', body).finish(parsing, () => matchNone)
}

export function bool(body: unknown, parsing: Parsing): Clause {
  const options = new Options('bool', body)
  const clauses = (name: string): Clause[] => {
    const value = options.any(name)
    if (value === undefined) return []
    const list = Array.isArray(value) ? value : [value]
    if (!list.every(isObject)) {
      throw contentError(`[bool] ${name} doesn't support values of this type`)
    }
    return nameClauseOnError('bool', name, () => list.map((query) => parsing.query(query)))
  }
  const must = clauses('must')
  const filter = clauses('filter')
  const should = clauses('should')
  const mustNot = clauses('must_not')
  const minimum = options.text('minimum_should_match')
  const known = ['boost', '_name']
  for (const name of options.unread) {
    if (!known.includes(name))
      throw unknownName('bool', name, contentError(`[bool] unknown field [${name}]`))
  }
  const build = (shard: Shard): Query => {
    if (must.length + filter.length + should.length + mustNot.length === 0)
      return constantQuery(() => shard.live)
    const bind = (list: readonly Clause[]) => list.map((clause) => clause(shard))
    const bound = {
      must: bind(must),
      filter: bind(filter),
      should: bind(should),
      mustNot: bind(mustNot),
    }
    if (must.length + filter.length + should.length === 0)
      bound.filter = [constantQuery(() => shard.live)]
    if (minimum === undefined) return booleanQuery(bound, shard.size)
    const least = minimumShouldMatch(minimum, should.length)
    return booleanQuery(bound, shard.size, least > 0 ? least : undefined)
  }
  return nameClauseOnError('bool', 'boost', () => options.finish(parsing, build))
}

export function constant(body: unknown, parsing: Parsing): Clause {
  const options = new Options('constant_score', body)
  if (!options.has('filter')) throw parsingError("[constant_score] requires a 'filter' element")
  const filter = parsing.query(options.any('filter'))
  return options.finish(parsing, (shard) => constantScore(filter(shard)))
}

export function disMax(body: unknown, parsing: Parsing): Clause {
  const options = new Options('dis_max', body)
  const value = options.any('queries')
  const queries = (value === undefined ? [] : Array.isArray(value) ? value : [value]).map((query) =>
    parsing.query(query),
  )
  if (queries.length === 0)
    throw parsingError("[dis_max] requires 'queries' field with at least one clause")
  const tieBreaker = options.number('tie_breaker', 0)
  return options.finish(parsing, (shard) =>
    disjunctionMax(
      queries.map((query) => query(shard)),
      tieBreaker,
      shard.size,
    ),
  )
}

export function boosting(body: unknown, parsing: Parsing): Clause {
  const options = new Options('boosting', body)
  for (const name of ['positive', 'negative']) {
    if (!options.has(name))
      throw parsingError(`[boosting] query requires '${name}' query to be set`)
  }
  const positive = parsing.query(options.any('positive'))
  const negative = parsing.query(options.any('negative'))
  const factor = options.number('negative_boost', -1)
  if (factor < 0)
    throw parsingError(
      "[boosting] query requires 'negative_boost' to be set to be a positive value'",
    )
  if (factor > 1) throw illegalArgument('negative_boost must be between 0 and 1')
  return options.finish(parsing, (shard) =>
    demoted(positive(shard), negative(shard), Math.fround(factor)),
  )
}

/** The first query's matches; those of the second score less. */
function demoted(query: Query, less: Query, factor: number): Query {
  return {
    ...marking(query),
    matches(boost) {
      const { docs, scores } = query.matches(boost)
      const demoted = new Set(less.matches(1).docs)
      return {
        docs,
        scores: scores.map((score, i) => (demoted.has(docs[i]!) ? score * factor : score)),
      }
    },
  }
}
