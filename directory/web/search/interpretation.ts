import type { Understood } from '../../../packages/client/src/answer.js'
import { toRange } from '../navigation/filters.js'
import type { View } from '../navigation/view.js'
import { formatDistance, parseRadius } from '../text/distance.js'
import { formatFacetValue } from '../text/names.js'

/** The place to search around, in kilometres: that of the form, or else that of the text. */
export function resolvePlace(
  { near, radius }: View,
  understood: Understood | undefined,
): Pick<View, 'near' | 'radius'> {
  if (near !== '' || understood?.place === undefined) return { near, radius }
  const { place, radius: typed } = understood
  return { near: place, radius: typed === undefined ? radius : parseRadius(typed).km }
}

/** A change that removes the place from the text. */
export const removePlace = (understood: Understood | undefined): Partial<View> =>
  understood?.place === undefined ? {} : { q: understood.words }

/** The filters that a text overrides: a number overrides all, a place overrides another place. */
export function findOverridden(
  { near, box, filters, activity_code, group }: View,
  understood: Understood | undefined,
): Partial<View> | undefined {
  const isPlaced = near !== '' || box !== ''
  const isFiltered = isPlaced || activity_code + group !== '' || Object.keys(filters).length > 0
  if (understood?.identifier !== undefined && isFiltered)
    return { filters: {}, activity_code: '', group: '', near: '', box: '' }
  return understood?.place !== undefined && isPlaced ? { near: '', box: '' } : undefined
}

/**
 * Describes what the API understood: `within 10 mi of Newport RI`, `in Wyoming, revenue from
 * 1,000,000`; no revenue where the form has one.
 */
export function describeInterpretation(understood: Understood, view: View): string {
  if (understood.identifier !== undefined) return `number ${understood.identifier}`
  const range = view.filters.revenue ? '' : getRevenue(understood)
  const revenue = range && formatFacetValue('revenue', range).toLowerCase()
  return [describeWhere(understood), revenue].filter(Boolean).join(', ')
}

/** The revenue that a text names, as a value of its facet; empty where it names none. */
export const getRevenue = ({ revenue_min, revenue_max }: Understood): string =>
  toRange(String(revenue_min ?? ''), String(revenue_max ?? ''))

/** A text of the same meaning without its revenue. */
export const removeRevenue = (understood: Understood): string =>
  [understood.words || 'organizations', describeWhere(understood)].filter(Boolean).join(' ')

function describeWhere({ place, radius, region, city }: Understood): string | undefined {
  if (place !== undefined)
    return `${radius === undefined ? 'near' : describeRadius(radius)} ${place}`
  const parts = [city, region && formatFacetValue('region', region)].filter(Boolean)
  return parts.length === 0 ? undefined : `in ${parts.join(', ')}`
}

function describeRadius(radius: string): string {
  const { km, unit } = parseRadius(radius)
  return `within ${formatDistance(km, unit)} of`
}
