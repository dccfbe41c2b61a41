import zipcodes from 'zipcodes'
import type { Location } from './format.js'

/**
 * The centre of a United States ZIP code's area, by its first five digits; undefined if unknown.
 */
export function placeOfZip(zip: string): Location | undefined {
  const digits = /^\d{5}(?!\d)/.exec(zip)?.[0]
  const found = digits === undefined ? undefined : zipcodes.lookup(digits)
  return found && { lat: found.latitude, lon: found.longitude }
}
