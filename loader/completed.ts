import { stateName } from '../kit/places/us-states.js'
import type { Organization } from './format.js'
import { fieldOfWork } from './ntee.js'
import { placeOfZip } from './zip-places.js'

/**
 * An organization completed from its codes: its region and its field of work in words, and a
 * location, if the row has none. Values of the row are kept. The codes are those of the United
 * States; organizations of other countries are unchanged.
 */
export function completed(organization: Organization): Organization {
  const { country, region, activity_code: code, zip, location } = organization
  if (country !== 'US') return organization
  const place = location === undefined && zip !== undefined ? placeOfZip(zip) : undefined
  const name = region === undefined ? undefined : stateName(region)
  return {
    ...(name !== undefined && { region_name: name }),
    ...(code !== undefined && fieldOfWork(code)),
    ...organization,
    ...(place !== undefined && { location: place, location_accuracy: 'zip' }),
  }
}
