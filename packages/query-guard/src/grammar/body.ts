import { groupSearches, makeHitRequest } from '../cost/hits.js'
import {
  aggs,
  either,
  flag,
  integer,
  listOf,
  number,
  object,
  oneOrMore,
  optional,
  query,
  returned,
  shaped,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import type { CostContextOf } from '../rule/cost-context.js'
import type { JsonObject } from '../rule/json-value.js'
import { beyond, type ObjectCheck, type Rule } from '../rule/rule.js'
import { collapse, documents, page } from './hits.js'
import { parseSeconds } from './measures.js'
import { knn } from './scoring.js'
import { suggest } from './suggest.js'
import { int32 } from './texts.js'

const rescore = object(
  {
    window_size: integer(1, 'rescoreWindow'),
    query: object(
      {
        rescore_query: query,
        query_weight: number(),
        rescore_query_weight: number(),
        score_mode: word('avg', 'max', 'min', 'multiply', 'total'),
      },
      { required: ['rescore_query'] },
    ),
    script: unsafe('script'),
  },
  { required: ['query'] },
)

/** The keys of a search body (docs/search-rules.md, What is allowed). */
export const bodyKeys: Readonly<Record<string, Rule>> = {
  ...documents,
  query,
  from: integer(0, 'window'),
  size: integer(0, 'size'),
  aggs,
  aggregations: aggs,
  post_filter: query,
  min_score: number(),
  track_total_hits: either({
    boolean: flag,
    string: shaped(/^(true|false| *[+-]?\d{1,9} *)$/, 'true, false or a number'),
    number: integer(-1, int32),
  }),
  search_after: listOf(returned, 'sorts', 1),
  collapse,
  timeout: text(32, (value, { limits }) => {
    const ms = 1000 * parseSeconds(value)
    return ms > 0 && ms <= limits.timeoutMs
      ? undefined
      : beyond('timeoutMs', `must be a time span of at most ${limits.timeoutMs}ms`)
  }),
  rescore: optional('rescore', oneOrMore(rescore, 3)),
  suggest: optional('suggest', suggest),
  knn: optional('knn', oneOrMore(knn, 10)),
  terminate_after: optional('terminate_after', integer(0, int32)),
  profile: optional('profile', flag),
  runtime_mappings: unsafe('runtime_mappings', 'is not allowed: search the fields that there are'),
  pit: unsafe('pit', 'is not allowed: to read all, use the export, or search_after'),
  slice: unsafe('pit'),
  retriever: unsafe('retriever', 'is not allowed: send its query as query'),
}

/** Elasticsearch would take the later of the two. */
const oneName: ObjectCheck = {
  at: 'aggregations',
  of: (body) =>
    Object.hasOwn(body, 'aggs') && Object.hasOwn(body, 'aggregations')
      ? 'send aggs or aggregations, not both'
      : undefined,
}

const readOn =
  'to read on, sort by a unique field such as id and send the _sort of the last hit as search_after'

/** The rule of a whole body, with some keys replaced. */
export function bodyRule(keys: Record<string, Rule>): Rule {
  const { size, search_after } = keys
  // what the operator has closed is no remedy
  const remedy = search_after?.kind === 'closed' ? undefined : readOn
  const isBounded = size?.kind === 'number' && remedy !== undefined
  return object(isBounded ? { ...keys, size: { ...size, remedy } } : keys, {
    required: ['query'],
    checks: [page('window', 10, remedy), oneName],
    hitRequest: makeHitRequest(10),
    inside: placeInBody,
    confinedAt: 'query',
  })
}

/** Each group that inner_hits ask for is a search of its own, with the query of the body. */
const placeInBody: CostContextOf = (body, key, here) => {
  if (key === 'aggs' || key === 'aggregations') return { ...here, matched: requiredQueries(body) }
  if (key !== 'query' && key !== 'post_filter') return here
  const groups = groupSearches(body)
  return groups === 0 ? here : { ...here, runs: here.runs * (1 + groups) }
}

/** The hits of `knn` and of a `retriever` need not match the query. */
function requiredQueries({ query, knn, retriever }: JsonObject): readonly unknown[] {
  return knn === undefined && retriever === undefined ? [query] : []
}
