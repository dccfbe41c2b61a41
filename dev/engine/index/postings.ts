import type { Token } from '../analysis/analyzers.js'
import { encodeLength } from './norms.js'

/**
 * Where one term occurs, ascending by document. Of a text field `data` holds, for each document, its number, how often
 * the term occurs and at which positions; of other fields the numbers alone.
 */
export class Postings {
  readonly term: string
  data: number[]
  /** Documents that hold the term. */
  documents = 1
  /** Occurrences in all of them. */
  occurrences: number

  constructor(term: string, data: number[], occurrences: number) {
    this.term = term
    this.data = data
    this.occurrences = occurrences
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
    const positions = new Map<string, number[]>()
    for (const { term, position } of tokens) {
      const list = positions.get(term)
      if (list === undefined) positions.set(term, [position])
      else list.push(position)
    }
    for (const [term, places] of positions) this.#append(term, [doc, places.length, ...places], places.length)
    this.documents++
    this.occurrences += tokens.length
  }

  /** Adds the values of a document, the greatest so far; they must be different. */
  addValues(doc: number, values: readonly string[]): void {
    for (const value of values) this.#append(value, [doc], 1)
    this.documents++
    this.occurrences += values.length
  }

  /** Takes a document's terms out again; `terms` may repeat. */
  remove(doc: number, terms: readonly string[]): void {
    if (terms.length === 0) return
    for (const term of new Set(terms)) this.#cut(term, doc)
    this.documents--
    this.occurrences -= terms.length
  }

  #append(term: string, entry: number[], occurrences: number): void {
    const known = this.terms.get(term)
    if (known === undefined) {
      this.terms.set(term, new Postings(term, entry, occurrences))
      this.#sorted = undefined
      return
    }
    for (const number of entry) known.data.push(number)
    known.documents++
    known.occurrences += occurrences
  }

  #cut(term: string, doc: number): void {
    const postings = this.terms.get(term)!
    const { data } = postings
    let at = 0
    while (data[at] !== doc) at += this.#width(data, at)
    postings.occurrences -= this.hasPositions ? data[at + 1]! : 1
    data.splice(at, this.#width(data, at))
    postings.documents--
    if (postings.documents > 0) return
    this.terms.delete(term)
    this.#sorted = undefined
  }

  #width(data: readonly number[], at: number): number {
    return this.hasPositions ? data[at + 1]! + 2 : 1
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
