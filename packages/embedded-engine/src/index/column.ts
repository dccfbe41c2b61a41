/**
 * Doc values of one field: what each document holds, ascending. Most hold one value, which needs no
 * list.
 */
export class Column<T> {
  readonly #first: (T | undefined)[] = []
  readonly #lists = new Map<number, readonly T[]>()

  /** The least value of a document, or undefined when it has none. */
  first(doc: number): T | undefined {
    return this.#first[doc]
  }

  /** All values of a document. */
  all(doc: number): readonly T[] {
    const first = this.#first[doc]
    return first === undefined ? [] : (this.#lists.get(doc) ?? [first])
  }

  /** Sets the values of a document, ascending; none takes it out. */
  set(doc: number, values: readonly T[]): void {
    // no holes: V8 would turn the array into a dictionary
    while (this.#first.length < doc) this.#first.push(undefined)
    this.#first[doc] = values[0]
    if (values.length > 1) this.#lists.set(doc, values)
    else this.#lists.delete(doc)
  }

  /** The documents that have a value for which the predicate holds. */
  where(holds: (value: T) => boolean): Int32Array {
    const found: number[] = []
    this.#first.forEach((first, doc) => {
      if (first !== undefined && (holds(first) || this.#lists.get(doc)?.some(holds)))
        found.push(doc)
    })
    return Int32Array.from(found)
  }
}
