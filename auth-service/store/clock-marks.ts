/** What is kept in the store of the clock that its services had, ms since the epoch. */
export interface ClockMark {
  /** What it said when it was looked at last. */
  at: number
  /** Since when it has gone on without a jump. */
  steadySince: number
}

/** Where a store keeps the mark. One that is lost costs a day without a sweep, nothing else. */
export interface ClockMarks {
  read(): Promise<ClockMark | undefined>
  write(mark: ClockMark): Promise<void>
}
