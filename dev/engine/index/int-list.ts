/** From here on a list keeps its numbers in four bytes each, outside of the garbage collector's heap. */
const longList = 48

/** A list of whole numbers that only grows, but for pieces cut out of it. */
export class IntList {
  length: number
  #items: number[] | Int32Array

  constructor(items: number[]) {
    this.#items = items
    this.length = items.length
  }

  at(index: number): number {
    return this.#items[index]!
  }

  /** Numbers from `start` to before `end`. */
  slice(start: number, end: number): number[] {
    return Array.from(this.#items.slice(start, end))
  }

  set(index: number, value: number): void {
    this.#items[index] = value
  }

  push(value: number): void {
    if (this.length >= longList && this.length >= this.#items.length) this.#grow()
    this.#items[this.length++] = value
  }

  /** Takes `count` numbers out. */
  cut(start: number, count: number): void {
    this.#items.copyWithin(start, start + count, this.length)
    this.length -= count
    if (Array.isArray(this.#items)) this.#items.length = this.length
  }

  #grow(): void {
    const longer = new Int32Array(Math.ceil(this.length * 1.5))
    longer.set(this.#items)
    this.#items = longer
  }
}
