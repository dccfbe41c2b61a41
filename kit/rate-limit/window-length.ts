/** The length of a counter's windows: seconds from a key's first taking, or the months of UTC. */
export type WindowLength = number | 'month'

/** Counts of windows longer than this, in seconds, survive a restart (docs/limits.md). */
const greatestPassing = 3600

/** Whether the counts survive a restart. */
export function isLasting(length: WindowLength): boolean {
  return length === 'month' || length > greatestPassing
}

/**
 * The clock of such windows, in whole milliseconds: wall time where they survive a restart, else
 * the process's own, which never jumps. Whole: a window of 1 s must not end in 1.0000000001 s.
 */
export function readClock(length: WindowLength): number {
  return isLasting(length) ? Date.now() : Math.floor(performance.now())
}

/** When a window that begins now ends, by the same clock. */
export function getWindowEnd(length: WindowLength, now: number): number {
  if (length !== 'month') return now + length * 1000
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The length of the current window, in seconds. */
export function getWindowSeconds(length: WindowLength, now = Date.now()): number {
  if (length !== 'month') return length
  const date = new Date(now)
  const begin = Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
  return (getWindowEnd(length, now) - begin) / 1000
}
