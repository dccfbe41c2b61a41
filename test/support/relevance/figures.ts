import type { TypedQuery } from './queries.js'

/**
 * How often the organization that was meant came first, and among the first ten, of this many
 * queries.
 */
export interface Figures {
  asked: number
  first: number
  amongTen: number
}

/** What a search must reach, in parts of one. */
export const goals = { first: 0.85, amongTen: 0.95 }

/** Sends all queries. @param search Gives the ids of the first ten hits, best first. */
export async function figuresOf(
  queries: readonly TypedQuery[],
  search: (typed: string) => string[] | Promise<string[]>,
): Promise<{ all: Figures; byRule: ReadonlyMap<string, Figures> }> {
  const all: Figures = { asked: 0, first: 0, amongTen: 0 }
  const byRule = new Map<string, Figures>()
  for (const { rule, typed, id } of queries) {
    const ofRule = byRule.get(rule) ?? { asked: 0, first: 0, amongTen: 0 }
    byRule.set(rule, ofRule)
    const place = (await search(typed)).indexOf(id)
    for (const figures of [all, ofRule]) {
      figures.asked++
      if (place === 0) figures.first++
      if (place >= 0) figures.amongTen++
    }
  }
  return { all, byRule }
}

/** As in `first 99.4 %, among ten 100.0 % of 700`. */
export function told({ asked, first, amongTen }: Figures): string {
  const part = (count: number) => `${((100 * count) / asked).toFixed(1)} %`
  return `first ${part(first)}, among ten ${part(amongTen)} of ${asked}`
}
