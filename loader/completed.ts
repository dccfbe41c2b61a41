import type { Organization } from './format.js'
import { fieldOfWork } from './ntee.js'
import { placeOfZip } from './zip-places.js'

/**
 * An organization completed from its codes: its field of work in words and a location, if the row
 * has none. Values of the row are kept. The codes are those of the United States; organizations of
 * other countries are unchanged.
 */
export function completed(organization: Organization): Organization {
  const { country, activity_code: code, zip, location } = organization
  if (country !== 'US') return organization
  const place = location === undefined && zip !== undefined ? placeOfZip(zip) : undefined
  return {
    ...(code !== undefined && fieldOfWork(code)),
    ...organization,
    ...(place !== undefined && { location: place, location_accuracy: 'zip' }),
  }
}
