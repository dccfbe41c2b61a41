import { distanceKm } from '../../../../plugins/kit/templates/parameters/places.js'
import { findCity } from '../../../places/cities.js'
import { spellCity } from '../../../places/city-spelling.js'
import { readPlaceName } from '../../../plugins/organizations/place-names.js'

/** Places of the United States by their names. */

test('distances are those along the sphere', () => {
  const [boston, providence] = [
    { lat: 42.3601, lon: -71.0589 },
    { lat: 41.824, lon: -71.4128 },
  ]
  expect(distanceKm(boston, providence)).toBeCloseTo(66.4, 0)
  expect(distanceKm(boston, boston)).toBe(0)
})

test.each<[text: string, found: object]>([
  ['03301 OR 57501', { problem: 'must be one place' }],
  ['03301, 57501', { problem: 'must be one place' }],
  ['12345 Main Street, Concord NH 03301', { value: { name: '03301' } }],
  ['Providence, RI 02903', { value: { name: '02903' } }],
])('the place %s', (text, found) => expect(readPlaceName(text, undefined)).toMatchObject(found))

test.each([
  ["O'Fallon MO", 'O Fallon, MO'],
  ['Kāneʻohe, Hawaiʻi', 'Kaneohe, HI'],
  ['New York City', 'New York, NY'],
  ['town of Smithfield, RI', 'Smithfield, RI'],
  ['Sault Ste. Marie MI', 'Sault Sainte Marie, MI'],
])('%s is %s', (text, name) => expect(findCity(text)?.name).toBe(name))

test.each<[string, Record<string, number>, string]>([
  ['nothing is known', {}, 'Springfield, IL'],
  ['there are some in one state of them', { RI: 8000, VT: 6000 }, 'Springfield, VT'],
  ['they are in other states alone', { RI: 8000, CA: 5 }, 'Springfield, IL'],
])('of several cities the one with most organizations: %s', (_, organizations, name) => {
  const found = findCity('springfield', new Map(Object.entries(organizations)))!
  expect(found.name).toBe(name)
  expect(found.others).not.toContain(name)
  expect(found.others.length).toBeGreaterThan(20)
  for (const other of found.others)
    expect(findCity(other)).toMatchObject({ name: other, others: [] })
})

test.each([
  ['CAMPBELLSVLLE', 'KY', '42718', 'CAMPBELLSVILLE'],
  ['N PROVIDENCE', 'RI', '02904', 'NORTH PROVIDENCE'], // its ZIP code is Providence's
  ['N KINGSTOWN', 'RI', '02852', 'NORTH KINGSTOWN'],
  ['WHITE RIV JCT', 'VT', '050010000', 'WHITE RIVER JUNCTION'],
  ['St Johnsbury', 'VT', '05819', 'Saint Johnsbury'],
  ['LABARGE', 'WY', '83123', 'LA BARGE'],
  ['WASHINGTON DC', 'DC', '20001', 'WASHINGTON'],
  ['WASHIGNTON', 'DC', '20001', 'WASHINGTON'],
  ['E DUMMERSTON', 'VT', '05346', 'EAST DUMMERSTON'], // no city of the table
  ['PROVIDENCE', 'RI', '02920', 'PROVIDENCE'], // known, whatever its ZIP code says
  ['BERLIN', 'VT', '05602', 'BERLIN'],
  ['IRA', 'VT', '05777', 'IRA'], // not Irasburg
])('the city %s in %s %s is %s', (written, state, zip, city) => {
  expect(spellCity(written, state, zip)).toBe(city)
})
