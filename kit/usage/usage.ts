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

/** Days that usage is kept, today included. */
export const keptDays = 35

/** A day, as `dayAt` writes it. */
export const dayForm = /^\d{4}-\d\d-\d\d$/

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** @param ms Any time of the hour. */
export function hourAt(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 13)}:00:00.000Z`
}

/** The day, `YYYY-MM-DD`, in UTC. @param daysLater May be negative. */
export function dayAt(ms: number, daysLater = 0): string {
  return new Date(ms + daysLater * dayMs).toISOString().slice(0, 10)
}

export function nothingUsed(): Used {
  return { requests: 0, cost: 0, bytes: 0, errors: {} }
}

export function addUsed(sum: Used, { requests, cost, bytes, errors }: Used): void {
  sum.requests += requests
  sum.cost = inHundredths(sum.cost + cost)
  sum.bytes += bytes
  for (const code in errors) sum.errors[code] = (sum.errors[code] ?? 0) + errors[code]!
}

/** Rounds as the log does, so that sums have no error of their own. */
export function inHundredths(cost: number): number {
  return Math.round(cost * 100) / 100
}
