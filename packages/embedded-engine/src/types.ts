/** Kinds of fields the embedded engine maps, by Elasticsearch's names. */
export type FieldKind = 'text' | 'keyword' | 'long' | 'double' | 'date' | 'boolean' | 'geo_point'

export interface GeoPoint {
  lat: number
  lon: number
}

/**
 * A doc value: keywords are strings, numbers and dates (epoch milliseconds) numbers, booleans
 * booleans.
 */
export type Value = string | number | boolean | GeoPoint

/** Numbers of documents of one index, ascending. */
export type Docs = Int32Array

/** What the aggregations see of one index (one shard, as Elasticsearch's default). */
export interface IndexView {
  readonly name: string
  /** Kind of a mapped field (`name.keyword` is a field of its own), or undefined when unmapped. */
  fieldKind(field: string): FieldKind | undefined
  /** Elasticsearch's type of a mapped field, such as `integer`. */
  fieldType(field: string): string | undefined
  /** Format of a mapped date field, as its mapping names it. */
  dateFormat(field: string): string | undefined
  /**
   * Doc values of a field, ascending, without duplicates for keywords; empty when the document has
   * none.
   */
  values(field: string, doc: number): readonly Value[]
  /**
   * The documents that match a query in filter context. @throws EngineError for a query it does not
   * know.
   */
  matching(query: unknown): Docs
  /** Score of a document for the search's own query (for top_hits); NaN when there is none. */
  score(doc: number): number
  /**
   * Hits of a top_hits aggregation: takes size, from, sort, _source, highlight as a search body
   * does.
   */
  topHits(docs: Docs, body: Record<string, unknown>): { hits: unknown[]; maxScore: number | null }
}
