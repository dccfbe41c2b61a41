/** Something that gateways must hear of, because they remember what it was (docs/architecture.md, Inside). */
export interface Change {
  of: 'keys' | 'sessions' | 'users' | 'signingKeys'
  id: string
  /** `ended`: refuse it from now on. `changed`: forget what was known of it and ask again. */
  kind: 'ended' | 'changed'
  /** ms since the epoch. */
  at: number
  /** Until when an end must be remembered. */
  until?: number
}

/** What a feed answers. */
export interface News {
  /** Where to ask from next time. */
  cursor: string
  /** The changes since the cursor that was asked for, oldest first; undefined when that one is not known (any more). */
  changes: readonly Change[] | undefined
}

/** Carries changes to every process that answers the gateways. The oldest are forgotten after a while. */
export interface ChangeFeed {
  /** Resolves when whoever asks anywhere hears of the changes. */
  announce(changes: readonly Change[]): Promise<void>
  /**
   * @param cursor What was answered last time; undefined from somebody who knows nothing yet.
   * @param waitMs How long it may wait for a change when there is none since a cursor that it knows; 0 without it.
   */
  since(cursor: string | undefined, waitMs?: number): Promise<News>
  /** Answers everyone who waits. From now on nobody waits. */
  close(): void
}
