import { illegalArgument, parsingError } from '../errors.js'
import { unknownName } from '../lacking.js'
import type { Clause, ClauseReader, Parsing } from './clause.js'
import { bool, boosting, constant, disMax, matchAll, matchNothing } from './compound.js'
import { geoBoundingBox, geoDistance } from './geo.js'
import { match, matchBoolPrefix, matchPhrase, matchPhrasePrefix } from './match.js'
import { multiMatch } from './multi-match.js'
import { isObject } from './options.js'
import { queryString } from './query-string/index.js'
import { simpleQueryString } from './query-string/simple.js'
import { range } from './range.js'
import { exists, fuzzy, ids, prefix, term, terms, wildcard } from './term-level.js'

/** The clauses of the embedded engine by their names; every other one is refused. */
const clauses: Readonly<Record<string, ClauseReader>> = {
  bool,
  boosting,
  constant_score: constant,
  dis_max: disMax,
  exists,
  fuzzy,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
  ids,
  match,
  match_all: matchAll,
  match_bool_prefix: matchBoolPrefix,
  match_none: matchNothing,
  match_phrase: matchPhrase,
  match_phrase_prefix: matchPhrasePrefix,
  multi_match: multiMatch,
  prefix,
  query_string: queryString,
  range,
  simple_query_string: simpleQueryString,
  term,
  terms,
  wildcard,
}

/** Queries within queries, at most (setting `indices.query.bool.max_nested_depth`). */
const maxDepth = 30

/** A query that was read, and its named parts. */
export interface ParsedQuery {
  clause: Clause
  named: readonly { name: string; clause: Clause }[]
}

/** Reads a query. @throws EngineError for anything that the embedded engine does not know. */
export function parseQuery(json: unknown, now: number = Date.now()): ParsedQuery {
  const named: Parsing['named'] = []
  let depth = 0
  const parsing: Parsing = {
    now,
    named,
    query(inner) {
      if (++depth > maxDepth) {
        throw illegalArgument(
          'The nested depth of the query exceeds the maximum nested depth for queries set in ' +
            '[indices.query.bool.max_nested_depth]',
        )
      }
      const clause = readClause(inner, parsing)
      depth--
      return clause
    },
  }
  return { clause: parsing.query(json), named }
}

function readClause(json: unknown, parsing: Parsing): Clause {
  if (!isObject(json)) throw parsingError('[_na] query malformed, must start with start_object')
  const [name, second] = Object.keys(json)
  if (name === undefined) throw illegalArgument('query malformed, empty clause found')
  if (second !== undefined)
    throw parsingError(`[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`)
  const reader = Object.hasOwn(clauses, name) ? clauses[name] : undefined
  if (reader === undefined)
    throw unknownName('query', name, parsingError(`unknown query [${name}]`))
  return reader(json[name], parsing)
}
