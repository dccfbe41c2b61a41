/**
 * Called for a document that holds a term, how often, and where: `frequency` of the occurrences in
 * `data`, from `at` on, which `positionOf` reads (none for fields that are not analyzed).
 */
export type Visit = (doc: number, frequency: number, data: readonly number[], at: number) => void

/**
 * Positions that a document has at most: a document may have 100 MB. With the document's number
 * they fit into the 53 bits of an exact number.
 */
const positions = 2 ** 27

/** The position of an occurrence. */
export function positionOf(occurrence: number): number {
  return occurrence % positions
}

/** Where one term occurs, ascending by document. */
export interface Postings {
  readonly term: string
  /** Documents that hold the term. */
  readonly documents: number
  /** Occurrences in all of them. */
  readonly occurrences: number
  forEach(visit: Visit): void
  /** Takes a document out. */
  remove(doc: number): void
}

/**
 * Postings of an analyzed field: each occurrence as one number, of its document and its position.
 * V8 keeps a list of such numbers as one piece of memory.
 */
export class WordPostings implements Postings {
  readonly term: string
  documents = 1
  /** Ascending. */
  #data: number[]
  /** Documents that were removed and are still in the data: a load removes many at a time. */
  readonly #gone = new Set<number>()

  constructor(term: string, doc: number, position: number) {
    this.term = term
    this.#data = [doc * positions + position]
  }

  get occurrences(): number {
    this.#sweep()
    return this.#data.length
  }

  /** Adds an occurrence in the last document or a later one. */
  add(doc: number, position: number): void {
    const start = doc * positions
    if (this.#data.at(-1)! < start) this.documents++
    this.#data.push(start + position)
  }

  forEach(visit: Visit): void {
    this.#sweep()
    const data = this.#data
    for (let at = 0, next = 0; at < data.length; at = next) {
      const doc = documentOf(data[at]!)
      const end = (doc + 1) * positions
      while (next < data.length && data[next]! < end) next++
      visit(doc, next - at, data, at)
    }
  }

  remove(doc: number): void {
    this.documents--
    this.#gone.add(doc) // numbers are never given twice
  }

  #sweep(): void {
    if (this.#gone.size === 0) return
    this.#data = this.#data.filter((occurrence) => !this.#gone.has(documentOf(occurrence)))
    this.#gone.clear()
  }
}

function documentOf(occurrence: number): number {
  return Math.floor(occurrence / positions)
}

/**
 * Postings of a field that is not analyzed. Most values are in one document, which then needs no
 * list.
 */
export class ValuePostings implements Postings {
  readonly term: string
  #docs: number | number[]

  constructor(term: string, doc: number) {
    this.term = term
    this.#docs = doc
  }

  get documents(): number {
    return typeof this.#docs === 'number' ? 1 : this.#docs.length
  }

  get occurrences(): number {
    return this.documents
  }

  /** Adds a later document. */
  add(doc: number): void {
    if (typeof this.#docs === 'number') this.#docs = [this.#docs, doc]
    else this.#docs.push(doc)
  }

  forEach(visit: Visit): void {
    const docs = typeof this.#docs === 'number' ? [this.#docs] : this.#docs
    for (const doc of docs) visit(doc, 1, docs, 0)
  }

  remove(doc: number): void {
    const docs = typeof this.#docs === 'number' ? [this.#docs] : this.#docs
    docs.splice(placeOf(doc, docs), 1)
    this.#docs = docs
  }
}

/** Where a number is in an ascending list that holds it. */
function placeOf(doc: number, docs: readonly number[]): number {
  let [low, high] = [0, docs.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (docs[middle]! < doc) low = middle + 1
    else high = middle
  }
  return low
}
