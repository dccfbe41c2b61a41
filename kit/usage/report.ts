import { isDay, parseInstant } from '../api/dates.js'
import {
  addUsed,
  createUsed,
  dayMs,
  hourMs,
  keptDays,
  toDay,
  toHour,
  type UsageRow,
  type Used,
} from './counts.js'
import type { HourRange, UsageStore } from './store.js'

/** What a row of a report is about, such as `{ day }`. */
export type UsageLabel = Readonly<Record<string, string | null>>

export interface UsageReport<Label extends UsageLabel> {
  /** One for each label, in the order of their first use. */
  rows: (Label & Used)[]
  totals: Used
}

/** Adds up rows by their labels. */
export async function reportUsage<Label extends UsageLabel>(
  rows: AsyncIterable<UsageRow>,
  toLabel: (row: UsageRow) => Label,
): Promise<UsageReport<Label>> {
  const sums = new Map<string, Label & Used>()
  const totals = createUsed()
  for await (const row of rows) {
    const label = toLabel(row)
    const id = JSON.stringify(label)
    const sum = sums.get(id) ?? { ...label, ...createUsed() }
    sums.set(id, sum)
    addUsed(sum, row)
    addUsed(totals, row)
  }
  return { rows: [...sums.values()], totals }
}

/** Sorts the most requests first. */
export function compareRequests(a: Used, b: Used): number {
  return b.requests - a.requests
}

/** Callers listed, by requests and by cost. */
const maxCallers = 20

/** `/usage` of the admin listener (docs/limits.md). */
export interface TopCallers {
  /** Start of the hour before the current one: counts are kept by whole hours. */
  since: string
  /** The credentials with the most requests, or the highest cost, of all gateways. */
  callers: (Used & Pick<UsageRow, 'owner' | 'key' | 'prefix'>)[]
  totals: Used
}

/** @param now Milliseconds since 1970. */
export async function reportTopCallers(
  store: Pick<UsageStore, 'read'>,
  now: number,
): Promise<TopCallers> {
  const since = toHour(now - hourMs)
  const usage = store.read('usage', { from: since, to: toHour(now + hourMs) })
  const { rows, totals } = await reportUsage(usage, ({ owner, key, prefix }) => ({
    ...{ owner, key, prefix },
  }))
  const byCost = [...rows].sort((one, other) => other.cost - one.cost)
  const expensive = new Set(byCost.slice(0, maxCallers))
  const isListed = (row: Used, i: number) => i < maxCallers || expensive.has(row as never)
  return { since, callers: rows.sort(compareRequests).filter(isListed), totals }
}

/** A range as a caller wrote it: days in UTC, both included, or times with their zones. */
export interface WrittenRange {
  from?: string | undefined
  to?: string | undefined
}

/**
 * The hours of a range; by default up to the end of today, and all that are kept.
 * @param now Milliseconds since 1970.
 * @returns what is wrong with it, by the name of the parameter, where something is.
 */
export function parseHourRange(
  { from, to }: WrittenRange,
  now: number,
): { range: HourRange } | { mistakes: WrittenRange } {
  const end = parseEnd(to ?? toDay(now))
  const begin = from === undefined ? end - keptDays * dayMs : parseBegin(from)
  const earliest = end - keptDays * dayMs
  const mistakes = {
    ...(Number.isNaN(begin) && from !== undefined && { from: `from ${noTime}` }),
    ...(Number.isNaN(end) && { to: `to ${noTime}` }),
    ...(begin >= end && { from: 'from must be before to' }),
    ...(begin < earliest && {
      from: `from may be ${keptDays} days before the end of to: ${toHour(earliest)}`,
    }),
  }
  if (Object.keys(mistakes).length > 0) return { mistakes }
  return { range: { from: toHour(begin), to: toHour(end) } }
}

const noTime = 'must be a day, such as 2026-01-31, or a time with its zone'

function parseBegin(text: string): number {
  const time = parseTime(text)
  return time - (time % hourMs)
}

function parseEnd(text: string): number {
  return isDay(text) ? parseTime(text) + dayMs : Math.ceil(parseTime(text) / hourMs) * hourMs
}

function parseTime(text: string): number {
  return isDay(text) ? Date.parse(text) : (parseInstant(text) ?? Number.NaN)
}
