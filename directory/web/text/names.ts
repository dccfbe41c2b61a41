import { formatCount } from '../../../web/src/kit/format.js'
import { toDisplayName } from '../../fields/display.js'
import { stateName } from '../../places/us-states.js'

type Place = { [name in 'city' | 'region' | 'country']?: string | undefined }

/** Where an organization is: `Providence, RI`. */
export function formatPlace({ city, region, country }: Place): string {
  const abroad = country !== undefined && country !== 'US' ? country : undefined
  return [...new Set([city && toDisplayName(city), region, abroad])].filter(Boolean).join(', ')
}

/** A value of a facet in words. */
export function formatFacetValue(facet: string, value: string): string {
  if (value === 'unknown') return 'Unknown'
  if (facet === 'region') return stateName(value) ?? value
  if (value.includes('..')) return formatRange(facet, value)
  if (facet === 'founded') return `${value}s`
  if (facet === 'legal_status' || facet === 'revenue')
    return value.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return value
}

/** `Founded since 2015`, `Revenue 1,000 to 5,000`. */
function formatRange(facet: string, range: string): string {
  const [from = '', to = ''] = range.split('..').map((end) => formatEnd(facet, end))
  const title = facet === 'founded' ? 'Founded' : 'Revenue'
  if (to === '') return `${title} ${facet === 'founded' ? 'since' : 'from'} ${from}`
  return from === '' ? `${title} up to ${to}` : `${title} ${from} to ${to}`
}

const formatEnd = (facet: string, end: string) =>
  facet === 'founded' || end === '' ? end : formatCount(Number(end))
