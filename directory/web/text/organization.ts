import type { Suggestion } from '../../../packages/client/src/templates.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { formatAmount, formatCompact } from '../../../web/src/kit/format.js'
import { smallWords, toDisplayName, toDisplayZip } from '../../fields/display.js'
import type { FoundOrganization } from '../calls.js'
import type { MapPoint } from '../map/points.js'
import { toOrganizationUrl } from '../navigation/pages.js'
import { formatDistance, type Unit } from './distance.js'
import { formatPlace } from './names.js'

/** `200 Niantic Ave, Providence, RI 02907`. */
export function formatAddress({ street, zip, ...place }: Organization): string {
  const placed = [formatPlace(place), zip && toDisplayZip(zip)].filter(Boolean).join(' ')
  return [street && toDisplayName(street), placed].filter(Boolean).join(', ')
}

/** $1.2M */
export const formatMoney = (value: unknown, country: string | undefined): string =>
  typeof value === 'number' ? formatAmount(value, country, formatCompact) : '–'

/** 05-0258937, the form of the IRS for the nine digits of an EIN. */
export function formatTaxCode({ tax_code, country }: Organization): string | undefined {
  return country === 'US' && tax_code ? tax_code.replace(/^(\d{2})(\d{7})$/, '$1-$2') : tax_code
}

/** The website, if it is an address that is safe as a link. */
export function getWebsite({ website }: Organization): string | undefined {
  return website && /^https?:\/\//i.test(website) ? website : undefined
}

/** Counts the words of a text that match the search. */
const countMatches = (text: string, q: string) =>
  splitMatches(text, q).filter(({ isMarked }) => isMarked).length

/** At most three other names of an organization. Names that match the search come first. */
export function listOtherNames({ alternate_names: names = [] }: Organization, q: string): string[] {
  const isMeant = (name: string) => countMatches(name, q) > 0
  const others = names.filter((name) => !isMeant(name))
  return [...names.filter(isMeant), ...others].slice(0, 3).map(toDisplayName)
}

/** The first other name that matches the search better than the name itself. */
export function findMatchingName(
  { name, alternate_names }: Suggestion,
  q: string,
): string | undefined {
  const other = alternate_names?.find((one) => countMatches(one, q) > countMatches(name, q))
  return other && toDisplayName(other)
}

/** Splits a text into parts that match a word of the search and parts that do not. */
export function splitMatches(text: string, q: string): { part: string; isMarked: boolean }[] {
  const words = q
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !smallWords.has(word.toLowerCase()))
    .map((word) => word.replace(/s$/i, ''))
  if (words.length === 0) return [{ part: text, isMarked: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])((?:${words.join('|')})[\\p{L}\\p{N}]*)`, 'iu')
  return text
    .split(pattern)
    .map((part, i) => ({ part, isMarked: i % 2 === 1 }))
    .filter(({ part }) => part !== '')
}

/** The key of organizations that look the same to a reader. */
export const toNameAndCity = ({ name, city = '' }: Organization): string =>
  `${name}\n${city}`.toLowerCase()

/** The keys that several organizations share. */
export function findTwins(organizations: readonly Organization[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(organizations.map(toNameAndCity).filter((one) => seen.has(one) || !seen.add(one)))
}

/** Formats the distance of an organization from the place of the search: `2.3 km`. */
export function formatDistanceFrom(
  { distance_km }: FoundOrganization,
  unit: Unit | undefined,
): string | undefined {
  return distance_km === undefined ? undefined : formatDistance(distance_km, unit)
}

/** The points of an organization on a map: one, or none if its place is not known. */
export function toMapPoints(organization: FoundOrganization, unit?: Unit): MapPoint[] {
  const { id, name, city, location } = organization
  if (!location) return []
  const note = [formatPlace(organization), formatDistanceFrom(organization, unit)]
    .filter(Boolean)
    .join(' · ')
  const place = city && toDisplayName(city)
  return [
    {
      ...location,
      id,
      note,
      place,
      label: toDisplayName(name),
      href: toOrganizationUrl(organization),
    },
  ]
}
