import { countIn, documents, grown, growthText, perOwner } from '../cost/prices.js'
import {
  either,
  flag,
  integer,
  listOf,
  nameMap,
  number,
  object,
  oneOrMore,
  query,
  returned,
  scalar,
  text,
  unsafe,
  word,
} from '../rule/builders.js'
import type { JsonObject } from '../rule/json-value.js'
import type { Aggregation, Growth, ObjectCheck, Price, Rule, Scope } from '../rule/rule.js'
import { bounds } from './geo.js'
import { dateKeys } from './histograms.js'
import { dateSpans } from './spans.js'
import { int32 } from './texts.js'
import { aggregation, order, orders, type Passes, size, sizeOr, values } from './values.js'

/** Aggregations that make a bucket for each value, or for each combination of values. */

const count = integer(0, int32)

/**
 * Without operators that build large automata: repetition counts, complement, intersection,
 * intervals.
 */
const termsPattern = text('patternLength', (value) =>
  /[{}~&<>@#]/.test(value.replace(plainSigns, ''))
    ? 'is a pattern: escape { } ~ & < > @ # by \\, or send a list of exact values'
    : undefined,
)
/** Where operators are literal: after a backslash, in quotes and in a class (Lucene, RegExp). */
const plainSigns = /\\[\s\S]|"[^"]*"|\[\^?(?:\\[\s\S]|[^\\])(?:\\[\s\S]|[^\]\\])*\]/g
const termsFilter = either({
  string: termsPattern,
  array: listOf(scalar, 'terms'),
  object: object({ partition: count, num_partitions: integer(1, int32) }),
})

const termBuckets: Record<string, Rule> = {
  size,
  shard_size: size,
  min_doc_count: count,
  shard_min_doc_count: count,
  show_term_doc_count_error: flag,
  order: orders,
  collect_mode: word('breadth_first', 'depth_first'),
  execution_hint: text(32),
}
/** A bucket without a document shows a value that only documents beyond a filter may have. */
const noEmptyBuckets: ObjectCheck = {
  at: 'min_doc_count',
  of: ({ min_doc_count }, { isConfined }) =>
    isConfined && min_doc_count !== undefined && Number(min_doc_count) === 0
      ? 'must be at least 1 here'
      : undefined,
}
const termsKeys = { ...values, ...termBuckets, include: termsFilter, exclude: termsFilter }

const compositeKeys: Record<string, Rule> = {
  missing_bucket: flag,
  missing_order: word('first', 'last', 'default'),
  order,
}
const compositeSource = nameMap(
  object({
    terms: object({ ...values, ...compositeKeys }),
    histogram: object(
      { ...values, ...compositeKeys, interval: number(0) },
      { required: ['interval'] },
    ),
    date_histogram: object({ ...dateKeys, ...compositeKeys }, { checks: dateSpans }),
    geotile_grid: object({
      ...values,
      ...compositeKeys,
      precision: integer(0, 'geotilePrecision'),
      bounds,
    }),
  }),
  1,
)

const significance: Record<string, Rule> = {
  ...termsKeys,
  background_filter: query,
  jlh: object({}),
  mutual_information: object({ include_negatives: flag, background_is_superset: flag }),
  chi_square: object({ include_negatives: flag, background_is_superset: flag }),
  gnd: object({ background_is_superset: flag }),
  percentage: object({}),
  script_heuristic: unsafe('script'),
}

/**
 * A field with at most this many values is searched value by value (Elasticsearch,
 * TermsAggregatorFactory.MAX_ORDS_TO_TRY_FILTERS).
 */
const mostFilters = 1000

/**
 * Buckets that a shard returns: by default 1.5 times the size plus 10 (Elasticsearch, BucketUtils).
 */
const builtTerms = ({ size = 10, shard_size }: JsonObject): number =>
  Math.max(Number(size), Number(shard_size ?? Number(size) * 1.5 + 10))

/**
 * Buckets that collect for sub-aggregations: those returned, or all if values are collected at once
 * or ordered by a sub-aggregation (Elasticsearch, TermsAggregatorFactory.pickSubAggColectMode).
 */
function heldTerms(params: JsonObject, scope: Scope): number {
  const { collect_mode, order } = params
  const isBySize =
    order === undefined ||
    [order]
      .flat()
      .every((one) => Object.keys(Object(one)).every((key) => key === '_count' || key === '_key'))
  return String(collect_mode).toLowerCase() === 'depth_first' || !isBySize
    ? bucketOfEach(params, scope)
    : builtTerms(params)
}

/** The share of buckets of all values that grows. */
const heldGrow: Growth = [0, 0.08]

/** Buckets, if each value gets one. */
function bucketOfEach({ field }: JsonObject, scope: Scope): number {
  const values = Math.min(scope.known.valuesOf(field) ?? documents, documents)
  return grown(values, heldGrow, scope, field)
}

/**
 * Within buckets each value of each bucket is looked up in one table. A pattern runs over all
 * values.
 */
const perValue =
  (alone: number, within: number): Price['of'] =>
  ({ include, exclude }, { here }) =>
    (here.buckets > 1 ? within : alone) +
    (typeof include === 'string' || typeof exclude === 'string' ? 80 : 0)

/**
 * If values without a document are requested, each bucket around examines every value of the field.
 */
const perEmptied = 20
const withEmptied =
  (price: Price['of'], ofEmptied: Price['of'] = () => perEmptied): Price['of'] =>
  (params, scope) =>
    price(params, scope) + (Number(params.min_doc_count) === 0 ? ofEmptied(params, scope) : 0)

/**
 * All values are added to the one table for each bucket around, and the table of all these pairs is
 * scanned as often (Elasticsearch, LongKeyedBucketOrds). The buckets around are not only those
 * returned: when filters run one after the other, all of them are built (Elasticsearch,
 * StringTermsAggregatorFromFilters).
 */
const emptiedWithin: Price['of'] = (_, { here: { built, prepared } }) => {
  const around = Math.max(built, prepared)
  return (around / built) * (perEmptied + perOwner * around)
}
const aboutEmptied =
  `${perEmptied} more where min_doc_count is 0, and ${perOwner} for each other one, of ` +
  `${mostFilters} at least within terms`

/**
 * The shares that grow. Within buckets the table of values has up to as many entries as there are
 * documents.
 */
const termsGrow: Growth = [0.1, 1.2]
const termsGrowWithin: Growth = [0.15, 0.8]
const significantGrow: Growth = [0.1, 0.8]
/**
 * A hint lets the text of each value be looked up instead of its number (Elasticsearch,
 * MapStringTermsAggregator), and so do rare terms (StringRareTermsAggregator).
 */
const perHint = 60
const hintGrows: Growth = [1.25, 3]
const rareGrow: Growth = [0.55, 3]
const aboutHint = `${perHint} more with an execution_hint, ${growthText(hintGrows)}`
const withHint =
  (price: Price['of'], alone: Growth, within = alone): Price['of'] =>
  (params, scope) => {
    const share = scope.here.buckets > 1 ? within : alone
    const hint = params.execution_hint === undefined ? 0 : perHint
    return (
      grown(price(params, scope), share, scope, params.field) +
      grown(hint, hintGrows, scope, params.field)
    )
  }

/** An aggregation that makes a bucket for each value, and returns the largest. */
const ofTerms = (rule: Rule, collect: Passes): Aggregation =>
  aggregation(rule, {
    owner: [`${perOwner}; ${aboutEmptied}`, withEmptied(() => perOwner, emptiedWithin)],
    collect,
    bucket: 0.018,
    buckets: sizeOr(10),
    held: heldTerms,
    built: builtTerms,
    prepares: () => mostFilters,
  })

export const termAggregations: Record<string, Aggregation> = {
  terms: ofTerms(object(termsKeys, { checks: [noEmptyBuckets] }), [
    `10; 80 within buckets; 80 more with a pattern, ${perEmptied} where min_doc_count is 0; ` +
      `${growthText(termsGrow)}, within buckets ${growthText(termsGrowWithin)}; ${aboutHint}`,
    withHint(withEmptied(perValue(10, 80)), termsGrow, termsGrowWithin),
    0,
  ]),
  rare_terms: aggregation(
    object({
      ...values,
      max_doc_count: integer(1, 100),
      precision: number(0.00001, 1),
      include: termsFilter,
      exclude: termsFilter,
    }),
    {
      owner: perOwner,
      collect: ['100', () => 100, rareGrow],
      bucket: 0.018,
      buckets: (_, limits) => limits.aggSize,
      held: bucketOfEach,
    },
  ),
  multi_terms: ofTerms(
    object(
      { ...termBuckets, terms: listOf(object(values), 'compositeSources') },
      { checks: [noEmptyBuckets] },
    ),
    [
      '20 for each field, 40 within buckets',
      ({ terms }, { here }) => (here.buckets > 1 ? 40 : 20) * countIn(terms),
    ],
  ),
  significant_terms: ofTerms(
    object(significance, { checks: [noEmptyBuckets], confinedAt: 'background_filter' }),
    [
      `210; 300 within buckets; 80 more with a pattern, ${perEmptied} where min_doc_count is 0; ` +
        `${growthText(significantGrow)}; ${aboutHint}`,
      withHint(withEmptied(perValue(210, 300)), significantGrow),
      0,
    ],
  ),
  composite: aggregation(
    object(
      {
        sources: oneOrMore(compositeSource, 'compositeSources'),
        size,
        after: nameMap(returned, 'compositeSources'),
      },
      { required: ['sources'] },
    ),
    {
      collect: ['8 for each source', ({ sources }) => 8 * countIn(sources)],
      bucket: 0.02,
      buckets: sizeOr(10),
    },
  ),
}
