/** The stored state of the services' clock, ms since the epoch. */
export interface ClockMark {
  /** Its time at the last check. */
  at: number
  /** Since when it has run without a jump. */
  steadySince: number
}

/** Where a store keeps the mark. Losing it costs a day without a sweep, nothing else. */
export interface ClockMarks {
  read(): Promise<ClockMark | undefined>
  write(mark: ClockMark): Promise<void>
}
