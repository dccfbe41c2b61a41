import { eachTerm } from '../analysis/tokens.js'
import { quantized } from '../geo/point.js'
import type { FieldMapping } from '../mapping/field-mapping.js'
import type { GeoPoint, Value } from '../types.js'
import { compareCodePoints } from './code-points.js'
import { Column } from './column.js'
import { type InvertedIndex, ValueIndex, WordIndex } from './inverted-index.js'

/** One field of one index: its terms (text, keyword, boolean) and its doc values (all but text). */
export class Field {
  readonly mapping: FieldMapping
  /** Doc values, ascending, keywords once; empty for text. */
  readonly column = new Column<Value>()
  readonly #words: WordIndex | undefined
  readonly #values: ValueIndex | undefined

  constructor(mapping: FieldMapping) {
    this.mapping = mapping
    const { kind } = mapping
    if (kind === 'text') this.#words = new WordIndex()
    if (kind === 'keyword' || kind === 'boolean') this.#values = new ValueIndex()
  }

  get name(): string {
    return this.mapping.name
  }

  get inverted(): InvertedIndex | undefined {
    return this.#words ?? this.#values
  }

  /** Adds the values of a document, the greatest so far. */
  add(doc: number, values: readonly Value[]): void {
    if (this.#words !== undefined) {
      this.#addWords(this.#words, doc, values as string[])
      return
    }
    const sorted = docValues(values, this.mapping.kind)
    const shared = this.#values?.add(doc, termsOf(sorted))
    this.column.set(doc, this.mapping.kind === 'keyword' ? shared! : sorted)
  }

  /** Takes a document out; the values must be those it was added with. */
  remove(doc: number, values: readonly Value[]): void {
    const terms: string[] = []
    if (this.#words !== undefined)
      eachTerm(this.mapping.analyzer, values as string[], (term) => terms.push(term))
    this.#words?.remove(doc, terms)
    this.#values?.remove(doc, termsOf(this.column.all(doc)))
    this.column.set(doc, [])
  }

  /** Whether a document has a value (or an empty text). */
  holds(doc: number): boolean {
    return this.#words?.holds(doc) ?? this.column.first(doc) !== undefined
  }

  /**
   * Words are indexed as they come: a search that had to do it for all would hold up the others.
   */
  #addWords(words: WordIndex, doc: number, values: readonly string[]): void {
    const count = eachTerm(this.mapping.analyzer, values, (term, at) => words.add(doc, term, at))
    words.finish(doc, count)
  }
}

/** The terms of doc values; Elasticsearch indexes booleans as T and F. */
function termsOf(values: readonly Value[]): string[] {
  const terms = values.map((value) =>
    typeof value === 'boolean' ? booleanTerm(value) : String(value),
  )
  return terms.length < 2 ? terms : [...new Set(terms)]
}

export function booleanTerm(value: boolean): string {
  return value ? 'T' : 'F'
}

/** Values as doc values keep them: ascending, keywords once, points in 32 bits. */
function docValues(values: readonly Value[], kind: string): readonly Value[] {
  if (kind === 'geo_point') return (values as GeoPoint[]).map(quantized)
  if (values.length === 1) return values
  if (kind === 'keyword') return [...new Set(values as string[])].sort(compareCodePoints)
  return [...values].sort((a, b) => Number(a) - Number(b))
}
