import { formatCount } from '../../../web/src/kit/format.js'
import { facetNames } from '../navigation/filters.js'
import type { View } from '../navigation/view.js'
import { formatDistance, type Unit } from './distance.js'
import { formatFacetValue } from './names.js'

/** Says how many organizations the map shows. */
export function describeMap(shown: number, total: number): string {
  if (shown === total) return `On the map: all ${formatCount(total)}.`
  const others = 'others are elsewhere, or their place is not known'
  return `On the map: ${formatCount(shown)} of ${formatCount(total)}; ${others}.`
}

/** Describes a search: `food bank within 10 km of Providence RI, Trust`. */
export function describeSearch(view: View, unit: Unit): string {
  const words = [view.q, describePlace(view, unit)].filter(Boolean).join(' ')
  return [words, ...describeFilters(view)].filter(Boolean).join(', ')
}

/** Describes the filters of a search: `Vermont or Wyoming`, `NTEE K31`. */
export function describeFilters({ filters, activity_code }: View): string[] {
  const values = facetNames.map((name) =>
    (filters[name] ?? []).map((value) => formatFacetValue(name, value)).join(' or '),
  )
  return [...values, activity_code && `NTEE ${activity_code}`].filter((words) => words !== '')
}

/** `within 10 km of Providence RI`; empty where there is no place. */
export const describePlace = ({ near, radius }: View, unit: Unit): string =>
  near === '' ? '' : `within ${formatDistance(radius, unit)} of ${near}`

export const facetTitles: Readonly<Record<string, string>> = {
  region: 'State or region',
  cause: 'Cause',
  activity: 'Field of work',
  legal_status: 'Legal form',
  revenue: 'Revenue',
  founded: 'Founded',
}
