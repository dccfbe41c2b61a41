import { countValues } from '../cost/scale.js'
import {
  either,
  flag,
  listOf,
  nameMap,
  nullable,
  number,
  object,
  oneOrMore,
  path,
  query,
  text,
  word,
} from '../rule/builders.js'
import { isObject, type JsonObject } from '../rule/json-value.js'
import type { Aggregation, Rule } from '../rule/rule.js'
import { geoPoint } from './geo.js'
import { histogramAggregations } from './histograms.js'
import { distanceUnit } from './measures.js'
import { termAggregations } from './term-buckets.js'
import { aggregation, metric, otherDocuments, size, values } from './values.js'

const keyedRange = {
  key: text(),
  from: nullable(either({ number: number(), string: text(64) })),
  to: nullable(either({ number: number(), string: text(64) })),
}
const toRanges = (keys: Record<string, Rule>): Record<string, Rule> => ({
  ranges: oneOrMore(object(keys), 'ranges', 1),
  keyed: flag,
})

/**
 * How many of the ranges can overlap in one value. A document is collected once for each of them,
 * so sub-aggregations multiply (Elasticsearch, RangeAggregator.collect). Bounds that are not
 * numbers may overlap with any.
 */
function countOverlap({ ranges }: JsonObject): number {
  if (!Array.isArray(ranges)) return 1
  const ends: [at: number, step: 1 | -1][] = []
  for (const range of ranges) {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = isObject(range)
      ? range
      : {}
    if (typeof from !== 'number' || typeof to !== 'number') return ranges.length
    if (from < to) ends.push([from, 1], [to, -1])
  }
  // `to` is exclusive: a range that ends here does not meet one that begins here
  ends.sort(([a, open], [b, other]) => a - b || open - other)
  let [open, most] = [0, 1]
  for (const [, step] of ends) {
    open += step
    if (open > most) most = open
  }
  return most
}

const rangeCount = ({ ranges }: JsonObject): number => Math.max(1, countValues(ranges))

const ranged = (keys: Record<string, Rule>): Aggregation =>
  aggregation('ranges', object({ ...values, ...keys }), {
    buckets: rangeCount,
    overlap: countOverlap,
  })

const filterCount = ({ filters }: JsonObject): number => Math.max(1, countValues(filters))

/** Aggregations that make buckets. */
export const buckets: Record<string, Aggregation> = {
  ...termAggregations,
  ...histogramAggregations,
  range: ranged(toRanges(keyedRange)),
  date_range: ranged(toRanges(keyedRange)),
  ip_range: ranged(
    toRanges({
      key: text(),
      mask: text(64),
      from: nullable(text(64)),
      to: nullable(text(64)),
    }),
  ),
  geo_distance: ranged({
    ...toRanges({ ...keyedRange, key: nullable(text()) }),
    origin: geoPoint,
    unit: distanceUnit,
    distance_type: word('arc', 'plane'),
  }),
  filter: aggregation('metric', query, { matched: (params, around) => [...around, params] }),
  filters: aggregation(
    'ranges',
    object({
      filters: either({ object: nameMap(query, 'filters'), array: listOf(query, 'filters') }),
      other_bucket: flag,
      other_bucket_key: text(),
      keyed: flag,
    }),
    {
      buckets: filterCount,
      overlap: filterCount, // a document may match all of them
    },
  ),
  missing: metric('metric'),
  global: aggregation('metric', object({}), { matched: otherDocuments }),
  nested: aggregation('metric', object({ path }, { required: ['path'] })),
  reverse_nested: aggregation('metric', object({ path }), { matched: otherDocuments }),
  sampler: aggregation('metric', object({ shard_size: size })),
}
