import { EngineError } from '../errors.js'
import type { Docs, IndexView } from '../types.js'

/** Result of an aggregation: what is rendered, and what an `order` may read of it. */
export interface Outcome {
  json: Record<string, unknown>
  /**
   * The number of a metric, by property (`avg` of `stats`); undefined when it has no such property.
   */
  number?(property: string | undefined): number | undefined
  /** The sub-aggregations of a single bucket, so that `order` may reach through it. */
  inside?: Outcomes
}

/** Results by name, in the order of the request. */
export type Outcomes = ReadonlyMap<string, Outcome>

/**
 * One aggregation of a request. As in Elasticsearch, each index (one shard) gives a part of its
 * own, and the parts of all are reduced to the result. `reduce([])` is the result of an empty
 * bucket.
 */
export interface Aggregation<Part = unknown> {
  collect(view: IndexView, docs: Docs): Part
  reduce(parts: Part[]): Outcome
}

/** What an aggregation is built with, besides its own parameters. */
export interface Context {
  /** Its name in the request, for error texts. */
  name: string
  /** Every index of the search: fields are looked up in all of them. */
  views: readonly IndexView[]
  children: Children
  budget: BucketBudget
  /** Types of the aggregations that it is under, from the outside in. */
  parents: readonly string[]
}

/** The sub-aggregations of a bucket. */
export class Children {
  readonly #byName: ReadonlyMap<string, Aggregation>

  constructor(byName: ReadonlyMap<string, Aggregation>) {
    this.#byName = byName
  }

  get isEmpty(): boolean {
    return this.#byName.size === 0
  }

  has(name: string): boolean {
    return this.#byName.has(name)
  }

  collect(view: IndexView, docs: Docs): unknown[] {
    return Array.from(this.#byName.values(), (aggregation) => aggregation.collect(view, docs))
  }

  /** @param parts What `collect` gave, of every index where the bucket exists. */
  reduce(parts: unknown[][]): Outcomes {
    const outcomes = new Map<string, Outcome>()
    let i = 0
    for (const [name, aggregation] of this.#byName) {
      const place = i++
      outcomes.set(name, aggregation.reduce(parts.map((part) => part[place])))
    }
    return outcomes
  }
}

export function render(outcomes: Outcomes): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [name, outcome] of outcomes) json[name] = outcome.json
  return json
}

/** Counts the buckets of an answer against `search.max_buckets` (65,536). */
export class BucketBudget {
  readonly #most = 65_536
  #spent = 0

  /** @throws EngineError too_many_buckets_exception over the limit. */
  spend(buckets: number): void {
    this.check(buckets)
    this.#spent += buckets
  }

  /** Whether this many more would do. @throws EngineError as `spend`. */
  check(buckets: number): void {
    if (this.#spent + buckets <= this.#most) return
    throw new EngineError(
      400,
      'too_many_buckets_exception',
      `Trying to create too many buckets. Must be less than or equal to: [${this.#most}] but ` +
        'this number of buckets was exceeded. This limit can be set by changing the ' +
        '[search.max_buckets] cluster level setting.',
    )
  }
}
