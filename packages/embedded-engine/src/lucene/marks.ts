/**
 * One place of a phrase: the terms that may be there, and how many words after the first place.
 */
export interface Place {
  terms: readonly string[]
  offset: number
}

/** A run of terms that count only together, at most `slop` moves from standing in a row. */
export interface MarkedPhrase {
  places: readonly Place[]
  slop: number
}

/** What the highlighter looks for in one field. */
export interface Marks {
  terms: Set<string>
  /** Terms of prefixes, wildcards and the like. */
  patterns: ((term: string) => boolean)[]
  phrases: MarkedPhrase[]
}
