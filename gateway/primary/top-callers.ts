import { byRequests, usageReport } from '../../kit/usage/report.js'
import type { UsageStore } from '../../kit/usage/store.js'
import { hourAt, hourMs, type UsageRow, type Used } from '../../kit/usage/usage.js'

/** Callers listed, by requests and by cost. */
const most = 20

/** `/usage` of the admin listener (docs/limits.md). */
export interface TopCallers {
  /** Start of the hour before the current one: counts are kept by whole hours. */
  since: string
  /** The credentials with the most requests, or the highest cost, of all gateways. */
  callers: (Used & Pick<UsageRow, 'owner' | 'key' | 'prefix'>)[]
  totals: Used
}

/** @param now Milliseconds since 1970. */
export async function topCallers(
  store: Pick<UsageStore, 'read'>,
  now: number,
): Promise<TopCallers> {
  const since = hourAt(now - hourMs)
  const hours = { from: since, to: hourAt(now + hourMs) }
  const { rows, totals } = await usageReport(store.read(hours), ({ owner, key, prefix }) => ({
    ...{ owner, key, prefix },
  }))
  const expensive = new Set([...rows].sort(byCost).slice(0, most))
  const callers = rows.sort(byRequests).filter((row, i) => i < most || expensive.has(row))
  return { since, callers, totals }
}

const byCost = (one: Used, other: Used) => other.cost - one.cost
