import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { fieldMappings } from '../../../directory/fields/mapping.js'
import { documentFor, families, indexTemplate } from '../../../directory/loader/record/format.js'
import { fieldOfWork } from '../../../directory/loader/record/ntee.js'

const organizations = sampleOrganizations()

describe('sample organizations', () => {
  test('are at least 500, the same each time, with ids in order', () => {
    expect(organizations.length).toBeGreaterThanOrEqual(500)
    expect(sampleOrganizations()).toEqual(organizations)
    expect(organizations[0]?.id).toBe('org-0001')
    expect(new Set(organizations.map(({ id }) => id)).size).toBe(organizations.length)
    expect(new Set(organizations.map((organization) => organization.tax_code)).size).toBe(
      organizations.length,
    )
  })

  test('hold every field but those of loads, and only known ones', () => {
    const seen = new Set(organizations.flatMap((organization) => Object.keys(organization)))
    const ofLoads = ['alternate_names', 'first_seen', 'inactive_since', 'org_id', 'updated_at']
    expect([...seen, ...ofLoads].sort()).toEqual(Object.keys(fieldMappings).sort())
  })

  test('have the field of work that the loader adds for their NTEE code', () => {
    for (const { activity_code: code, activity, activity_group } of organizations) {
      expect({ activity, activity_group }).toEqual(fieldOfWork(code!))
    }
  })

  test('stand on Earth, in numbers that their mappings take', () => {
    for (const { location, founded_year, registered_on } of organizations) {
      expect(Math.abs(location!.lat)).toBeLessThan(85)
      expect(Math.abs(location!.lon)).toBeLessThanOrEqual(180)
      expect(Number.isInteger(founded_year)).toBe(true)
      expect(new Date(registered_on!).toISOString().slice(0, 10)).toBe(registered_on)
    }
  })
})

describe('index families', () => {
  test('are the three of the API, each with its alias', () => {
    expect(families.map(({ alias }) => alias)).toEqual([
      'organization-serp',
      'organization-entity',
      'map-serp',
    ])
    for (const family of families) {
      expect(family.index.startsWith(`${family.alias}-`)).toBe(true)
      expect(indexTemplate(family)).toMatchObject({
        index_patterns: [`${family.alias}-*`],
        template: { aliases: { [family.alias]: {} } },
      })
    }
  })

  test('every family holds what every search hit shows; names alone have no places', () => {
    for (const family of families) {
      const document = documentFor(family, organizations[0]!)
      for (const field of ['id', 'name', 'tax_code', 'legal_status', 'founded_year', 'region']) {
        expect(family.mappings.properties).toHaveProperty(field)
        expect(document).toHaveProperty(field)
      }
      expect('location' in document).toBe(family.alias !== 'organization-serp')
      expect(Object.keys(document).every((field) => field in family.mappings.properties)).toBe(true)
    }
  })
})
