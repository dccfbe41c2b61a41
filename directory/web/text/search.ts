import { count } from '../../../web/src/kit/format.js'
import { facetNames } from '../navigation/filters.js'
import type { View } from '../navigation/view.js'
import { distance, type Unit } from './distance.js'
import { facetWords } from './names.js'

/** How many organizations the map shows. */
export function onMap(shown: number, total: number): string {
  return shown === total
    ? `On the map: all ${count(total)}.`
    : `On the map: ${count(shown)} of ${count(total)}; others are elsewhere, or their place is not known.`
}

/** What a view asks for, in words: `food bank within 10 km of Providence RI, Trust`. */
export function titleOf(view: View, unit: Unit): string {
  const words = [view.q, placedIn(view, unit)].filter(Boolean).join(' ')
  return [words, ...filterWords(view)].filter(Boolean).join(', ')
}

/** The filters of a view, each facet in words: `Vermont or Wyoming`, `NTEE K31`. */
export function filterWords({ filters, activity_code }: View): string[] {
  const values = facetNames.map((name) =>
    (filters[name] ?? []).map((value) => facetWords(name, value)).join(' or '),
  )
  return [...values, activity_code && `NTEE ${activity_code}`].filter((words) => words !== '')
}

/** `within 10 km of Providence RI`; empty where there is no place. */
export const placedIn = ({ near, radius }: View, unit: Unit): string =>
  near === '' ? '' : `within ${distance(radius, unit)} of ${near}`

export const facetTitles: Readonly<Record<string, string>> = {
  region: 'State or region',
  activity: 'Field of work',
  legal_status: 'Legal form',
  revenue: 'Revenue',
  founded: 'Founded',
}
