import { same } from '../../../packages/embedded-engine/test/same.js'
import type { Answer } from './engines.js'

interface Hit {
  _id: string
  _score: number | null
  [key: string]: unknown
}

interface SearchBody {
  hits: { total?: unknown; max_score: number | null; hits: Hit[] }
  aggregations?: unknown
}

/** How two answers to one search differ, or undefined when they say the same. */
export function difference(real: Answer, embedded: Answer): string | undefined {
  if (real.status !== 200 || embedded.status !== 200)
    return `status ${real.status} / ${embedded.status}: ${brief(real.body)} ${brief(embedded.body)}`
  const [a, b] = [real.body as SearchBody, embedded.body as SearchBody]
  if (JSON.stringify(a.hits.total) !== JSON.stringify(b.hits.total))
    return `total ${brief(a.hits.total)} / ${brief(b.hits.total)}`
  if (!same(a.hits.max_score, b.hits.max_score))
    return `max_score ${a.hits.max_score} / ${b.hits.max_score}`
  return (
    differentHits(a.hits.hits, b.hits.hits) ??
    differenceAt('aggregations', a.aggregations, b.aggregations)
  )
}

/**
 * The same search with the words of fuzzy texts in the other order: where two of them are near the
 * same term, a hash that changes with each start of a node decides which one scores it, while the
 * embedded engine takes the first.
 */
export function inOtherOrder(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const { query, fuzziness } = (value ?? {}) as { query?: unknown; fuzziness?: unknown }
    if (typeof query !== 'string' || fuzziness === undefined) return value
    return { ...(value as object), query: query.split(' ').reverse().join(' ') }
  })
}

function differentHits(a: readonly Hit[], b: readonly Hit[]): string | undefined {
  if (a.length !== b.length) return `hits ${a.length} / ${b.length}`
  for (const [i, hit] of a.entries()) {
    const other = b[i]!
    if (!same(hit._score, other._score))
      return `hit ${i}: _score ${hit._id} ${hit._score} / ${other._id} ${other._score}`
    if (!same(hit.sort, other.sort))
      return `hit ${i}: sort ${brief(hit.sort)} / ${brief(other.sort)}`
    if (hit._id === other._id) {
      for (const key of new Set([...Object.keys(hit), ...Object.keys(other)]))
        if (key !== '_index' && !same(hit[key], other[key]))
          return `hit ${i}: ${key} ${brief(hit[key])} / ${brief(other[key])}`
    } else if (!isNearTie(a, b, i)) return `hit ${i}: _id ${hit._id} / ${other._id}`
  }
  return undefined
}

/**
 * Whether two hits on one place differ in the last bit of their scores, or a neighbour's score
 * does: then a rounding error decides their order, not the documents.
 */
function isNearTie(a: readonly Hit[], b: readonly Hit[], at: number): boolean {
  const scores = [a, b]
    .flatMap((hits) => [hits[at - 1], hits[at], hits[at + 1]])
    .map((hit) => hit?._score)
  return scores.some(
    (score) => typeof score === 'number' && score !== a[at]!._score && same(score, a[at]!._score),
  )
}

/** The first place where two values differ; numbers may by one part in a thousand million. */
function differenceAt(path: string, a: unknown, b: unknown): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const isSame = a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
    return isSame ? undefined : `${path}: ${a} / ${b}`
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? undefined : `${path}: ${brief(a)} / ${brief(b)}`
  const [x, y] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key of new Set([...Object.keys(x), ...Object.keys(y)])) {
    const found = differenceAt(`${path}/${key}`, x[key], y[key])
    if (found !== undefined) return found
  }
  return undefined
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 600)
}
