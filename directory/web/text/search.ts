import { formatCount } from '../../../web/src/kit/format.js'
import { type FacetName, facetNames } from '../navigation/filters.js'
import type { View } from '../navigation/view.js'
import { formatDistance, type Unit } from './distance.js'
import { formatFacetValue } from './names.js'

/** Says how many organizations the map shows. */
export function describeMap(shown: number, total: number): string {
  if (shown === total)
    return total === 1 ? 'It is on the map.' : `All ${formatCount(total)} are on the map.`
  const others = 'others are elsewhere, or their place is not known'
  return `${formatCount(shown)} of ${formatCount(total)} are on the map; ${others}.`
}

/** Describes a search: `food bank within 10 km of Providence RI, Trust`; no words twice. */
export function describeSearch(view: View, unit: Unit): string {
  const words = [view.q, describePlace(view, unit)].filter(Boolean).join(' ')
  const isNew = (filter: string) => !words.toLowerCase().includes(filter.toLowerCase())
  return [words, ...describeFilters(view).filter(isNew)].filter(Boolean).join(', ')
}

/** Describes the filters of a search: `Vermont or Wyoming`, `NTEE K31`. */
export function describeFilters({ filters, activity_code, group }: View): string[] {
  const values = facetNames.map((name) =>
    (filters[name] ?? []).map((value) => formatFilter(name, value)).join(' or '),
  )
  const code = activity_code && `NTEE ${activity_code}`
  return [...values, code, group && `group exemption ${group}`].filter((words) => words !== '')
}

/** `within 10 km of Providence RI`; empty where there is no place. */
export const describePlace = ({ near, radius }: View, unit: Unit): string =>
  near === '' ? '' : `within ${formatDistance(radius, unit)} of ${near}`

/** A filter where others are next to it: `Vermont`, `Revenue unknown`. */
export const formatFilter = (name: FacetName, value: string): string => {
  const words = formatFacetValue(name, value)
  return words === 'Unknown' ? `${facetTitles[name]} unknown` : words
}

export const facetTitles: Readonly<Record<string, string>> = {
  region: 'State or region',
  cause: 'Cause',
  activity: 'Field of work',
  legal_status: 'Legal form',
  revenue: 'Revenue',
  founded: 'Founded',
}
