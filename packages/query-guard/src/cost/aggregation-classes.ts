import { isObject, type JsonObject, toNumber } from '../rule/json-value.js'
import type { AggregationCost, Scope } from '../rule/rule.js'
import { countValues } from './scale.js'
import { unitCosts } from './unit-costs.js'

/** The classes of cost that an aggregation may have. */

type Of = (params: JsonObject, scope: Scope) => number

/** Of an aggregation without buckets of its own. */
const plain = (each: number): AggregationCost => ({
  about: `${each}`,
  collect: () => each,
  bucket: () => unitCosts.value,
  outerBucket: () => 0,
})

/** Of one that finds the buckets of documents in a table. */
const inTable = (
  about: string,
  collect: Of,
  bucket: number = unitCosts.bucket,
): AggregationCost => ({
  about,
  collect,
  bucket: () => bucket,
  outerBucket: () => unitCosts.outerBucket,
})

/** The same of texts: those without a document are looked for in the whole dictionary. */
const ofTexts = (about: string, collect: Of): AggregationCost => ({
  ...inTable(about, collect),
  collect: (params, scope) => collect(params, scope) + forEmpty(params),
  outerBucket: (params, { here }) =>
    unitCosts.outerBucket + forEmpty(params) * Math.max(1, unitCosts.repeated / here.built),
})
const forEmpty = ({ min_doc_count }: JsonObject): number =>
  min_doc_count !== undefined && toNumber(min_doc_count) === 0 ? unitCosts.scan : 0

const countSources = ({ sources }: JsonObject): number => Math.max(1, countValues(sources))

const valuesCost: Of = (params, { here }) =>
  countSources(params) * (here.buckets > 1 ? unitCosts.pairs : unitCosts.values) +
  (typeof params.include === 'string' || typeof params.exclude === 'string' ? unitCosts.pairs : 0) +
  (params.execution_hint === undefined ? 0 : unitCosts.texts)

/** A digest keeps as many values as its compression says, and searches them all for accuracy. */
function toAccuracy({ tdigest, ...params }: JsonObject): number {
  const { execution_hint, compression = 100 } = isObject(tdigest) ? tdigest : params
  return execution_hint === 'high_accuracy' ? unitCosts.exact * toNumber(compression) : 0
}

/** The default percentiles of an aggregation (Elasticsearch, PercentilesAggregationBuilder). */
const defaultPercents = [1, 5, 25, 50, 75, 95, 99]

/**
 * An HDR histogram keeps 2 * 10^digits counters of 8 bytes for each power of two between its
 * values, twice that while it grows, and no circuit breaker of the engine counts them
 * (HdrHistogram, AbstractHistogram).
 */
function hdrBytes({ hdr }: JsonObject): number {
  if (hdr === undefined) return 0
  const digits = isObject(hdr) ? toNumber(hdr.number_of_significant_value_digits ?? 3) : 3
  return 512 * 2 ** Math.ceil(Math.log2(2 * 10 ** digits))
}

/** HyperLogLog++ takes 2^precision bytes (Elasticsearch, precisionFromThreshold). */
function distinctBytes({ precision_threshold = 3000 }: JsonObject): number {
  const precision = Math.ceil(Math.log2((4 * toNumber(precision_threshold)) / 0.75 + 1))
  return 2 ** Math.min(18, Math.max(4, precision))
}

const toHeapCost = (bytes: number): number => (unitCosts.mebibyte * bytes) / 2 ** 20

export const aggregationClasses = {
  none: plain(0),
  metric: plain(unitCosts.number),
  ranges: {
    ...plain(0),
    about: `${unitCosts.exact} for each range or filter; ${unitCosts.bucket} for each bucket`,
    collect: ({ ranges, filters }) => unitCosts.exact * Math.max(1, countValues(ranges ?? filters)),
    bucket: () => unitCosts.bucket,
  },
  digest: {
    ...plain(0),
    about:
      `${unitCosts.sketch} for each field, with \`high_accuracy\` ${unitCosts.exact} more for each ` +
      `unit of compression; ${unitCosts.bucket} for each bucket, ${unitCosts.value} for each value of ` +
      'it, and the heap of `hdr`, 2^⌈log2(2·10^digits)⌉ · 512 bytes',
    collect: (params) =>
      unitCosts.sketch * Math.max(1, countValues(params.fields)) + toAccuracy(params),
    bucket: ({ percents, values = percents, ...params }) =>
      unitCosts.bucket +
      unitCosts.value * countValues(values ?? defaultPercents) +
      toHeapCost(hdrBytes(params)),
  },
  distinct: {
    ...plain(unitCosts.sketch),
    about: `${unitCosts.sketch}; the heap of each bucket, 2^precision bytes, 16 KiB by default`,
    bucket: (params) => unitCosts.bucket + toHeapCost(distinctBytes(params)),
  },
  values: ofTexts(
    `${unitCosts.values} for each source, within buckets ${unitCosts.pairs}; ${unitCosts.pairs} more ` +
      `with a pattern, ${unitCosts.texts} with an \`execution_hint\`; ${unitCosts.bucket} for each ` +
      `bucket, ${unitCosts.outerBucket} for each one around; \`min_doc_count: 0\` is ` +
      `${unitCosts.scan} more, and for each bucket around`,
    valuesCost,
  ),
  steps: inTable(
    `${unitCosts.steps}; ${unitCosts.step} for each bucket, ${unitCosts.outerBucket} for each one around`,
    () => unitCosts.steps,
    unitCosts.step,
  ),
  pairs: ofTexts(
    `${unitCosts.pairs}, and ${unitCosts.values} for each field listed; buckets as of values`,
    ({ terms }) => unitCosts.pairs + unitCosts.values * countValues(terms),
  ),
  texts: ofTexts(
    `${unitCosts.texts}, and as values`,
    (params, scope) => unitCosts.texts + valuesCost(params, scope),
  ),
  hits: {
    ...plain(0),
    about:
      `${unitCosts.number}, and for each sort key; ${unitCosts.queued} for each hit and sort key in ` +
      'each bucket; the hits',
    collect: ({ sort }) => unitCosts.number * (1 + countValues(sort)),
    bucket: ({ size = 3, from = 0, sort }) =>
      unitCosts.queued * (toNumber(size) + toNumber(from)) * (1 + countValues(sort)),
  },
} satisfies Record<string, AggregationCost>

export type AggregationClass = keyof typeof aggregationClasses
