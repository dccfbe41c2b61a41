import zipcodes from 'zipcodes'
import type { Location } from './format.js'

/** The middle of a United States ZIP code's area, by its first five digits; undefined when it is not known. */
export function placeOfZip(zip: string): Location | undefined {
  const digits = /^\d{5}(?!\d)/.exec(zip)?.[0]
  const found = digits === undefined ? undefined : zipcodes.lookup(digits)
  return found && { lat: found.latitude, lon: found.longitude }
}
