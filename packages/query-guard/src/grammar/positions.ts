import { costed } from '../cost/query-classes.js'
import {
  analyzer,
  clauseOf,
  field,
  flag,
  integer,
  listOf,
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
import {
  common,
  fuzziness,
  int32,
  matchText,
  nullableCommon,
  regexpText,
  wildcardText,
} from './texts.js'

/** Queries on word positions: span queries and intervals, each with a small grammar of its own. */

/** Scans the dictionary of a field, and joins the positions of all terms it finds. */
const manyWords = (rule: Rule): Rule => costed('scan', rule)

const span = clauseOf(() => spans)
const spanList = listOf(span, 'clauses', 1)
const distance = integer(-1, int32)

/** Queries that name many terms, as `span_multi` takes them. */
const manyTerms = clauseOf(() => multiTerms)
const patternOf = (value: Rule): Rule =>
  oneField(textOr(value, { object: object({ value, case_insensitive: flag, ...common }) }))
const multiTerms: ReadonlyMap<string, Rule> = new Map([
  ['prefix', patternOf(text('patternLength'))],
  ['wildcard', patternOf(wildcardText)],
  ['regexp', optional('regexp', patternOf(regexpText))],
  [
    'fuzzy',
    oneField(
      textOr(text('patternLength'), {
        object: object({ value: text('patternLength'), fuzziness, ...common }),
      }),
    ),
  ],
])

const spanQueries: Record<string, Rule> = {
  span_term: oneField(
    textOr(scalar, { object: object({ value: scalar, term: scalar, ...common }) }),
  ),
  span_multi: object({ match: manyTerms, ...nullableCommon }, { required: ['match'] }),
  span_first: object(
    { match: span, end: integer(0, int32), ...common },
    { required: ['match', 'end'] },
  ),
  span_near: object(
    { clauses: spanList, slop: distance, in_order: flag, ...common },
    { required: ['clauses'] },
  ),
  span_or: object({ clauses: spanList, ...common }, { required: ['clauses'] }),
  span_not: object(
    { include: span, exclude: span, dist: distance, pre: distance, post: distance, ...common },
    { required: ['include', 'exclude'] },
  ),
  span_containing: object({ big: span, little: span, ...common }, { required: ['big', 'little'] }),
  span_within: object({ big: span, little: span, ...common }, { required: ['big', 'little'] }),
  span_field_masking: object({ query: span, field, ...common }, { required: ['query', 'field'] }),
  field_masking_span: object({ query: span, field, ...common }, { required: ['query', 'field'] }),
}
/** Each with its cost; nested queries have their own. */
const spansWithCost = Object.entries(spanQueries).map(
  ([name, rule]) =>
    [name, name === 'span_multi' ? manyWords(rule) : costed('position', rule)] as const,
)
const spans: ReadonlyMap<string, Rule> = new Map([
  ...spansWithCost,
  ['span_gap', oneField(integer(0, int32))] as const,
])

const interval = clauseOf(() => intervals)
const intervalList = oneOrMore(interval, 'clauses')

const filter: Rule = object({
  after: interval,
  before: interval,
  contained_by: interval,
  containing: interval,
  not_contained_by: interval,
  not_containing: interval,
  not_overlapping: interval,
  overlapping: interval,
  script: unsafe('script'),
})

const source = (keys: Record<string, Rule>): Rule => object({ ...keys, analyzer, use_field: field })

const intervals: ReadonlyMap<string, Rule> = new Map(
  Object.entries<Rule>({
    match: costed(
      'interval',
      object({
        query: matchText,
        max_gaps: distance,
        ordered: flag,
        analyzer,
        use_field: field,
        filter,
      }),
    ),
    prefix: manyWords(source({ prefix: text('patternLength') })),
    wildcard: manyWords(source({ pattern: wildcardText })),
    regexp: optional('regexp', manyWords(source({ pattern: regexpText }))),
    fuzzy: manyWords(
      source({
        term: text('patternLength'),
        prefix_length: integer(0, int32),
        transpositions: flag,
        fuzziness,
      }),
    ),
    range: manyWords(source({ gt: text(), gte: text(), lt: text(), lte: text() })),
    all_of: object({
      intervals: intervalList,
      max_gaps: distance,
      ordered: flag,
      mode: word('ordered', 'unordered', 'unordered_no_overlap'),
      filter,
    }),
    any_of: object({ intervals: intervalList, filter }),
  }),
)

/** The field's own rule set comes next to `boost` and `_name`. */
const intervalsQuery = oneField(object({ ...Object.fromEntries(intervals), ...common }))

export const positionQueries: Record<string, Rule> = {
  ...Object.fromEntries(spansWithCost.map(([name, rule]) => [name, optional('span', rule)])),
  intervals: optional('intervals', costed('position', intervalsQuery)),
}
