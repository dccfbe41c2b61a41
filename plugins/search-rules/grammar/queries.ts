import type { Rule } from '../rule.js'
import {
  either,
  field,
  flag,
  integer,
  json,
  listOf,
  number,
  object,
  oneField,
  oneOrMore,
  optional,
  path,
  query,
  scalar,
  text,
  unsafe,
  word,
} from '../rule.js'
import { fullTextQueries } from './full-text.js'
import { geoQueries } from './geo.js'
import { innerHits } from './hits.js'
import { positionQueries } from './positions.js'
import { scoringQueries } from './scoring.js'
import {
  common,
  format,
  fuzziness,
  int32,
  minimumShouldMatch,
  regexpText,
  rewrite,
  timeZone,
  wildcardText,
} from './texts.js'

const clauses = oneOrMore(query, 'clauses')
const bound = either({ string: scalar, number: scalar, boolean: scalar, null: json })
const pattern = text('patternLength')

/** `{field: value}` or `{field: {value, …}}`. */
const termLike = (value: Rule, keys: Record<string, Rule> = {}): Rule =>
  oneField(either({ string: value, number: value, boolean: value, object: object({ ...keys, ...common, value }) }))

const termQueries: Record<string, Rule> = {
  term: termLike(scalar, { case_insensitive: flag }),
  terms: oneField(either({ array: listOf(scalar, 'terms'), object: unsafe('lookup') }), common),
  terms_set: optional(
    'terms_set',
    oneField(
      object({
        terms: listOf(scalar, 'terms'),
        minimum_should_match: minimumShouldMatch,
        minimum_should_match_field: field,
        minimum_should_match_script: unsafe('script'),
        ...common,
      }),
    ),
  ),
  range: oneField(
    object({
      gt: bound,
      gte: bound,
      lt: bound,
      lte: bound,
      from: bound,
      to: bound,
      include_lower: flag,
      include_upper: flag,
      format,
      time_zone: timeZone,
      relation: word('intersects', 'contains', 'within'),
      ...common,
    }),
  ),
  exists: object({ field, ...common }, { required: ['field'] }),
  prefix: termLike(pattern, { rewrite, case_insensitive: flag }),
  wildcard: oneField(
    either({
      string: wildcardText,
      object: object({ value: wildcardText, wildcard: wildcardText, rewrite, case_insensitive: flag, ...common }),
    }),
  ),
  fuzzy: termLike(either({ string: pattern, number: scalar }), {
    fuzziness,
    prefix_length: integer(0, int32),
    max_expansions: integer(1, 'maxExpansions'),
    transpositions: flag,
    rewrite,
  }),
  regexp: optional(
    'regexp',
    termLike(regexpText, {
      flags: text(),
      flags_value: integer(-1, int32),
      max_determinized_states: integer(1, 'determinizedStates'),
      rewrite,
      case_insensitive: flag,
    }),
  ),
  ids: object({ values: oneOrMore(scalar, 'terms'), ...common }),
}

const compoundQueries: Record<string, Rule> = {
  match_all: object(common),
  match_none: object(common),
  bool: object({
    must: clauses,
    filter: clauses,
    should: clauses,
    must_not: clauses,
    minimum_should_match: minimumShouldMatch,
    adjust_pure_negative: flag,
    ...common,
  }),
  constant_score: object({ filter: query, ...common }, { required: ['filter'] }),
  dis_max: object({ queries: clauses, tie_breaker: number(0, 1), ...common }, { required: ['queries'] }),
  boosting: object(
    { positive: query, negative: query, negative_boost: number(0), ...common },
    { required: ['positive', 'negative', 'negative_boost'] },
  ),
  nested: object(
    {
      path,
      query,
      score_mode: word('none', 'avg', 'sum', 'max', 'min'),
      ignore_unmapped: flag,
      inner_hits: innerHits,
      ...common,
    },
    { required: ['path', 'query'] },
  ),
}

const join = (keys: Record<string, Rule>, required: string[]): Rule =>
  optional('join', object({ ...keys, ignore_unmapped: flag, ...common }, { required }))

const relatedQueries: Record<string, Rule> = {
  has_child: join(
    {
      type: text(),
      query,
      score_mode: word('none', 'avg', 'sum', 'max', 'min'),
      min_children: integer(0, int32),
      max_children: integer(0, int32),
      inner_hits: innerHits,
    },
    ['type', 'query'],
  ),
  has_parent: join({ parent_type: text(), query, score: flag, inner_hits: innerHits }, ['parent_type', 'query']),
  parent_id: join({ type: text(), id: text(512) }, ['type', 'id']),
}

/** Named so that the refusal is final: they open by the list `unsafe` alone. What is not named at all is refused too. */
const unsafeQueries: Record<string, Rule> = {
  script: unsafe('script'),
  script_score: unsafe('script'),
  wrapper: unsafe('wrapper'),
  percolate: unsafe('lookup'),
  pinned: unsafe('lookup'),
}

/** Every query clause that may pass, each in one place. */
export const queries: ReadonlyMap<string, Rule> = new Map(
  Object.entries({
    ...compoundQueries,
    ...termQueries,
    ...fullTextQueries,
    ...geoQueries,
    ...scoringQueries,
    ...relatedQueries,
    ...positionQueries,
    ...unsafeQueries,
  }),
)
