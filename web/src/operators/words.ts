import { formatCount, formatDuration, formatPeriod } from '../kit/format.js'
import type { Span } from './metrics.js'

/** 12 ms, 1.24 s */
export function formatSeconds(value: number): string {
  return value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(2)} s`
}

/** `RATE_LIMITED 12, NOT_FOUND 3`: the largest first. */
export function formatAmounts(values: ReadonlyMap<string, number>): string {
  const sorted = [...values].sort(([, one], [, other]) => other - one)
  return sorted.map(([name, amount]) => `${name} ${formatCount(amount)}`).join(', ') || 'none'
}

/** Describes the time of which numbers are. */
export function describeSpan({ from, seconds: length }: Span): string {
  return from
    ? `Of the last ${formatPeriod(length).slice(4)}.`
    : `Since the start, ${formatDuration(length)} ago.`
}

/** `key npd_8fK2xQ1z of owner 12`, `owner 12`, `a visitor`. */
export function describeCaller({
  owner,
  prefix,
}: {
  owner: string | null
  prefix: string | null
}): string {
  if (owner === null) return 'a visitor'
  return prefix === null ? `owner ${owner}` : `key ${prefix} of owner ${owner}`
}
