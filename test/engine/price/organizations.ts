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

/**
 * As many organizations as wanted: the real ones, then copies of them. Each copy has an id of its
 * own, a name with two words of other organizations, and four of five are at another's place.
 * @param first How many to leave out at the beginning.
 */
export async function* anyNumberOf(
  folder: string,
  count: number,
  first = 0,
): AsyncGenerator<Organization> {
  const real = await organizationsFrom(folder, count)
  yield* real.slice(first)
  for (let n = Math.max(first, real.length); n < count; n++) yield copyOf(real, n)
}

function copyOf(real: readonly Organization[], n: number): Organization {
  const other = (salt: number): Organization => real[scattered(n, salt) % real.length]!
  const original = real[n % real.length]!
  const words = original.name.split(' ')
  for (const salt of [3, 5])
    words[scattered(n, salt + 1) % words.length] = other(salt).name.split(' ')[salt % 2]!
  const ein = String(900_000_000 - n)
  const { region, city, zip, street, location } = n % 5 === 0 ? original : other(7)
  return {
    ...original,
    ...{ id: `us-${ein}`, tax_code: ein, name: words.join(' ') },
    ...Object.fromEntries(
      Object.entries({ region, city, zip, street, location }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  } as Organization
}

/** A number that looks random, the same each time. */
function scattered(n: number, salt: number): number {
  const mixed = Math.imul(n + 1, 0x9e3779b1 ^ Math.imul(salt, 0x85ebca6b))
  return (mixed ^ (mixed >>> 15)) >>> 0
}

/** Another place for each, within a few degrees. */
function around(degrees: number, n: number, salt: number): number {
  const shift = (((n + 1) * 2_654_435_761 * salt) % 1_000_003) / 1_000_003
  return Number((degrees + (shift - 0.5) * 4).toFixed(5))
}
