import type { HourRange } from './range.js'
import type { SearchTerm } from './search-terms.js'
import type { UsageRow } from './usage.js'

/** What one gateway counted in an hour, as far as it is known. */
export interface UsagePart {
  hour: string
  /** Random: an hour has a part for each gateway, and another after a restart. */
  id: string
  /** One for each credential. */
  rows: readonly UsageRow[]
}

/** The search terms that one gateway counted on a day. */
export interface TermPart {
  day: string
  /** Random, as that of an hour. */
  id: string
  /** Most searches first. No fewer than in the last part of this id. */
  terms: readonly SearchTerm[]
}

/** Where usage is kept. Failures are those of its files or of Elasticsearch. */
export interface UsageStore {
  /** Replaces what was written of this part before, as a whole. */
  write(part: UsagePart): Promise<void>
  /** The rows of all parts. @param owner Only those of this user. */
  read(hours: HourRange, owner?: string): AsyncIterable<UsageRow>
  /** Replaces what was written of this part before. */
  writeTerms(part: TermPart): Promise<void>
  /** The search terms of all parts of a day. */
  readTerms(day: string): AsyncIterable<SearchTerm>
  /** Those with rows, oldest first. */
  days(): Promise<string[]>
  remove(day: string): Promise<void>
}
