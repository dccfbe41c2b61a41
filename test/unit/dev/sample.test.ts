import { sampleOrganizations } from '../../../dev/samples/organizations.js'
import { fieldMappings } from '../../../directory/fields/mapping.js'
import { words } from '../../support/cases.js'

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
    const ofLoads = words(
      'alternate_names first_seen inactive_since org_id registered_city updated_at',
    )
    expect([...seen, ...ofLoads].sort()).toEqual(Object.keys(fieldMappings).sort())
  })
})
