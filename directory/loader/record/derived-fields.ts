import type { Organization } from '../../fields/organization.js'
import { stateName } from '../../places/us-states.js'
import { findCauses } from './causes.js'
import { findInitials } from './initials.js'
import { withMagnitude } from './magnitude.js'
import { fieldOfWork } from './ntee.js'
import { orgIdOf } from './org-id.js'
import { placeOfZip } from './zip-places.js'

/**
 * An organization completed from its amounts and codes: its magnitude, initials and causes, its
 * identifier and, in the United States, its region and its field of work in words, and a location.
 * Values of the row are kept.
 */
export function withDerivedFields(organization: Organization): Organization {
  return withMagnitude({
    ...findCauses(organization),
    ...fromCodes(organization),
    ...findInitials(organization),
  })
}

function fromCodes(organization: Organization): Organization {
  const { country, tax_code: taxCode } = organization
  if (country === undefined) return organization
  const orgId = taxCode === undefined ? undefined : orgIdOf(country, taxCode)
  const identified = { ...(orgId !== undefined && { org_id: orgId }), ...organization }
  return country === 'US' ? inWords(identified) : identified
}

/** The codes are those of the United States. */
function inWords(organization: Organization): Organization {
  const { region, activity_code: code, zip, location } = organization
  const place = location === undefined && zip !== undefined ? placeOfZip(zip) : undefined
  const name = region === undefined ? undefined : stateName(region)
  return {
    ...(name !== undefined && { region_name: name }),
    ...(code !== undefined && fieldOfWork(code)),
    ...organization,
    ...(place !== undefined && { location: place, location_accuracy: 'zip' }),
  }
}
