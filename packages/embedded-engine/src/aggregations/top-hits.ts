import { illegalArgument, parsingError } from '../errors.js'
import type { Aggregation, Context } from './aggregation.js'
import { compareKeys } from './order.js'
import { anything, flag, integer, readParameters } from './params.js'

/** Elasticsearch's `index.max_inner_result_window`. */
const window = 100

type SortValue = string | number | bigint | null

interface Hit {
  _score: number | null
  sort?: SortValue[]
}

interface Part {
  count: number
  maxScore: number | null
  hits: Hit[]
}

const shape = {
  from: integer(0),
  size: integer(0),
  sort: anything,
  _source: anything,
  highlight: anything,
  track_scores: flag,
}

/** `top_hits`: the best documents of each bucket, as the search itself shows hits. */
export function buildTopHits(body: unknown, { name }: Context): Aggregation<Part> {
  const { from = 0, size = 3, ...rest } = readParameters('top_hits', body, shape, parsingError)
  if (from + size > window) {
    throw illegalArgument(
      `Top hits result window is too large, the top hits aggregator [${name}]'s from + size ` +
        `must be less than or equal to: [${window}] but was [${from + size}]. This limit can be ` +
        'set by changing the [index.max_inner_result_window] index level setting.',
    )
  }
  const compare = hitOrder(rest.sort)
  return {
    collect(view, docs) {
      const { hits, maxScore } = view.topHits(docs, { ...rest, from: 0, size: from + size })
      return { count: docs.length, maxScore, hits: hits as Hit[] }
    },
    reduce(parts) {
      const scores = parts.flatMap(({ count, maxScore }) =>
        count === 0 || maxScore === null ? [] : maxScore,
      )
      const hits = parts.flatMap((part) => part.hits).sort(compare)
      return {
        json: {
          hits: {
            total: { value: parts.reduce((sum, { count }) => sum + count, 0), relation: 'eq' },
            max_score: scores.length === 0 ? null : Math.max(...scores),
            hits: hits.slice(from, from + size),
          },
        },
      }
    },
  }
}

/** Of hits of several indices, each already in order; ties stay in the order of the indices. */
function hitOrder(sort: unknown): (a: Hit, b: Hit) => number {
  if (sort === undefined) return (a, b) => (b._score ?? 0) - (a._score ?? 0)
  const clauses = (Array.isArray(sort) ? sort : [sort]).map(readClause)
  return (a, b) => {
    for (const [i, { isFalling, missingFirst }] of clauses.entries()) {
      const [x = null, y = null] = [a.sort?.[i], b.sort?.[i]]
      if (x === y) continue
      if (x === null || y === null) return (x === null) === missingFirst ? -1 : 1
      const difference = compareKeys(x, y)
      if (difference !== 0) return isFalling ? -difference : difference
    }
    return 0
  }
}

function readClause(clause: unknown): { isFalling: boolean; missingFirst: boolean } {
  const [field, options] =
    typeof clause === 'object' && clause !== null
      ? (Object.entries(clause)[0] ?? ['', ''])
      : [clause, '']
  const { order, missing } =
    typeof options === 'object' && options !== null ? options : { order: options, missing: '' }
  const isFalling =
    order === undefined || order === ''
      ? field === '_score'
      : String(order).toLowerCase() === 'desc'
  return { isFalling, missingFirst: missing === '_first' }
}
