import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { analysis, fieldMappings } from '../../../directory/fields/mapping.js'
import type { Organization } from '../../../directory/fields/organization.js'
import { rowsOf } from '../../../loader/read/file.js'
import type { Definition, Document } from './engines.js'

/** Index of organizations: all fields of all families. */
export const organizationIndex: Definition = {
  analysis,
  mappings: { properties: fieldMappings },
}

/** The sample organizations, then those of the IRS extracts in the folder ORGANIZATIONS. */
export async function organizations(): Promise<Organization[]> {
  const folder = process.env.ORGANIZATIONS
  const found = sampleOrganizations()
  const files = folder === undefined ? [] : readdirSync(folder).sort()
  for (const file of files.filter((name) => name.endsWith('.csv.gz'))) {
    for await (const { organization } of rowsOf(join(folder!, file)))
      if (organization !== undefined) found.push(organization)
  }
  return found
}

/** At most so many: the samples, and some of each extract. */
export async function someOrganizations(most: number): Promise<Organization[]> {
  const all = await organizations()
  const first = sampleOrganizations().length
  const step = Math.ceil((all.length - first) / (most - first))
  return all.filter((_, i) => i < first || (i - first) % step === 0)
}

export function documentsOf(list: readonly Organization[]): Document[] {
  return list.map((organization) => ({ id: organization.id, source: { ...organization } }))
}
