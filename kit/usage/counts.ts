/** What was used: sums over requests. */
export interface Used {
  requests: number
  /** Total cost of searches, with two decimals as in the log. */
  cost: number
  /** Bytes of the answers, with their headers. */
  bytes: number
  /** Requests by the error code of their answer. */
  errors: Record<string, number>
}

/** What an API key, or all access tokens of a user together, used in an hour. */
export interface UsageRow extends Used {
  /** Start of the hour in UTC, such as `2026-11-25T20:00:00.000Z`. */
  hour: string
  /** The user's id. */
  owner: string
  /** Id of the API key; null for access tokens. */
  key: string | null
  /** The public prefix of the key. */
  prefix: string | null
}

/** Searches for a term. */
export interface TermCounts {
  searches: number
  /** Those of them that found nothing. */
  foundNothing: number
}

/** A term that enough owners or addresses have asked for on a day. */
export interface SearchTerm extends TermCounts {
  /** The first hour of the day in UTC. */
  hour: string
  term: string
}

/** What one of them asked for. It is never written or logged. */
export interface AskedTerm extends SearchTerm {
  /** The owner; the address of a caller without a credential. */
  asker: string
}

/** Days that counts are kept, today included. */
export const keptDays = 35

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The start of an hour in UTC. @param ms Any time of the hour. */
export function toHour(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 13)}:00:00.000Z`
}

/** The day, `YYYY-MM-DD`, in UTC. @param daysLater May be negative. */
export function toDay(ms: number, daysLater = 0): string {
  return new Date(ms + daysLater * dayMs).toISOString().slice(0, 10)
}

/** The first hour of a day, `YYYY-MM-DD`. */
export function toFirstHour(day: string): string {
  return `${day}T00:00:00.000Z`
}

/** A sum of nothing yet. */
export function createUsed(): Used {
  return { requests: 0, cost: 0, bytes: 0, errors: {} }
}

/** Adds to a sum. */
export function addUsed(sum: Used, { requests, cost, bytes, errors }: Used): void {
  sum.requests += requests
  sum.cost = roundCost(sum.cost + cost)
  sum.bytes += bytes
  for (const code in errors) sum.errors[code] = (sum.errors[code] ?? 0) + errors[code]!
}

/** Adds to a sum. */
export function addSearches(sum: TermCounts, { searches, foundNothing }: TermCounts): void {
  sum.searches += searches
  sum.foundNothing += foundNothing
}

/** Rounds to hundredths as the log does, so that sums have no error of their own. */
export function roundCost(cost: number): number {
  return Math.round(cost * 100) / 100
}
