import type { IndexView } from '../types.js'
import { type BucketBudget, type Children, type Outcomes, render } from './aggregation.js'
import type { Rank } from './order.js'

/** A bucket as one index fills it. */
export interface Bucket<Key extends string | number = string | number> {
  key: Key
  count: number
  /** What the sub-aggregations collected. */
  children: unknown[]
}

/**
 * The buckets of one index while they fill. Document numbers are kept only where sub-aggregations
 * ask for them.
 */
export class Filling<Key extends string | number> {
  readonly #counts = new Map<Key, number>()
  readonly #docs = new Map<Key, number[]>()
  readonly #view: IndexView
  readonly #children: Children

  constructor(view: IndexView, children: Children) {
    this.#view = view
    this.#children = children
  }

  /** Makes the bucket, if it is missing, without a document in it. */
  open(key: Key): void {
    if (!this.#counts.has(key)) this.#counts.set(key, 0)
  }

  add(key: Key, doc: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (this.#children.isEmpty) return
    const docs = this.#docs.get(key)
    if (docs) docs.push(doc)
    else this.#docs.set(key, [doc])
  }

  /**
   * Its buckets, in the order they were made; sub-aggregations collect when they are first asked
   * for.
   */
  candidates(): Candidate<Key>[] {
    return Array.from(this.#counts, ([key, count]) => {
      return new Candidate(key, count, this.#docs.get(key) ?? [], this.#view, this.#children)
    })
  }

  buckets(): Bucket<Key>[] {
    return this.candidates().map((candidate) => candidate.bucket())
  }
}

/**
 * A bucket of one index, which an order may leave out before its sub-aggregations have collected
 * anything.
 */
export class Candidate<Key extends string | number> implements Rank {
  readonly key: Key
  readonly count: number
  readonly #collect: () => unknown[]
  readonly #children: Children
  #parts: unknown[] | undefined

  constructor(key: Key, count: number, docs: number[], view: IndexView, children: Children) {
    this.key = key
    this.count = count
    this.#children = children
    this.#collect = () => children.collect(view, Int32Array.from(docs))
  }

  bucket(): Bucket<Key> {
    this.#parts ??= this.#collect()
    return { key: this.key, count: this.count, children: this.#parts }
  }

  inside(): Outcomes {
    return this.#children.reduce([this.bucket().children])
  }
}

/** A bucket of all indices together, its sub-aggregations reduced when they are first asked for. */
export class WholeBucket<Key extends string | number = string | number> implements Rank {
  readonly key: Key
  count = 0
  readonly #parts: unknown[][] = []
  readonly #children: Children
  #inside: Outcomes | undefined

  constructor(key: Key, children: Children) {
    this.key = key
    this.#children = children
  }

  add(part: Bucket<Key>): void {
    this.count += part.count
    this.#parts.push(part.children)
  }

  inside(): Outcomes {
    this.#inside ??= this.#children.reduce(this.#parts)
    return this.#inside
  }

  /** Members that every bucket ends with. */
  json(): Record<string, unknown> {
    return { doc_count: this.count, ...render(this.inside()) }
  }
}

/** Puts the buckets of several indices together by key, in the order they come. */
export function joinBuckets<Key extends string | number>(
  parts: Bucket<Key>[][],
  children: Children,
): Map<Key, WholeBucket<Key>> {
  const whole = new Map<Key, WholeBucket<Key>>()
  for (const part of parts) {
    for (const bucket of part) {
      let same = whole.get(bucket.key)
      if (same === undefined) {
        same = new WholeBucket(bucket.key, children)
        whole.set(bucket.key, same)
      }
      same.add(bucket)
    }
  }
  return whole
}

/** `buckets` as an array, or as an object by name. */
export function listed(
  buckets: { name: string; json: Record<string, unknown> }[],
  keyed: boolean,
  budget: BucketBudget,
): Record<string, unknown> {
  budget.spend(buckets.length)
  if (!keyed) return { buckets: buckets.map(({ json }) => json) }
  return { buckets: Object.fromEntries(buckets.map(({ name, json }) => [name, json])) }
}
