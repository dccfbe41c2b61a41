import { illegalArgument, parsingError } from '../errors.js'
import type { Outcomes } from './aggregation.js'

/** What an order looks at: one bucket. */
export interface Rank {
  key: string | number
  count: number
  /** Asked for only where the order reads sub-aggregations. */
  inside(): Outcomes
}

type Compare = (a: Rank, b: Rank) => number

/** An order of buckets. */
export interface BucketOrder {
  compare: Compare
  /**
   * The same while one index chooses its best: there the average of nothing comes last either way.
   */
  compareInIndex: Compare
  /** Whether it is by key alone: then every index gives its first buckets exactly. */
  byKey: boolean
  /** Whether it is by falling count: then the count of a bucket left out is known to be small. */
  byFallingCount: boolean
}

type Clause = { by: '_key' | '_count' | (string & {}); direction: 1 | -1 }

/** Text as Elasticsearch orders keywords: by their UTF-8 bytes, which is by code point. */
export function compareKeys(a: string | number | bigint, b: string | number | bigint): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b)
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    // surrogates stand for code points above all others, yet have smaller units than U+E000 to
    // U+FFFF
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? rotate(x) - rotate(y) : x - y
  }
  return a.length - b.length
}

const rotate = (unit: number) => (unit >= 0xe000 ? unit - 0x800 : unit + 0x2000)

export const fallingCount: Clause[] = [{ by: '_count', direction: -1 }]
export const risingKey: Clause[] = [{ by: '_key', direction: 1 }]

/** `{"_key": "asc"}`, or an array of such. @throws EngineError when it is none. */
export function readOrder(value: unknown): Clause[] | undefined {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0))
    return undefined
  const clauses: Clause[] = []
  for (const one of Array.isArray(value) ? value : [value]) {
    if (typeof one !== 'object' || one === null) return undefined
    for (const [by, direction] of Object.entries(one as object))
      clauses.push({ by, direction: directionOf(direction) })
  }
  if (clauses.length === 0) throw parsingError('Must specify at least one field for [order]')
  return clauses
}

function directionOf(value: unknown): 1 | -1 {
  const word = String(value).toLowerCase()
  if (word === 'asc') return 1
  if (word === 'desc') return -1
  throw parsingError('Unknown order direction, expected [asc] or [desc]')
}

/**
 * Ties end by rising key, as in Elasticsearch.
 * @param empty The outcomes of a bucket without documents: what a path can lead to.
 * @throws EngineError illegal_argument_exception for a path that leads to no number.
 */
export function orderOf(clauses: Clause[], empty: Outcomes): BucketOrder {
  for (const { by } of clauses)
    if (by !== '_key' && by !== '_count') numberAt(empty, by.split('>'), by)
  const all = clauses.some(({ by }) => by === '_key') ? clauses : [...clauses, ...risingKey]
  return {
    compare: inTurn(all.map((clause) => compareBy(clause, false))),
    compareInIndex: inTurn(all.map((clause) => compareBy(clause, true))),
    byKey: all[0]?.by === '_key',
    byFallingCount:
      clauses.length === 1 && clauses[0]?.by === '_count' && clauses[0].direction === -1,
  }
}

function inTurn(compares: Compare[]): Compare {
  return (a, b) => {
    for (const compare of compares) {
      const result = compare(a, b)
      if (result !== 0) return result
    }
    return 0
  }
}

function compareBy({ by, direction }: Clause, nanLast: boolean): Compare {
  if (by === '_key') return (a, b) => direction * compareKeys(a.key, b.key)
  if (by === '_count') return (a, b) => direction * (a.count - b.count)
  const path = by.split('>')
  return (a, b) => {
    const [x, y] = [numberAt(a.inside(), path, by), numberAt(b.inside(), path, by)]
    if (x === y) return 0
    // the average of nothing is greater than any number, as in Java's Double.compare
    const nans = Number(Number.isNaN(x)) - Number(Number.isNaN(y))
    if (Number.isNaN(x) || Number.isNaN(y)) return nanLast ? nans : direction * nans
    return direction * (x < y ? -1 : 1)
  }
}

function numberAt(outcomes: Outcomes, path: string[], whole: string): number {
  const [first = '', ...rest] = path
  const dot = rest.length > 0 ? -1 : first.indexOf('.')
  const [name, property] =
    dot < 0 ? [first, undefined] : [first.slice(0, dot), first.slice(dot + 1)]
  const outcome = outcomes.get(name)
  if (outcome === undefined) {
    throw illegalArgument(
      `Invalid aggregation order path [${whole}]. Cannot find aggregation named [${name}]`,
    )
  }
  if (rest.length > 0 && outcome.inside) return numberAt(outcome.inside, rest, whole)
  const value = rest.length > 0 ? undefined : outcome.number?.(property)
  if (typeof value !== 'number') throw illegalArgument(`Invalid aggregation order path [${whole}]`)
  return value
}
