/** The series of a metric: a state for each combination of label values. */
export class Series<State> {
  readonly #names: readonly string[]
  readonly #make: () => State
  readonly #all = new Map<string, { labels: Record<string, string>; state: State }>()

  /** Without labels the one series is there from the start. */
  constructor(names: readonly string[], make: () => State) {
    this.#names = names
    this.#make = make
    if (names.length === 0) this.at([])
  }

  /** The state under these values, in the order of the names. @throws Error when one is missing. */
  at(values: readonly string[]): State {
    const key = values.length === 1 ? values[0]! : values.join('\0')
    return (this.#all.get(key) ?? this.#begin(key, values)).state
  }

  map<Shown>(show: (state: State, labels: Record<string, string>) => readonly Shown[]): Shown[] {
    return [...this.#all.values()].flatMap(({ state, labels }) => show(state, labels))
  }

  #begin(key: string, values: readonly string[]) {
    if (values.length !== this.#names.length)
      throw new Error(`the labels ${this.#names} have the values ${values}`)
    const labels = Object.fromEntries(this.#names.map((name, i) => [name, values[i]!]))
    const begun = { labels, state: this.#make() }
    this.#all.set(key, begun)
    return begun
  }
}
