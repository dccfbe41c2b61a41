import { positionGap, type Token } from '../analysis/analyzers.js'
import { quantized } from '../geo/point.js'
import type { FieldMapping } from '../mapping/field-mapping.js'
import type { GeoPoint, Value } from '../types.js'
import { Column } from './column.js'
import { compareCodePoints, InvertedIndex } from './postings.js'

/** One field of one index: its inverted index (text, keyword, boolean), its doc values (all but text), its documents. */
export class Field {
  readonly mapping: FieldMapping
  readonly inverted: InvertedIndex | undefined
  readonly column: Column<Value> | undefined

  constructor(mapping: FieldMapping) {
    this.mapping = mapping
    const { kind } = mapping
    if (kind === 'text' || kind === 'keyword' || kind === 'boolean') this.inverted = new InvertedIndex(kind === 'text')
    this.column = new Column()
  }

  get name(): string {
    return this.mapping.name
  }

  add(doc: number, values: readonly Value[]): void {
    const { kind } = this.mapping
    if (kind === 'text') {
      this.inverted!.addTokens(doc, tokensOf(this.mapping, values as string[]))
      this.column!.set(doc, [true]) // a text without words exists, too
      return
    }
    const sorted = docValues(values, kind)
    if (kind === 'keyword') {
      this.inverted!.addValues(doc, sorted as string[])
      this.column!.set(
        doc,
        sorted.map((value) => this.inverted!.terms.get(value as string)!.term),
      ) // one string for all
      return
    }
    this.inverted?.addValues(doc, [...new Set(sorted)].map(booleanTerm))
    this.column!.set(doc, sorted)
  }

  remove(doc: number, values: readonly Value[]): void {
    const { kind } = this.mapping
    if (kind === 'text')
      this.inverted!.remove(
        doc,
        tokensOf(this.mapping, values as string[]).map(({ term }) => term),
      )
    else this.inverted?.remove(doc, [...new Set(kind === 'boolean' ? values.map(booleanTerm) : (values as string[]))])
    this.column!.set(doc, [])
  }

  /** Whether a document has a value (or an empty text). */
  holds(doc: number): boolean {
    return this.column!.first(doc) !== undefined
  }
}

/** The words of all values; between two values positions jump, so that no phrase spans them. */
export function tokensOf(mapping: FieldMapping, values: readonly string[]): Token[] {
  if (values.length === 1) return mapping.analyzer(values[0]!)
  const tokens: Token[] = []
  let offset = 0
  let position = 0
  for (const value of values) {
    for (const token of mapping.analyzer(value)) {
      const { start, end } = token
      tokens.push({ ...token, position: position + token.position, start: start + offset, end: end + offset })
    }
    position = (tokens.at(-1)?.position ?? -1) + 1 + (tokens.length > 0 ? positionGap : 0)
    offset += value.length + 1
  }
  return tokens
}

/** Elasticsearch indexes booleans as the terms T and F. */
export function booleanTerm(value: Value): string {
  return value === true ? 'T' : 'F'
}

/** Values as doc values keep them: ascending, keywords once, points in 32 bits. */
function docValues(values: readonly Value[], kind: string): Value[] {
  if (kind === 'keyword') return [...new Set(values as string[])].sort(compareCodePoints)
  if (kind === 'geo_point') return (values as GeoPoint[]).map(quantized)
  return [...values].sort((a, b) => Number(a) - Number(b))
}
