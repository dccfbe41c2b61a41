import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { rowsOf } from '../../../loader/file.js'
import type { Organization } from '../../../loader/format.js'

/** The four states, in the order of loading. */
const files = ['eo_ri.csv.gz', 'eo_vt.csv.gz', 'eo_wy.csv.gz', 'eo_dc.csv.gz']

/**
 * The first this many organizations of the real extracts. What the extracts lack (descriptions,
 * places, websites, employees) is lent by the sample organizations in turn, so that every field of
 * the mapping has values.
 * @param folder Of the extracts.
 */
export async function organizationsFrom(folder: string, count: number): Promise<Organization[]> {
  const samples = sampleOrganizations()
  const organizations: Organization[] = []
  for (const file of files.map((name) => join(folder, name)).filter((path) => existsSync(path))) {
    for await (const { organization } of rowsOf(file)) {
      if (organizations.length === count) return organizations
      if (!organization) continue
      const n = organizations.length
      const { description, location, website, activity, active, employees } =
        samples[n % samples.length]!
      organizations.push({
        ...{
          description: `${description} ${samples[(n * 7) % samples.length]!.description}`,
          website,
          activity,
          active,
        },
        ...{ ...(employees !== undefined && { employees: employees + (n % 997) }) },
        location: { lat: around(location!.lat, n, 40), lon: around(location!.lon, n, 56) },
        ...organization,
      } as Organization)
    }
  }
  return organizations
}

/** Another place for each, within a few degrees. */
function around(degrees: number, n: number, salt: number): number {
  const shift = (((n + 1) * 2_654_435_761 * salt) % 1_000_003) / 1_000_003
  return Number((degrees + (shift - 0.5) * 4).toFixed(5))
}
