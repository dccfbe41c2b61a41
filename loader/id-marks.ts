import { hash } from 'node:crypto'

/** What is counted for an organization: a sum of `bits`. */
type Marks = number
const bits = { present: 1, placed: 2, coded: 4, worded: 8 } as const

/** What is counted of the loaded organizations. */
export type OrganizationMark = Exclude<keyof typeof bits, 'present'>

/** The place in the table of an organization that is removed again. */
const removed = 128

/** A table of more entries is made larger. */
const fullest = 0.7

/**
 * Ids of organizations, and what is counted for each, in some 20 bytes an organization: there may
 * be millions. It holds 64 bits of a hash of each id; of two million ids, two have the same with a
 * probability of 1 to ten million.
 */
export class IdMarks {
  #table = new Table(1024)
  /** Places of the table that are in use. */
  #used = 0
  #size = 0

  /** Number of ids. */
  get size(): number {
    return this.#size
  }

  has(id: string): boolean {
    const place = this.#table.placeOf(keyOf(id))
    return (this.#table.marks[place]! & bits.present) !== 0
  }

  set(id: string, marks: readonly OrganizationMark[]): void {
    if (this.#used > fullest * this.#table.marks.length) this.#grow()
    const key = keyOf(id)
    const place = this.#table.placeOf(key)
    const earlier = this.#table.marks[place]!
    if (earlier === 0) this.#used++
    if ((earlier & bits.present) === 0) this.#size++
    const sum = marks.reduce<Marks>((sum, mark) => sum | bits[mark], bits.present)
    this.#table.put(place, key, sum)
  }

  /** @returns whether it was there. */
  delete(id: string): boolean {
    if (!this.has(id)) return false
    const key = keyOf(id)
    this.#table.put(this.#table.placeOf(key), key, removed)
    this.#size--
    return true
  }

  /** Number of ids with a mark. */
  count(mark: OrganizationMark): number {
    let count = 0
    for (const marks of this.#table.marks) if ((marks & bits[mark]) !== 0) count++
    return count
  }

  #grow(): void {
    const larger = new Table(2 * this.#table.marks.length)
    this.#table.copyTo(larger)
    this.#table = larger
  }
}

type Key = readonly [number, number]

function keyOf(id: string): Key {
  const digest = hash('sha1', id, 'buffer')
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)]
}

/** A hash table with open addressing. */
class Table {
  /** 0 in an unused place. */
  readonly marks: Uint8Array
  readonly #keys: Uint32Array

  /** @param size A power of two. */
  constructor(size: number) {
    this.marks = new Uint8Array(size)
    this.#keys = new Uint32Array(2 * size)
  }

  /** Where the key is, or is to be put. */
  placeOf([low, high]: Key): number {
    const last = this.marks.length - 1
    let place = low & last
    while (
      this.marks[place] !== 0 &&
      (this.#keys[2 * place] !== low || this.#keys[2 * place + 1] !== high)
    ) {
      place = (place + 1) & last
    }
    return place
  }

  put(place: number, [low, high]: Key, marks: Marks): void {
    this.marks[place] = marks
    this.#keys[2 * place] = low
    this.#keys[2 * place + 1] = high
  }

  copyTo(other: Table): void {
    for (let place = 0; place < this.marks.length; place++) {
      if (this.marks[place] === 0) continue
      const key: Key = [this.#keys[2 * place]!, this.#keys[2 * place + 1]!]
      other.put(other.placeOf(key), key, this.marks[place]!)
    }
  }
}
