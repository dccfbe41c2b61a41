import { formOf } from './text.js'

/**
 * Names that a caller has chosen, of aggregations and buckets, and their forms: different names
 * stay different, and equal ones equal, for an order may refer to them.
 */
export class ChosenNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  #collisions = 0

  of(name: string): string {
    if (/^_(count|key|term)$/.test(name)) return name // what buckets are ordered by, too
    const known = this.#names.get(name)
    if (known !== undefined) return known
    const masked = this.free(formOf(name), (other) => this.#taken.has(other))
    this.#names.set(name, masked)
    this.#taken.add(masked)
    return masked
  }

  /** The name, or another one of its length where it is taken. */
  free(name: string, isTaken: (name: string) => boolean): string {
    let free = name
    while (isTaken(free)) {
      const end = lettersOf(this.#collisions++)
      free = name.slice(0, Math.max(0, name.length - end.length)) + end
    }
    return free
  }
}

/** A number in letters: names that are numbers would come first in an object. */
const lettersOf = (count: number): string =>
  count.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)
