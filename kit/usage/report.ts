import { addUsed, nothingUsed, type UsageRow, type Used } from './usage.js'

/** What a row of a report is about, such as `{ day }`. */
export type UsageLabel = Readonly<Record<string, string | null>>

export interface UsageReport<Label extends UsageLabel> {
  /** One for each label, in the order of their first use. */
  rows: (Label & Used)[]
  totals: Used
}

/** Adds up rows by their labels. */
export async function usageReport<Label extends UsageLabel>(
  rows: AsyncIterable<UsageRow>,
  labelOf: (row: UsageRow) => Label,
): Promise<UsageReport<Label>> {
  const sums = new Map<string, Label & Used>()
  const totals = nothingUsed()
  for await (const row of rows) {
    const label = labelOf(row)
    const id = JSON.stringify(label)
    const sum = sums.get(id) ?? { ...label, ...nothingUsed() }
    sums.set(id, sum)
    addUsed(sum, row)
    addUsed(totals, row)
  }
  return { rows: [...sums.values()], totals }
}

/** Most requests first. */
export function byRequests(a: Used, b: Used): number {
  return b.requests - a.requests
}
