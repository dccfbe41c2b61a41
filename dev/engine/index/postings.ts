import { IntList } from './int-list.js'

/** Called for a document that holds a term, how often, and from where on its positions stand in `positions`. */
export type Visit = (doc: number, frequency: number, positions: IntList, at: number) => void

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

/** Postings of an analyzed field: for each document its number, how often the term occurs, and at which positions. */
export class WordPostings implements Postings {
  readonly term: string
  documents = 1
  occurrences = 1
  readonly #data: IntList
  /** Where the last document stands. */
  #last = 0

  constructor(term: string, doc: number, position: number) {
    this.term = term
    this.#data = new IntList([doc, 1, position])
  }

  /** Adds an occurrence in the last document or a later one. */
  add(doc: number, position: number): void {
    const data = this.#data
    this.occurrences++
    if (this.#last < data.length && data.at(this.#last) === doc) {
      data.set(this.#last + 1, data.at(this.#last + 1) + 1)
    } else {
      this.#last = data.length
      this.documents++
      data.push(doc)
      data.push(1)
    }
    data.push(position)
  }

  forEach(visit: Visit): void {
    const data = this.#data
    for (let at = 0; at < data.length; at += data.at(at + 1) + 2) visit(data.at(at), data.at(at + 1), data, at + 2)
  }

  remove(doc: number): void {
    const data = this.#data
    let at = 0
    while (data.at(at) !== doc) at += data.at(at + 1) + 2
    const width = data.at(at + 1) + 2
    this.occurrences -= width - 2
    this.documents--
    data.cut(at, width)
    this.#last = at === this.#last ? data.length : this.#last - width // numbers are never given twice
  }
}

const noPositions = new IntList([])

/** Postings of a field that is not analyzed. Most values stand in one document, which then needs no list. */
export class ValuePostings implements Postings {
  readonly term: string
  #docs: number | IntList

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
    this.#list().push(doc)
  }

  forEach(visit: Visit): void {
    const docs = this.#docs
    if (typeof docs === 'number') visit(docs, 1, noPositions, 0)
    else for (let at = 0; at < docs.length; at++) visit(docs.at(at), 1, noPositions, 0)
  }

  remove(doc: number): void {
    const docs = this.#list()
    let at = 0
    while (docs.at(at) !== doc) at++
    docs.cut(at, 1)
  }

  #list(): IntList {
    if (typeof this.#docs === 'number') this.#docs = new IntList([this.#docs])
    return this.#docs
  }
}
