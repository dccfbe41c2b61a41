import type { SearchTerm, UsageRow } from './counts.js'

/** What is counted, with a row of it. */
export interface Series {
  usage: UsageRow
  searches: SearchTerm
}

/** What one gateway counted in an hour, or of search terms on a day, as far as it is known. */
export interface UsagePart<Name extends keyof Series = keyof Series> {
  series: Name
  /** The hour, or the first one of the day. */
  hour: string
  /** Random: there is a part for each gateway, and another after a restart. */
  id: string
  /** No fewer than were written of this part before, and in the same order. */
  rows: readonly Series[Name][]
}

/** Whole hours, as rows name them. */
export interface HourRange {
  /** The first one. */
  from: string
  /** The first one after them. */
  to: string
}

/** Where counts are kept, by day. Failures are those of its files or of Elasticsearch. */
export interface UsageStore {
  /** Replaces what was written of this part before, as a whole. */
  write(part: UsagePart): Promise<void>
  /** The rows of all parts. @param owner Only those of this user. */
  read<Name extends keyof Series>(
    series: Name,
    hours: HourRange,
    owner?: string,
  ): AsyncIterable<Series[Name]>
  /** Those with rows, oldest first. */
  days(): Promise<string[]>
  remove(day: string): Promise<void>
}

/** A day, as `toDay` writes it. */
export const dayForm = /^\d{4}-\d\d-\d\d$/

/** Whether a day has hours of a range. */
export function isDayInRange(day: string, { from, to }: HourRange): boolean {
  return day >= from.slice(0, 10) && day <= to.slice(0, 10)
}
