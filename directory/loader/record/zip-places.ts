import type { Location } from '../../fields/organization.js'
import { zipCentre } from '../../places/zip-centres.js'

/**
 * The centre of a United States ZIP code's area, by its first five digits; undefined if unknown.
 */
export function placeOfZip(zip: string): Location | undefined {
  const digits = /^\d{5}(?!\d|$)|^\d{5}(?=(\d{4})?$)/.exec(zip)?.[0]
  return digits === undefined ? undefined : zipCentre(digits)
}
