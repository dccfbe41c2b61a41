import { stringifyExact } from '../../../kit/api/json.js'
import type { Organization } from '../../fields/organization.js'
import { counted } from '../record/counted.js'
import { withMagnitude } from '../record/magnitude.js'
import { type Candidate, loadBatch } from '../write/bulk.js'
import type { WriteIndices } from '../write/indices.js'
import { askedToEnd } from '../write/interrupted.js'
import type { LoadTarget } from '../write/target.js'
import type { ExistingOrganizations } from './existing-organizations.js'

/** Which organizations are missing, since when, and whether to go on looking for them. */
export interface MissingCriteria {
  earlier: ExistingOrganizations
  /** Whether the files hold it. */
  isLoaded(id: string): boolean
  loadedAt: string
  isAskedToEnd(): boolean
}

/**
 * Copies the earlier organizations that the files lack to the new indices, marked as inactive: page
 * by page, so memory does not grow with their number.
 * @returns how many @throws Error when the engine refuses one of them, and Interrupted when it
 * stays unavailable or the load is asked to end.
 */
export async function keepMissing(
  target: LoadTarget,
  indices: WriteIndices,
  { earlier, isLoaded, loadedAt, isAskedToEnd }: MissingCriteria,
): Promise<number> {
  console.log('looking for earlier organizations that are not in the files')
  let [kept, first] = [0, 0]
  for await (const page of earlier.pages()) {
    const missing = [...page.values()].filter(({ id }) => !isLoaded(id))
    await load(
      target,
      indices,
      missing.map((organization) => departed(organization, loadedAt)),
    )
    kept += missing.length
    first += missing.filter(({ inactive_since: since }) => since === undefined).length
    if (isAskedToEnd()) throw askedToEnd()
  }
  console.log(
    `${counted(kept, 'organization')} kept that are not in the files; missing for the first ` +
      `time: ${first}`,
  )
  return kept
}

async function load(
  target: LoadTarget,
  indices: WriteIndices,
  organizations: readonly Organization[],
): Promise<void> {
  if (organizations.length === 0) return
  const [refusal] = await loadBatch(target, indices, organizations.map(candidateOf))
  if (refusal)
    throw new Error(`the engine refuses an organization of the earlier data: ${refusal.reason}`)
}

function departed(organization: Organization, loadedAt: string): Organization {
  if (organization.inactive_since !== undefined) return organization
  const since = { active: false, inactive_since: loadedAt, updated_at: loadedAt }
  return withMagnitude({ ...organization, ...since })
}

function candidateOf(organization: Organization): Candidate {
  const fields = Object.entries(organization)
  const written = new Map(fields.map(([field, value]) => [field, stringifyExact(value)]))
  return { line: 0, organization, written }
}
