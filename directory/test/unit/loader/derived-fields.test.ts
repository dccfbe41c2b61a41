import { commonCodes, majorGroups } from '../../../fields/ntee-table.js'
import type { Organization } from '../../../fields/organization.js'
import { withDerivedFields } from '../../../loader/record/derived-fields.js'
import { fieldOfWork } from '../../../loader/record/ntee.js'
import { placeOfZip } from '../../../loader/record/zip-places.js'

describe('a code of work in words', () => {
  test.each([
    ['K31', { activity: 'Food Banks & Pantries', activity_group: 'Food, Agriculture & Nutrition' }],
    ['N6A', { activity: 'Golf', activity_group: 'Recreation & Sports' }],
    ['X83 ', { activity: 'Religious Printing & Publishing', activity_group: 'Religion-Related' }],
    ['B8', { activity_group: 'Education' }],
    ['', {}],
  ])('%j', (code, words) => {
    expect(fieldOfWork(code)).toEqual(words)
  })

  test('the table holds the 26 major groups, and no code twice', () => {
    expect(Object.keys(majorGroups).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    for (const { title, codes } of Object.values(majorGroups)) {
      const ends = [...commonCodes.split('|'), ...codes.split('|')].map((entry) =>
        entry.trim().slice(0, 2),
      )
      expect([title, ends]).toEqual([title, [...new Set(ends)]])
    }
  })
})

test.each([
  ['02901-1802', { lat: 41.8227, lon: -71.4145 }],
  ['20006', { lat: expect.closeTo(38.9, 0), lon: expect.closeTo(-77, 0) }],
  ['K1A 0B1', undefined],
])('the place of the ZIP code %j', (zip, place) => {
  expect(placeOfZip(zip)).toEqual(place)
})

describe('an organization is completed', () => {
  const bare: Organization = {
    id: '1',
    name: 'X',
    country: 'US',
    region: 'DC',
    zip: '20006',
    activity_code: 'K31',
  }
  const place = { lat: 1, lon: 2 }

  test('with the name of its state, its field of work and the place of its ZIP code', () => {
    expect(withDerivedFields(bare)).toEqual({
      ...bare,
      causes: ['Food banks'],
      region_name: 'District of Columbia',
      activity: 'Food Banks & Pantries',
      activity_group: 'Food, Agriculture & Nutrition',
      location: placeOfZip('20006'),
      location_accuracy: 'zip',
    })
  })

  test.each<[Partial<Organization>, string[] | undefined, string[] | undefined]>([
    [{ name: 'NORTON CARE', activity_code: 'E220' }, ['Hospitals'], undefined],
    [{ name: 'ELM HUMANE SOCIETY', activity_code: 'P20' }, ['Animal shelters'], ['ehs']],
    // the words suffice where its work is unknown
    [{ name: 'ELM HOSPITAL' }, ['Hospitals'], undefined],
    [{ name: 'HOSPITAL FRIENDS', activity_code: 'E12' }, undefined, undefined],
    [{ name: 'The School of Art and Design, Inc.' }, ['Schools'], ['sad']],
    [{ name: 'FOR INSPIRATION & RECOGNITION OF SCIENCE' }, undefined, ['firs']],
  ])('%j has the causes %j and the initials %j', (own, causes, initials) => {
    const found = withDerivedFields({ id: 'a', country: 'US', name: '', ...own })
    expect([found.causes, found.initials]).toEqual([causes, initials])
  })

  test.each<[string, Partial<Organization>]>([
    ['a place and how near it is', { location: place, location_accuracy: 'address' }],
    ['a field of work', { activity: 'Cooking', activity_group: 'Food' }],
  ])('but keeps %s of its own', (_, own) => {
    expect(withDerivedFields({ ...bare, ...own })).toMatchObject(own)
    if (own.location && !own.location_accuracy)
      expect(withDerivedFields({ ...bare, ...own })).not.toHaveProperty('location_accuracy')
  })

  test.each<[country: string, taxCode: string, orgId: string | undefined]>([
    ['US', '05-0258937', 'US-EIN-050258937'],
    ['US', '5-0258937', undefined],
    ['GB', '1234567', 'GB-CHC-1234567'],
    ['GB', 'SC012345', 'GB-SC-SC012345'],
    ['CA', '12345 6789 RR0001', 'CA-CRA_ACR-123456789RR0001'],
    ['FR', '852369741', 'FR-INSEE-852369741'],
    ['AU', '11 222 333 444', 'AU-ABN-11222333444'],
    ['constructor', '1', undefined],
  ])('with the identifier of its number: %s, %s', (country, taxCode, orgId) => {
    const organization = { id: '1', name: 'X', country, tax_code: taxCode }
    expect(withDerivedFields(organization).org_id).toBe(orgId)
    expect(withDerivedFields({ ...organization, org_id: 'its own' }).org_id).toBe('its own')
  })

  test.each<[Partial<Organization>, magnitude: number | undefined]>([
    [{ revenue: 1_000_000 }, 6],
    [{ revenue: 0, assets: 123_456, income: 99_999 }, 5],
    [{ revenue: -5_000_000, income: 2_500 }, 3],
    [{ assets: Number.MAX_SAFE_INTEGER }, 15],
    [{ employees: 500 }, undefined],
    [{ revenue: 1_000, active: false }, 0],
  ])('with the magnitude of its greatest amount: %j', (own, magnitude) => {
    expect(withDerivedFields({ id: '1', name: 'X', ...own }).magnitude).toBe(magnitude)
  })

  test('in words only in the United States', () => {
    for (const country of ['FR', undefined]) {
      const { country: _, ...rest } = bare
      const organization = { ...rest, ...(country && { country }) }
      expect(withDerivedFields(organization)).toEqual(organization)
    }
  })
})
