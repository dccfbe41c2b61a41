/**
 * Metric values, stored so that counting costs next to nothing next to a request: prom-client's own
 * counters check and sort the labels each time. Converted to its `getMetricsAsJSON` form only on
 * request.
 */

/** A metric with its values, in prom-client's form. */
export interface MetricState {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How those of several processes are aggregated. */
  aggregator: string
  values: {
    value: number
    labels: Readonly<Record<string, string | number>>
    metricName?: string
  }[]
}

/**
 * The subtree below some first label values: keyed by the next value, with a state at each leaf.
 */
interface Branch<State> {
  readonly branches: Map<string, Branch<State>>
  state?: State
}

/**
 * One state for each combination of label values seen; without labels there is one from the start.
 */
class Series<State> {
  readonly #names: readonly string[]
  readonly #begin: () => State
  readonly #root: Branch<State> = { branches: new Map() }

  constructor(names: readonly string[], begin: () => State) {
    this.#names = names
    this.#begin = begin
    if (names.length === 0) this.stateOf([])
  }

  /** Value by value: joining them for one lookup would cost more than all lookups. */
  stateOf(values: readonly string[]): State {
    let branch = this.#root
    for (const value of values) {
      let next = branch.branches.get(value)
      if (!next) {
        next = { branches: new Map() }
        branch.branches.set(value, next)
      }
      branch = next
    }
    branch.state ??= this.#begin()
    return branch.state
  }

  /** Every state with its labels. */
  *all(
    branch = this.#root,
    values: readonly string[] = [],
  ): Iterable<[Record<string, string>, State]> {
    if (branch.state)
      yield [Object.fromEntries(this.#names.map((name, i) => [name, values[i]!])), branch.state]
    for (const [value, next] of branch.branches) yield* this.all(next, [...values, value])
  }
}

/** A number for each combination of label values. */
export class Counter {
  readonly #series: Series<{ count: number }>

  constructor(labels: readonly string[]) {
    this.#series = new Series(labels, () => ({ count: 0 }))
  }

  add(values: readonly string[]): void {
    this.#series.stateOf(values).count++
  }

  values(): MetricState['values'] {
    return Array.from(this.#series.all(), ([labels, { count }]) => ({ value: count, labels }))
  }
}

/** A histogram for each combination of label values. */
export class Histogram {
  readonly #name: string
  readonly #bounds: readonly number[]
  readonly #series: Series<{ sum: number; counts: number[] }>

  /** @param bounds Upper bounds of the buckets, ascending. */
  constructor(name: string, labels: readonly string[], bounds: readonly number[]) {
    this.#name = name
    this.#bounds = bounds
    this.#series = new Series(labels, () => ({
      sum: 0,
      counts: new Array<number>(bounds.length + 1).fill(0),
    }))
  }

  add(value: number, values: readonly string[]): void {
    const state = this.#series.stateOf(values)
    let bucket = 0
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]!) bucket++
    state.counts[bucket]!++
    state.sum += value
  }

  values(): MetricState['values'] {
    const [bucketName, sumName, countName] = ['bucket', 'sum', 'count'].map(
      (part) => `${this.#name}_${part}`,
    )
    return Array.from(this.#series.all()).flatMap(([labels, { sum, counts }]) => {
      let count = 0
      const buckets = counts.map((more, i) => {
        count += more
        return {
          value: count,
          labels: { le: this.#bounds[i] ?? '+Inf', ...labels },
          metricName: bucketName!,
        }
      })
      return [
        ...buckets,
        { value: sum, labels, metricName: sumName! },
        { value: count, labels, metricName: countName! },
      ]
    })
  }
}
