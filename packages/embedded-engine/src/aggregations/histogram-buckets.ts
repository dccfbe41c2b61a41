import { contentError, illegalArgument } from '../errors.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, joinBuckets, listed, WholeBucket } from './buckets.js'
import type { Field } from './fields.js'
import type { BucketOrder } from './order.js'

/** Bounds of a histogram; either may be left open. */
export interface Bounds {
  min?: number
  max?: number
}

/** What `histogram` and `date_histogram` have in common. */
export interface Histogram {
  field: Field
  /** The key of the bucket in which a value falls. */
  keyOf(value: number): number
  nextKey(key: number): number
  /** Whether a bucket is within `hard_bounds`. */
  isInside(key: number): boolean
  /** Bounds up to which there are buckets whether or not a document falls into them. */
  extended: Bounds
  leastCount: number
  order: BucketOrder
  keyed: boolean
  /** The members of a bucket that show its key, and its name when buckets are keyed. */
  shown(key: number): { name: string; json: Record<string, unknown> }
}

/**
 * A bucket for each interval in which a value falls and, with a `min_doc_count` of 0, for those
 * between.
 */
export function histogramOf(
  histogram: Histogram,
  { children, budget }: Context,
): Aggregation<Bucket<number>[]> {
  const { field, keyOf, isInside, leastCount, order, keyed } = histogram
  return {
    collect(view, docs) {
      const filling = new Filling<number>(view, children)
      for (const doc of docs) {
        let last: number | undefined
        for (const value of field.numbers(view, doc)) {
          const key = keyOf(value)
          if (key !== last && isInside(key)) filling.add(key, doc)
          last = key
        }
      }
      return filling.buckets()
    },
    reduce(parts) {
      const whole = joinBuckets(parts, children)
      if (leastCount === 0) {
        let steps = 0
        for (const key of everyKey(histogram, [...whole.keys()])) {
          budget.check(++steps) // before they fill the memory
          if (!whole.has(key)) whole.set(key, new WholeBucket(key, children))
        }
      }
      const ranked = [...whole.values()]
        .filter(({ count }) => count >= leastCount)
        .sort(order.compare)
      const buckets = ranked.map((bucket) => {
        const { name, json } = histogram.shown(bucket.key)
        return { name, json: { ...json, ...bucket.json() } }
      })
      return { json: listed(buckets, keyed, budget) }
    },
  }
}

/** From the first key to the last, of those with documents and those of the extended bounds. */
function* everyKey({ keyOf, nextKey, extended }: Histogram, filled: number[]): Generator<number> {
  const { min, max } = extended
  // without documents, one bound alone says nothing
  if (filled.length === 0 && (min === undefined || max === undefined)) return
  let first = min === undefined ? Number.POSITIVE_INFINITY : keyOf(min)
  let last = max === undefined ? Number.NEGATIVE_INFINITY : keyOf(max)
  for (const key of filled) {
    first = Math.min(first, key)
    last = Math.max(last, key)
  }
  for (let key = first; key <= last; key = nextKey(key)) yield key
}

/**
 * @throws EngineError illegal_argument_exception when the bounds are not in order, or the extended
 * not inside the hard.
 */
export function checkBounds(extended: Bounds, hard: Bounds): void {
  for (const { min, max } of [extended, hard]) {
    if (min !== undefined && max !== undefined && min > max) {
      throw contentError(`max bound [${max}] must be greater than min bound [${min}]`)
    }
  }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = hard
  if ((extended.min ?? min) < min || (extended.max ?? max) > max) {
    throw illegalArgument('Extended bounds have to be inside hard bounds')
  }
}
