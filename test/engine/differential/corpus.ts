import { readExtracts } from '../../../bench/relevance/extracts.js'
import { analysis, fieldMappings } from '../../../directory/fields/mapping.js'
import type { Organization } from '../../../directory/fields/organization.js'
import { madeUpOrganizations } from '../../support/made-up.js'
import type { Definition, Document } from './engines.js'

/** Index of organizations: all fields of all families. */
export const organizationIndex: Definition = {
  analysis,
  mappings: { properties: fieldMappings },
}

/** The sample organizations, then those of the IRS extracts in the folder ORGANIZATIONS. */
async function organizations(): Promise<Organization[]> {
  const folder = process.env.ORGANIZATIONS
  return [...madeUpOrganizations(), ...(folder ? await readExtracts(folder) : [])]
}

/** At most so many: the samples, and some of each extract. */
export async function someOrganizations(most: number): Promise<Organization[]> {
  const all = await organizations()
  const first = madeUpOrganizations().length
  const step = Math.ceil((all.length - first) / (most - first))
  return all.filter((_, i) => i < first || (i - first) % step === 0)
}

export function documentsOf(list: readonly Organization[]): Document[] {
  return list.map((organization) => ({ id: organization.id, source: { ...organization } }))
}
