import type { Token } from '../analysis/analyzers.js'
import { encodeLength } from './norms.js'

/**
 * Where one term occurs, ascending by document. Of a text field `data` holds, for each document, its number, how often
 * the term occurs and at which positions; of other fields the numbers alone.
 */
export class Postings {
  readonly term: string
  readonly data: number[]
  /** Documents that hold the term. */
  documents = 1
  /** Occurrences in all of them. */
  occurrences = 1
  /** The document added last, and where `data` counts its occurrences. */
  #last: number
  #count = 1

  constructor(term: string, data: number[]) {
    this.term = term
    this.data = data
    this.#last = data[0]!
  }

  /** Adds an occurrence in the last document or a later one. */
  addPosition(doc: number, position: number): void {
    const { data } = this
    this.occurrences++
    if (doc === this.#last) {
      data[this.#count]!++
      data.push(position)
      return
    }
    this.#last = doc
    this.#count = data.length + 1
    this.documents++
    data.push(doc, 1, position)
  }

  /** Adds a later document, for fields without positions. */
  addDocument(doc: number): void {
    this.occurrences++
    this.documents++
    this.data.push(doc)
  }

  /** Takes a document out. @param hasPositions whether the field keeps positions */
  remove(doc: number, hasPositions: boolean): void {
    const { data } = this
    const width = (at: number) => (hasPositions ? data[at + 1]! + 2 : 1)
    let at = 0
    while (data[at] !== doc) at += width(at)
    this.occurrences -= hasPositions ? data[at + 1]! : 1
    this.documents--
    data.splice(at, width(at))
    this.#last = -1 // numbers are never given twice, so the next document is another one
  }
}

/** The inverted index of one field: its terms and what BM25 needs to know of it. */
export class InvertedIndex {
  readonly terms = new Map<string, Postings>()
  /** Whether positions and lengths are kept (text fields). */
  readonly hasPositions: boolean
  /** Length of the field by document, encoded (norms.ts); text fields only. */
  readonly lengths: number[] = []
  /** Documents with at least one term. */
  documents = 0
  /** Occurrences of all terms in all documents. */
  occurrences = 0
  #sorted: string[] | undefined

  constructor(hasPositions: boolean) {
    this.hasPositions = hasPositions
  }

  /** Terms ascending by code point, as Lucene enumerates them. */
  get sortedTerms(): readonly string[] {
    this.#sorted ??= [...this.terms.keys()].sort(compareCodePoints)
    return this.#sorted
  }

  /** Adds the words of a document, the greatest so far. */
  addTokens(doc: number, tokens: readonly Token[]): void {
    while (this.lengths.length < doc) this.lengths.push(0)
    this.lengths[doc] = encodeLength(tokens.length)
    if (tokens.length === 0) return
    for (const { term, position } of tokens) {
      const known = this.terms.get(term)
      if (known === undefined) this.#start(term, [doc, 1, position])
      else known.addPosition(doc, position)
    }
    this.documents++
    this.occurrences += tokens.length
  }

  /** Adds the values of a document, the greatest so far; they must be different. */
  addValues(doc: number, values: readonly string[]): void {
    for (const value of values) {
      const known = this.terms.get(value)
      if (known === undefined) this.#start(value, [doc])
      else known.addDocument(doc)
    }
    this.documents++
    this.occurrences += values.length
  }

  /** Takes a document's terms out again; `terms` may repeat. */
  remove(doc: number, terms: readonly string[]): void {
    if (terms.length === 0) return
    for (const term of new Set(terms)) {
      const postings = this.terms.get(term)!
      postings.remove(doc, this.hasPositions)
      if (postings.documents > 0) continue
      this.terms.delete(term)
      this.#sorted = undefined
    }
    this.documents--
    this.occurrences -= terms.length
  }

  #start(term: string, data: number[]): void {
    this.terms.set(term, new Postings(term, data))
    this.#sorted = undefined
  }
}

/** Order of strings by code point: the order of their UTF-8 bytes, which differs from UTF-16's beyond U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? rank(x) - rank(y) : x - y
  }
  return a.length - b.length
}

/** Surrogates after everything else. */
function rank(unit: number): number {
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000
}
