import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { fieldMappings } from '../../../directory/fields/mapping.js'
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
