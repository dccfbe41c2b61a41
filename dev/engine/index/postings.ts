/**
 * Called for a document that holds a term, how often, and where the positions are: `frequency` of
 * them in `data`, from `at` on (none for fields that are not analyzed).
 */
export type Visit = (doc: number, frequency: number, data: readonly number[], at: number) => void

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
 * Postings of an analyzed field: for each document its number, how often the term occurs, and at
 * which positions.
 */
export class WordPostings implements Postings {
  readonly term: string
  documents = 1
  #occurrences = 1
  #data: number[]
  /** Where the last document is. */
  #last = 0
  /**
   * Documents that were taken out and still are in the data: loading again takes out many before
   * anybody reads.
   */
  readonly #gone = new Set<number>()

  constructor(term: string, doc: number, position: number) {
    this.term = term
    this.#data = [doc, 1, position]
  }

  get occurrences(): number {
    this.#sweep()
    return this.#occurrences
  }

  /** Adds an occurrence in the last document or a later one. */
  add(doc: number, position: number): void {
    const data = this.#data
    this.#occurrences++
    if (data[this.#last] === doc) {
      data[this.#last + 1]!++
      data.push(position)
      return
    }
    this.#last = data.length
    this.documents++
    data.push(doc, 1, position)
  }

  forEach(visit: Visit): void {
    this.#sweep()
    const data = this.#data
    for (let at = 0; at < data.length; at += data[at + 1]! + 2)
      visit(data[at]!, data[at + 1]!, data, at + 2)
  }

  remove(doc: number): void {
    this.documents--
    this.#gone.add(doc) // numbers are never given twice
  }

  #sweep(): void {
    if (this.#gone.size === 0) return
    const [all, kept] = [this.#data, [] as number[]]
    this.#last = 0
    for (let at = 0; at < all.length; at += all[at + 1]! + 2) {
      const frequency = all[at + 1]!
      if (this.#gone.has(all[at]!)) {
        this.#occurrences -= frequency
        continue
      }
      this.#last = kept.length
      for (let i = at; i < at + frequency + 2; i++) kept.push(all[i]!)
    }
    this.#data = kept
    this.#gone.clear()
  }
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
