/** A run of terms that count only together, `slop` moves apart; each place may take several terms. */
export interface MarkedPhrase {
  terms: ReadonlySet<string>[]
  slop: number
}

/** What the highlighter looks for in one field. */
export interface Marks {
  terms: Set<string>
  /** Terms of prefixes, wildcards and the like. */
  patterns: ((term: string) => boolean)[]
  phrases: MarkedPhrase[]
}
