import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import type { Organization } from '../../../loader/record/format.js'
import { organizations } from '../differential/corpus.js'

/**
 * As many organizations as wanted: the samples, then real ones (differential/corpus.ts), then copies
 * of them with names and places mixed. What extracts lack (descriptions, places, websites,
 * employees) comes from the samples, so that every field of the mapping has values.
 */
export async function organizationsOf(count: number): Promise<Organization[]> {
  const known = (await organizations()).slice(0, count).map(completed)
  const copies = Array.from({ length: count - known.length }, (_, i) =>
    copyOf(known, known.length + i),
  )
  return [...known, ...copies]
}

const samples = sampleOrganizations()

function completed(organization: Organization, n: number): Organization {
  const { description, location, website, activity, active, employees } =
    samples[n % samples.length]!
  const place = { lat: around(location!.lat, n, 40), lon: around(location!.lon, n, 56) }
  return {
    ...{ description, location: place, website, activity, active, employees },
    ...organization,
  } as Organization
}

/** The n-th copy: with an id of its own, two words of other names, and the place of another one. */
function copyOf(known: readonly Organization[], n: number): Organization {
  const other = (salt: number): Organization => known[scattered(n, salt) % known.length]!
  const words = known[n % known.length]!.name.split(' ')
  for (const salt of [3, 5])
    words[scattered(n, salt + 1) % words.length] = other(salt).name.split(' ')[salt % 2]!
  const { region, city, zip, street, location } = other(7)
  const ein = String(900_000_000 - n)
  return {
    ...known[n % known.length]!,
    ...{ region, city, zip, street, location },
    ...{ id: `us-${ein}`, tax_code: ein, name: words.join(' ') },
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
