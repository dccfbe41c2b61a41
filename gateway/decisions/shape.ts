/**
 * A request and what was decided about it, without anything that names a person or reveals what was
 * searched: values of queries and paths are replaced by others of the same form, and addresses are
 * not kept.
 */
export interface Shape {
  method: string
  /** Path and query, with masked values. */
  url: string
  /** Those that decide about requests, such as `content-type` and `accept`. */
  headers: Readonly<Record<string, string>>
  /** With masked values; empty: none. */
  body: string
  /** Absent: a visitor without a credential. */
  caller?: ShapeCaller
  /** How many requests, or how much cost, each limit had counted before, by its name. */
  used: Readonly<Record<string, number>>
  /** Absent: no pipeline takes it. */
  pipeline?: string
  /** Of the search, before the engine. */
  cost?: number
  status: number
  /** Of the error; absent: it passed. */
  code?: string
}

/** What of a caller decides about a request. */
export interface ShapeCaller {
  /**
   * `refused`: a credential that the gateway does not accept; `unchecked`: one that no step has
   * verified, because an earlier one refused the request, or none does.
   */
  kind: 'key' | 'token' | 'refused' | 'unchecked'
  scopes: readonly string[]
  plan?: string
  /** Whether it is a key that may not be used where it was. */
  elsewhere?: true
  /** Where it was sent; the header by default. */
  in?: 'url'
}

/** A shape, and how many of the last requests had it. */
export interface KeptShape {
  shape: Shape
  count: number
}
