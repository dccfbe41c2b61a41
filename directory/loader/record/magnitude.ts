import type { Organization } from '../../fields/organization.js'

/**
 * An organization with its `magnitude`, whatever it had: 0 where it is inactive, or its greatest
 * amount is below ten; unchanged where it is active and no amount is known.
 */
export function withMagnitude(organization: Organization): Organization {
  const magnitude = magnitudeOf(organization)
  return magnitude === undefined ? organization : { ...organization, magnitude }
}

function magnitudeOf({ active, revenue, assets, income }: Organization): number | undefined {
  if (active === false) return 0
  const known = [revenue, assets, income].filter((amount) => amount !== undefined)
  if (known.length === 0) return undefined
  const greatest = Math.max(...known)
  // not a logarithm, which rounds 999,999,999,999,999 up
  return greatest < 10 ? 0 : String(greatest).length - 1
}
