import {
  costing,
  countIn,
  dictionaryMarked,
  fieldOf,
  fieldParameters,
  grown,
  growthOf,
  growthText,
  lookUps,
  patternMarked,
  patternPrice,
  pricedBy,
  rewritten,
  wordMarked,
} from '../cost/prices.js'
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
import type { JsonObject } from '../rule/json-value.js'
import type { Growth, Price, Rule, Scope } from '../rule/rule.js'
import { compoundQueries, relatedQueries } from './compounds.js'
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
import { fuzzyGrows, fuzzyMarked, fuzzyPrice, fuzzyText } from './word-prices.js'

const bound = either({ string: scalar, number: scalar, boolean: scalar, null: json })
const pattern = text('patternLength')

/**
 * The shares that grow: of a term and of several, which find few documents where each has a value of
 * its own; and of clauses that look up all values of a keyword.
 */
const termGrows: Growth = [0.35, 0]
const termsGrow: Growth = [1, 0]
const rangeGrows: Growth = [0.35, 2]
const patternGrows: Growth = [0.35, 1]
const fuzzyKeywordGrows: Growth = [0.7, 0]

/** Passes of a clause that looks up values, with their growth. */
function lookingUp(passes: number, share: Growth, clause: JsonObject, scope: Scope): number {
  const name = fieldOf(clause)
  return grown(passes, scope.known.kindOf(name) === 'keyword' ? share : 1, scope, name)
}

/** `{field: value}` or `{field: {value, …}}`. */
const termLike = (value: Rule, keys: Record<string, Rule> = {}): Rule =>
  oneField(textOr(value, { object: object({ ...keys, ...common, value }) }))

const termQueries: Record<string, Rule> = {
  term: pricedBy(
    {
      about: `1; ${growthText(termGrows)}`,
      of: (clause, scope) => grown(1, termGrows, scope, fieldOf(clause)),
      grows: 0,
      patterns: () => wordMarked,
    },
    termLike(scalar, { case_insensitive: flag }),
  ),
  terms: pricedBy(
    {
      about: `1, and 1 for each 500 values; ${growthText(termsGrow)}`,
      of: (clause, scope) => grown(1 + valuesOf(clause) / 500, termsGrow, scope, fieldOf(clause)),
      grows: 0,
      patterns: (clause) => wordMarked * valuesOf(clause),
    },
    oneField(either({ array: listOf(scalar, 'terms'), object: unsafe('lookup') }), common),
  ),
  terms_set: optional(
    'terms_set',
    pricedBy(
      {
        about: '1 for each value',
        of: (clause) => countIn(fieldParameters(clause).terms),
        patterns: (clause) => wordMarked * countIn(fieldParameters(clause).terms),
      },
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
  range: pricedBy(
    {
      about: '1; 3 on a text field, 7 on a keyword',
      of: (clause, scope) => lookingUp(lookUps(clause, scope), rangeGrows, clause, scope),
      grows: 0,
      patterns: (clause, scope) => (lookUps(clause, scope) > 1 ? 1 : 0),
    },
    oneField(
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
  ),
  exists: costing(1, object({ field, ...common }, { required: ['field'] })),
  prefix: patterned(
    '3 on a text field, 7 on a keyword; 10 more with a rewrite that scores',
    lookUps,
    termLike(pattern, { rewrite, case_insensitive: flag }),
  ),
  wildcard: patterned(
    'as prefix, and half for each * and ?; where it begins with one 9, half for each, 1 for ' +
      'each 10 characters; 10 more with a rewrite that scores',
    (clause, scope) => patternPrice(signsOf(clause), lookUps(clause, scope)),
    oneField(
      textOr(wildcardText, {
        object: object({
          value: wildcardText,
          wildcard: wildcardText,
          rewrite,
          case_insensitive: flag,
          ...common,
        }),
      }),
    ),
    (clause) => patternMarked(signsOf(clause)),
  ),
  fuzzy: pricedBy(
    {
      about:
        `${fuzzyText}; 10 more with a rewrite that scores; growth of ${fuzzyGrows} words, of a ` +
        `keyword of ${fuzzyKeywordGrows.join(' to ')} by the number of values`,
      of(clause, scope) {
        const { query, value = query, fuzziness = 'AUTO', ...others } = fieldParameters(clause)
        const name = fieldOf(clause)
        const share = scope.known.kindOf(name) === 'keyword' ? fuzzyKeywordGrows : fuzzyGrows
        const price = fuzzyPrice(String(value).length, fuzziness) + rewritten(others)
        return price + growthOf(share, scope, name)
      },
      grows: 0,
      patterns: () => fuzzyMarked,
    },
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
    patterned(
      '20; 10 more with a rewrite that scores',
      () => 20,
      termLike(regexpText, {
        flags: nullable(text()),
        flags_value: integer(-1, int32),
        max_determinized_states: integer(1, 'determinizedStates'),
        rewrite,
        case_insensitive: flag,
      }),
      () => dictionaryMarked,
    ),
  ),
  ids: pricedBy(
    {
      about: '1, and 1 for each 500 values, which do not grow',
      of: ({ values }) => 1 + countIn(values) / 500,
      grows: 0,
    },
    object({ values: oneOrMore(scalar, 'terms'), ...common }),
  ),
}

/** The pattern of a `wildcard` clause. */
function signsOf(clause: JsonObject): unknown {
  const { value, wildcard = value } = fieldParameters(clause)
  return wildcard
}

/** A clause that scans the dictionary of a field, and its cost when it is highlighted. */
function patterned(
  about: string,
  passes: Price['of'],
  rule: Rule,
  marked: Price['of'] = () => 1,
): Rule {
  const of: Price['of'] = (clause, scope) => {
    const all = passes(clause, scope) + rewritten(fieldParameters(clause))
    return lookingUp(all, patternGrows, clause, scope)
  }
  return pricedBy({ about, of, grows: 0, patterns: marked }, rule)
}

/** Values of a `terms` clause: the list under its field. */
function valuesOf(clause: JsonObject): number {
  let count = 0
  for (const field in clause) if (Array.isArray(clause[field])) count += clause[field].length
  return count
}

/** Listed so that only `unsafe` opens them. Anything not listed at all is refused too. */
const unsafeQueries: Record<string, Rule> = {
  script: unsafe('script'),
  script_score: unsafe('script'),
  wrapper: unsafe('wrapper'),
  percolate: unsafe('lookup'),
  pinned: unsafe('lookup'),
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
