/**
 * What metrics have counted, kept so that to count costs next to nothing beside a request: prom-client's own counters check and
 * sort the labels each time. In the form of its `getMetricsAsJSON` only when somebody asks.
 */

/** A metric as it stands, in prom-client's form. */
export interface MetricState {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How those of several processes become one. */
  aggregator: string
  values: { value: number; labels: Readonly<Record<string, string | number>>; metricName?: string }[]
}

/** What is known under some first values of the labels: what follows by the next value, and at the end of all a state. */
interface Branch<State> {
  readonly branches: Map<string, Branch<State>>
  state?: State
}

/** One state for each combination of values of the labels that has come; without labels there is one from the start on. */
class Series<State> {
  readonly #names: readonly string[]
  readonly #begin: () => State
  readonly #root: Branch<State> = { branches: new Map() }

  constructor(names: readonly string[], begin: () => State) {
    this.#names = names
    this.#begin = begin
    if (names.length === 0) this.of([])
  }

  /** Value by value: to join them for one look would cost more than all looks. */
  of(values: readonly string[]): State {
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
  *all(branch = this.#root, values: readonly string[] = []): Iterable<[Record<string, string>, State]> {
    if (branch.state) yield [Object.fromEntries(this.#names.map((name, i) => [name, values[i]!])), branch.state]
    for (const [value, next] of branch.branches) yield* this.all(next, [...values, value])
  }
}

/** A number for each combination of values of the labels. */
export class Counter {
  readonly #series: Series<{ count: number }>

  constructor(labels: readonly string[]) {
    this.#series = new Series(labels, () => ({ count: 0 }))
  }

  add(values: readonly string[]): void {
    this.#series.of(values).count++
  }

  values(): MetricState['values'] {
    return Array.from(this.#series.all(), ([labels, { count }]) => ({ value: count, labels }))
  }
}

/** How values spread over buckets, for each combination of values of the labels. */
export class Histogram {
  readonly #name: string
  readonly #bounds: readonly number[]
  readonly #series: Series<{ sum: number; counts: number[] }>

  /** @param bounds Upper bounds of the buckets, growing. */
  constructor(name: string, labels: readonly string[], bounds: readonly number[]) {
    this.#name = name
    this.#bounds = bounds
    this.#series = new Series(labels, () => ({ sum: 0, counts: new Array<number>(bounds.length + 1).fill(0) }))
  }

  add(value: number, values: readonly string[]): void {
    const state = this.#series.of(values)
    let bucket = 0
    while (bucket < this.#bounds.length && value > this.#bounds[bucket]!) bucket++
    state.counts[bucket]!++
    state.sum += value
  }

  values(): MetricState['values'] {
    const [bucketName, sumName, countName] = ['bucket', 'sum', 'count'].map((part) => `${this.#name}_${part}`)
    return Array.from(this.#series.all()).flatMap(([labels, { sum, counts }]) => {
      let count = 0
      const buckets = counts.map((more, i) => {
        count += more
        return { value: count, labels: { le: this.#bounds[i] ?? '+Inf', ...labels }, metricName: bucketName! }
      })
      return [
        ...buckets,
        { value: sum, labels, metricName: sumName! },
        { value: count, labels, metricName: countName! },
      ]
    })
  }
}
