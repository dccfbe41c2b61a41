import { illegalArgument } from '../errors.js'
import type { IndexView, Value } from '../types.js'
import type { Aggregation, Context } from './aggregation.js'
import { type Bucket, Filling, listed, WholeBucket } from './buckets.js'
import { anyOrdered, fieldOf } from './fields.js'
import { formatOf } from './formats.js'
import { readTermFilter } from './include.js'
import { fallingCount, orderOf, readOrder } from './order.js'
import { anything, fieldShape, flag, integer, oneOf, readParameters, text } from './params.js'

type Key = string | number

/** The best terms of one index. */
interface Part {
  buckets: Bucket<Key>[]
  /** Documents in the buckets that were left out. */
  other: number
}

const shape = {
  ...fieldShape,
  format: text,
  size: integer(1),
  shard_size: integer(1),
  min_doc_count: integer(0),
  shard_min_doc_count: integer(0),
  order: readOrder,
  include: anything,
  exclude: anything,
  show_term_doc_count_error: flag,
  // how Elasticsearch goes about it; the result is the same
  collect_mode: oneOf('depth_first', 'breadth_first'),
  execution_hint: text,
}

/**
 * `terms`: a bucket for each value, the best `size` of them; each index gives its best
 * `shard_size`.
 */
export function buildTerms(body: unknown, context: Context): Aggregation<Part> {
  const { name, children, budget } = context
  const params = readParameters('terms', body, shape)
  const field = fieldOf('terms', params, anyOrdered, context)
  const hint = params.execution_hint
  if (
    field.kind === 'keyword' &&
    hint !== undefined &&
    hint !== 'map' &&
    hint !== 'global_ordinals'
  ) {
    throw illegalArgument(
      `Unknown \`execution_hint\`: [${hint}], expected any of [map, global_ordinals]`,
    )
  }
  const format = formatOf(field, params.format)
  const isWanted = readTermFilter(name, params, field)
  const order = orderOf(params.order ?? fallingCount, children.reduce([]))
  const {
    size = 10,
    min_doc_count: leastCount = 1,
    show_term_doc_count_error: showsError = false,
  } = params
  const indexSize = Math.max(
    params.shard_size ?? (order.byKey ? size : Math.trunc(size * 1.5 + 10)),
    size,
  )
  const leastInIndex = Math.min(params.shard_min_doc_count ?? 0, leastCount)

  function eachTerm(view: IndexView, doc: number, use: (key: Key) => void): void {
    let last: Value | undefined
    for (const value of field.kind === 'boolean'
      ? field.numbers(view, doc)
      : field.values(view, doc)) {
      if (value !== last && isWanted(value as Key)) use(value as Key)
      last = value
    }
  }

  /**
   * The most documents that a term which this index left out can have there; -1 when that cannot be
   * reported.
   */
  function errorOf({ buckets }: Part): number {
    if (buckets.length < indexSize || order.byKey) return 0
    return order.byFallingCount ? buckets.at(-1)!.count : -1
  }

  return {
    collect(view, docs) {
      const filling = new Filling<Key>(view, children)
      if (leastCount === 0)
        for (const doc of view.matching({ match_all: {} }))
          eachTerm(view, doc, (key) => filling.open(key))
      for (const doc of docs) eachTerm(view, doc, (key) => filling.add(key, doc))
      const candidates = filling.candidates()
      const best = candidates
        .filter(({ count }) => count >= leastInIndex)
        .sort(order.compareInIndex)
        .slice(0, indexSize)
      return {
        buckets: best.map((candidate) => candidate.bucket()),
        other: total(candidates) - total(best),
      }
    },

    reduce(parts) {
      const whole = new Map<Key, WholeTerm>()
      let [error, other] = [0, 0]
      for (const part of parts) {
        const partError = parts.length === 1 ? Math.min(errorOf(part), 0) : errorOf(part)
        error = error < 0 || partError < 0 ? -1 : error + partError
        other += part.other
        for (const bucket of part.buckets) {
          let term = whole.get(bucket.key)
          if (term === undefined) {
            term = new WholeTerm(bucket.key, children)
            whole.set(bucket.key, term)
          }
          term.add(bucket)
          term.forgive(partError)
        }
      }
      const ranked = [...whole.values()]
        .filter(({ count }) => count >= leastCount)
        .sort(order.compare)
      const best = ranked.slice(0, size)
      const buckets = best.map((term) => {
        const { doc_count, ...inside } = term.json()
        return {
          name: String(term.key),
          json: {
            key: term.key,
            ...(format && { key_as_string: format(Number(term.key)) }),
            doc_count,
            ...(showsError && { doc_count_error_upper_bound: term.errorOf(error) }),
            ...inside,
          },
        }
      })
      return {
        json: {
          doc_count_error_upper_bound: error,
          sum_other_doc_count: other + total(ranked) - total(best),
          ...listed(buckets, false, budget),
        },
      }
    },
  }
}

/** A term of all indices together. */
class WholeTerm extends WholeBucket<Key> {
  /** What comes off the error of the whole: an index that names the term has counted it exactly. */
  #forgiven = 0

  /**
   * Elasticsearch keeps it as a negative number, and takes -1 for "unknown": after a 1 it adds no
   * more.
   */
  forgive(error: number): void {
    if (this.#forgiven !== 1) this.#forgiven = error === 1 ? 1 : this.#forgiven + error
  }

  errorOf(whole: number): number {
    return whole < 0 ? -1 : whole - this.#forgiven
  }
}

function total(buckets: readonly { count: number }[]): number {
  return buckets.reduce((sum, { count }) => sum + count, 0)
}
