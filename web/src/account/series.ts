import type { UsageRow } from '../../../packages/client/src/types.js'

/** A bar of a chart. */
export interface Bar {
  label: string
  value: number
}

export type Measure = 'requests' | 'cost' | 'errors' | 'bytes'

/** A time for which usage is shown, in steps. */
export interface Span {
  title: string
  by: 'hour' | 'day'
  steps: number
}

export const spans: readonly Span[] = [
  { title: '24 hours', by: 'hour', steps: 24 },
  { title: '7 days', by: 'day', steps: 7 },
  { title: '30 days', by: 'day', steps: 30 },
]

const stepMs = { hour: 3_600_000, day: 86_400_000 }

/** Begin and end of a span, in whole steps of UTC; the last one is not over yet. */
export function toBounds({ by, steps }: Span, now: number): { from: Date; to: Date } {
  const end = (Math.floor(now / stepMs[by]) + 1) * stepMs[by]
  return { from: new Date(end - steps * stepMs[by]), to: new Date(end) }
}

const labels = {
  hour: new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hour12: false }),
  day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
}

/** A bar per step, also for those without any request. */
export function toBars(
  rows: readonly UsageRow[],
  { by }: Span,
  { from, to }: { from: Date; to: Date },
  measure: Measure,
): Bar[] {
  const values = new Map<number, number>()
  for (const row of rows) {
    const begin = Date.parse(row.hour ?? row.day ?? '')
    values.set(begin, (values.get(begin) ?? 0) + getMeasure(row, measure))
  }
  const bars: Bar[] = []
  for (let begin = from.getTime(); begin < to.getTime(); begin += stepMs[by])
    bars.push({ label: labels[by].format(begin), value: values.get(begin) ?? 0 })
  return bars
}

export function sumMeasure(rows: readonly UsageRow[], measure: Measure): number {
  return rows.reduce((sum, row) => sum + getMeasure(row, measure), 0)
}

export function getMeasure(row: UsageRow, measure: Measure): number {
  if (measure !== 'errors') return row[measure]
  return Object.values(row.errors).reduce((sum, ofCode) => sum + ofCode, 0)
}

/** The lines of an axis up to a value: at its ends, and in the middle if that is a whole number. */
export function listTicks(value: number): number[] {
  const top = roundUp(value)
  return [0, top / 2, top].filter(Number.isInteger)
}

/** Rounds up to 1, 2, 5, 10, 20, …, for the end of an axis. */
export function roundUp(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power
}
