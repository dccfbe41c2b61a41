import { costed } from '../cost/query-classes.js'
import {
  either,
  field,
  flag,
  integer,
  json,
  listOf,
  nullable,
  object,
  oneField,
  oneOrMore,
  optional,
  scalar,
  text,
  textOr,
  unsafe,
  word,
} from '../rule/builders.js'
import type { Rule } from '../rule/rule.js'
import { compoundQueries, relatedQueries } from './compounds.js'
import { existingFields } from './field-names.js'
import { fullTextQueries } from './full-text.js'
import { geoQueries } from './geo.js'
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

const bound = either({ string: scalar, number: scalar, boolean: scalar, null: json })
const pattern = text('patternLength')

/** `{field: value}` or `{field: {value, …}}`. */
const termLike = (value: Rule, keys: Record<string, Rule> = {}): Rule =>
  oneField(textOr(value, { object: object({ ...keys, ...common, value }) }))

const termsLookUp = unsafe(
  'lookup',
  'must be an array of values: a look-up in another document is not allowed',
)

const termQueries: Record<string, Rule> = {
  term: costed('exact', termLike(scalar, { case_insensitive: flag })),
  terms: costed(
    'exact',
    oneField(either({ array: listOf(scalar, 'terms'), object: termsLookUp }), common),
  ),
  terms_set: optional(
    'terms_set',
    costed(
      'words',
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
  ),
  range: costed(
    'range',
    oneField(
      object({
        gt: bound,
        gte: bound,
        lt: bound,
        lte: bound,
        format,
        time_zone: timeZone,
        relation: word('intersects', 'contains', 'within'),
        ...common,
      }),
    ),
  ),
  exists: costed(
    'exact',
    object({ field, ...common }, { required: ['field'], names: existingFields }),
  ),
  prefix: costed(
    'pattern',
    termLike(pattern, { rewrite: nullable(rewrite), case_insensitive: flag }),
  ),
  wildcard: costed(
    'pattern',
    oneField(
      textOr(wildcardText, {
        object: object({
          value: wildcardText,
          wildcard: wildcardText,
          rewrite: nullable(rewrite),
          case_insensitive: flag,
          ...common,
        }),
      }),
    ),
  ),
  fuzzy: costed(
    'fuzzy',
    termLike(pattern, {
      fuzziness,
      prefix_length: integer(0, int32),
      max_expansions: integer(1, 'maxExpansions'),
      transpositions: flag,
      rewrite,
    }),
  ),
  regexp: optional(
    'regexp',
    costed(
      'scan',
      termLike(regexpText, {
        flags: nullable(text()),
        flags_value: integer(-1, int32),
        max_determinized_states: integer(1, 'determinizedStates'),
        rewrite: nullable(rewrite),
        case_insensitive: flag,
      }),
    ),
  ),
  ids: costed('exact', object({ values: oneOrMore(scalar, 'terms'), ...common })),
}

/** Listed so that only `unsafe` opens them. Anything not listed at all is refused too. */
const unsafeQueries: Record<string, Rule> = {
  script: unsafe('script', 'is not allowed: use range, term or exists'),
  script_score: unsafe('script', 'is not allowed: use function_score'),
  wrapper: unsafe('wrapper', 'is not allowed: send the query itself'),
  percolate: unsafe('lookup', 'is not allowed: send the query itself'),
  pinned: unsafe('lookup', 'is not allowed: use ids under should, with a boost'),
}

/** Every query clause that may pass, each defined once. */
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
