import type { AggregationClass } from '../cost/aggregation-classes.js'
import { unitCosts } from '../cost/unit-costs.js'
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
import { type JsonObject, toNumber, toText } from '../rule/json-value.js'
import type { Aggregation, ObjectCheck, Rule } from '../rule/rule.js'
import { corners } from './geo.js'
import { dateKeys } from './histograms.js'
import { dateSpans } from './spans.js'
import { int32 } from './texts.js'
import { aggregation, order, orders, size, sizeOr, values } from './values.js'

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
    isConfined && min_doc_count !== undefined && toNumber(min_doc_count) === 0
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
      bounds: corners,
    }),
  }),
  1,
)

const differentSources: ObjectCheck = {
  at: 'sources',
  of({ sources }) {
    const names = [sources].flat().flatMap((source) => Object.keys(Object(source)))
    return new Set(names).size < names.length ? 'must have different names' : undefined
  },
}

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
 * Buckets that a shard returns: by default 1.5 times the size plus 10 (Elasticsearch, BucketUtils).
 */
const builtTerms = ({ size = 10, shard_size }: JsonObject): number =>
  Math.max(toNumber(size), toNumber(shard_size ?? toNumber(size) * 1.5 + 10))

/**
 * Buckets that collect for sub-aggregations: those returned, or all if values are collected at once
 * or ordered by a sub-aggregation (Elasticsearch, TermsAggregatorFactory.pickSubAggColectMode).
 */
function heldTerms(params: JsonObject): number {
  const { collect_mode, order = [] } = params
  const keys = [order].flat().flatMap((one) => Object.keys(Object(one)))
  const isBySize = keys.every((key) => key === '_count' || key === '_key')
  return toText(collect_mode).toLowerCase() === 'depth_first' || !isBySize
    ? unitCosts.mostBuckets
    : builtTerms(params)
}

/** An aggregation that makes a bucket for each value, and returns the largest. */
const ofTerms = (costClass: AggregationClass, rule: Rule): Aggregation =>
  aggregation(costClass, rule, { buckets: sizeOr(10), held: heldTerms, built: builtTerms })

export const termAggregations: Record<string, Aggregation> = {
  terms: ofTerms('values', object(termsKeys, { checks: [noEmptyBuckets] })),
  rare_terms: aggregation(
    'texts',
    object({
      ...values,
      max_doc_count: integer(1, 100),
      precision: number(0.00001, 1),
      include: termsFilter,
      exclude: termsFilter,
    }),
    { buckets: (_, limits) => limits.aggSize, held: () => unitCosts.mostBuckets },
  ),
  multi_terms: ofTerms(
    'pairs',
    object(
      { ...termBuckets, terms: listOf(object(values), 'compositeSources') },
      { checks: [noEmptyBuckets] },
    ),
  ),
  significant_terms: ofTerms(
    'texts',
    object(significance, { checks: [noEmptyBuckets], confinedAt: 'background_filter' }),
  ),
  composite: aggregation(
    'values',
    object(
      {
        sources: oneOrMore(compositeSource, 'compositeSources', 1),
        size,
        after: nameMap(returned, 'compositeSources'),
      },
      { required: ['sources'], checks: [differentSources] },
    ),
    { buckets: sizeOr(10) },
  ),
}
