import { isDeepStrictEqual } from 'node:util'
import { parseExact } from '../../../kit/api/json.js'
import type { Organization } from '../../fields/organization.js'
import type { Candidate } from '../write/bulk.js'
import type { ExistingOrganizations } from './existing-organizations.js'

/**
 * Gives the organizations of a batch `first_seen` and `updated_at`: those of the earlier
 * organization with the same id, but this load's time where it is new, or has changed. Dates of the
 * row are kept.
 * @param loadedAt The load's time. @throws Error when the engine refuses, or stays unavailable.
 */
export async function withDates(
  batch: readonly Candidate[],
  earlier: ExistingOrganizations,
  loadedAt: string,
): Promise<Candidate[]> {
  const known = await earlier.of(batch.map(({ organization }) => organization.id))
  return batch.map((candidate) => {
    const { organization } = candidate
    const before = known.get(organization.id)
    const isSame = before !== undefined && isDeepStrictEqual(valuesOf(before), valuesIn(candidate))
    const {
      first_seen = before?.first_seen ?? loadedAt,
      updated_at = (isSame ? before.updated_at : undefined) ?? loadedAt,
    } = organization
    return { ...candidate, organization: { ...organization, first_seen, updated_at } }
  })
}

/** What a later load compares. */
function valuesOf({ first_seen, updated_at, ...values }: Organization): object {
  return values
}

/** The same as it will be in the index: with all digits of integers. */
function valuesIn({ organization, written }: Candidate): object {
  const values = Object.entries(valuesOf(organization)).filter(([, value]) => value !== undefined)
  if (!written) return Object.fromEntries(values)
  const exact = ([field, value]: [string, unknown]): [string, unknown] => {
    const text = written.get(field)
    return [field, text === undefined ? value : parseExact(text)]
  }
  return Object.fromEntries(values.map(exact))
}
