import { compareCodePoints } from './code-points.js'
import { encodeLength } from './norms.js'
import { type Postings, ValuePostings, WordPostings } from './postings.js'

/** The inverted index of one field: its terms and what BM25 needs to know of it. */
export abstract class InvertedIndex {
  abstract readonly terms: ReadonlyMap<string, Postings>
  /** Documents with at least one term. */
  documents = 0
  /** Occurrences of all terms in all documents. */
  occurrences = 0
  #sorted: string[] | undefined

  /** Length of the field in a document, encoded (norms.ts). */
  abstract lengthOf(doc: number): number

  /** Terms ascending by code point, as Lucene enumerates them. */
  get sortedTerms(): readonly string[] {
    this.#sorted ??= [...this.terms.keys()].sort(compareCodePoints)
    return this.#sorted
  }

  protected termsChanged(): void {
    this.#sorted = undefined
  }
}

/** Lengths of documents that lack the field; no text is as long as this byte stands for. */
const absent = 255

/** Of a text field: words with their positions, and how long each document's text is. */
export class WordIndex extends InvertedIndex {
  override readonly terms = new Map<string, WordPostings>()
  #lengths = new Uint8Array(64).fill(absent)

  /** Adds a word of the document that is the greatest so far. */
  add(doc: number, term: string, position: number): void {
    this.occurrences++
    const known = this.terms.get(term)
    if (known !== undefined) known.add(doc, position)
    else {
      this.terms.set(term, new WordPostings(term, doc, position))
      this.termsChanged()
    }
  }

  /** Reports how many words the document had; a word may have been several terms. */
  finish(doc: number, words: number): void {
    if (doc >= this.#lengths.length) this.#grow(doc)
    this.#lengths[doc] = encodeLength(words)
    if (words > 0) this.documents++
  }

  /** Takes a document's terms out again; terms may repeat. */
  remove(doc: number, terms: readonly string[]): void {
    for (const term of new Set(terms)) {
      const postings = this.terms.get(term)!
      postings.remove(doc)
      if (postings.documents === 0) this.terms.delete(term)
    }
    this.termsChanged()
    this.#lengths[doc] = absent
    this.occurrences -= terms.length
    if (terms.length > 0) this.documents--
  }

  /** Whether a document has the field, be it without a word. */
  holds(doc: number): boolean {
    return doc < this.#lengths.length && this.#lengths[doc] !== absent
  }

  override lengthOf(doc: number): number {
    return this.#lengths[doc]!
  }

  #grow(doc: number): void {
    const longer = new Uint8Array(2 * (doc + 1)).fill(absent)
    longer.set(this.#lengths)
    this.#lengths = longer
  }
}

/** Of a field whose values are terms as they are. */
export class ValueIndex extends InvertedIndex {
  override readonly terms = new Map<string, ValuePostings>()

  /**
   * Adds the values of the document that is the greatest so far; they must be different.
   * @returns the same values, each as the one string that all documents share
   */
  add(doc: number, values: readonly string[]): string[] {
    this.documents++
    this.occurrences += values.length
    return values.map((value) => this.#add(doc, value))
  }

  /** Takes a document's values out again. */
  remove(doc: number, values: readonly string[]): void {
    for (const value of values) {
      const postings = this.terms.get(value)!
      postings.remove(doc)
      if (postings.documents === 0) this.terms.delete(value)
    }
    this.termsChanged()
    this.documents--
    this.occurrences -= values.length
  }

  /** Every value counts as long as one word: such fields have no norms. */
  override lengthOf(): number {
    return 1
  }

  #add(doc: number, value: string): string {
    const known = this.terms.get(value)
    if (known !== undefined) {
      known.add(doc)
      return known.term
    }
    this.terms.set(value, new ValuePostings(value, doc))
    this.termsChanged()
    return value
  }
}
