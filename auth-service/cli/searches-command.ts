import { isDay } from '../../kit/api/dates.js'
import type { Environment } from '../../kit/config/settings.js'
import {
  addSearches,
  keptDays,
  type SearchTerm,
  toDay,
  toFirstHour,
} from '../../kit/usage/counts.js'
import { openUsageStore } from '../../kit/usage/open.js'
import { renderTable } from './table.js'

/** Terms of a table. */
const mostShown = 50

/** The options of the command, as typed. */
interface SearchesOptions {
  day?: string
  days?: string
}

/** Two tables of search terms. */
export interface Searches {
  mostFrequent: TermSum[]
  foundNothing: TermSum[]
}

/** A term, over some days. */
type TermSum = Omit<SearchTerm, 'hour'>

/**
 * The search terms of some days, read where the gateways write them: of all that are kept, of the
 * last ones, or of one day, or those before it.
 * @throws Error for the operator to read.
 */
export async function searches(
  { day, days }: SearchesOptions,
  env: Environment,
): Promise<Searches> {
  if (day !== undefined && !isDay(day)) throw new Error('--day must be a day, such as 2026-01-31')
  const last = day === undefined ? Date.now() : Date.parse(day)
  const terms = await sums(last, Number(days ?? (day === undefined ? keptDays : 1)), env)
  return {
    mostFrequent: most(terms, 'searches'),
    foundNothing: most(
      terms.filter(({ foundNothing }) => foundNothing > 0),
      'foundNothing',
    ),
  }
}

/** The two tables below their titles. */
export function searchesText({ mostFrequent, foundNothing }: Searches): string {
  const tables = [renderTable(mostFrequent), renderTable(foundNothing)]
  return `Most frequent\n\n${tables[0]}\n\nFound nothing\n\n${tables[1]}`
}

async function sums(last: number, days: number, env: Environment): Promise<TermSum[]> {
  const store = await openUsageStore(env)
  const sums = new Map<string, TermSum>()
  const range = { from: toFirstHour(toDay(last, 1 - days)), to: toFirstHour(toDay(last, 1)) }
  for await (const found of store.read('searches', range)) {
    const { term } = found
    const sum = sums.get(term) ?? { term, searches: 0, foundNothing: 0 }
    addSearches(sum, found)
    sums.set(term, sum)
  }
  return [...sums.values()]
}

function most(terms: readonly TermSum[], by: 'searches' | 'foundNothing'): TermSum[] {
  return [...terms].sort((one, other) => other[by] - one[by]).slice(0, mostShown)
}
