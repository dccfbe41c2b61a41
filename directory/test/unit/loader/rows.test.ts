import { madeUpOrganizations } from '../../../../test/support/made-up.js'
import { organizationFromExtract } from '../../../loader/read/irs-extract.js'
import { withDerivedFields } from '../../../loader/record/derived-fields.js'
import { documentText, families } from '../../../loader/record/format.js'
import { organizationFromJson } from '../../../loader/record/json-organization.js'
import { fieldOfWork } from '../../../loader/record/ntee.js'
import { otherNames } from '../../../loader/record/other-names.js'
import { RefusedRow } from '../../../loader/record/refused-row.js'

const row = {
  EIN: '010342663',
  NAME: 'HELEN F WYLIE FOUNDATION',
  STREET: 'PO BOX 1802',
  CITY: 'PROVIDENCE',
  STATE: 'RI',
  ZIP: '02901-1802',
  SUBSECTION: '03',
  RULING: '197611',
  ORGANIZATION: '2',
  ASSET_AMT: '577261',
  INCOME_AMT: '-163418',
  REVENUE_AMT: '',
  NTEE_CD: 'T20',
  SORT_NAME: 'WYLIE FUND',
  DEDUCTIBILITY: '1',
  GROUP: '0928',
  TAX_PERIOD: '201912',
}

describe('a row of the extract', () => {
  test('becomes an organization', () => {
    expect(organizationFromExtract(row)).toEqual({
      id: 'us-010342663',
      name: 'HELEN F WYLIE FOUNDATION',
      alternate_names: ['WYLIE FUND'],
      org_id: 'US-EIN-010342663',
      tax_code: '010342663',
      legal_status: 'trust',
      founded_year: 1976,
      registered_on: '1976-11',
      country: 'US',
      region: 'RI',
      city: 'PROVIDENCE',
      street: 'PO BOX 1802',
      zip: '02901-1802',
      activity_code: 'T20',
      ...fieldOfWork('T20'),
      subsection: '3',
      deductibility: 'deductible',
      group: '0928',
      assets: 577261,
      income: -163418,
      tax_period: '2019-12',
    })
  })

  test('has its city spelled out, and as it is written', () => {
    const organization = organizationFromExtract({ ...row, CITY: 'N PROVIDENCE', ZIP: '02904' })
    expect(organization).toMatchObject({
      city: 'NORTH PROVIDENCE',
      registered_city: 'N PROVIDENCE',
    })
  })

  test('has no year when the ruling is not known, and no field for an empty cell', () => {
    const organization = organizationFromExtract({
      EIN: '123456789',
      NAME: 'X',
      RULING: '000000',
      CITY: ' ',
      DEDUCTIBILITY: '0',
      GROUP: '0000',
      TAX_PERIOD: '0',
    })
    expect(organization).toEqual({
      id: 'us-123456789',
      name: 'X',
      org_id: 'US-EIN-123456789',
      tax_code: '123456789',
      legal_status: 'unknown',
    })
  })

  test.each([
    [{ EIN: '12345678' }, 'EIN must be nine digits: spreadsheets drop leading zeros'],
    [{ ORGANIZATION: '7' }, 'ORGANIZATION'],
    [{ EIN: '000000000' }, 'EIN must not be zeros alone'],
    [{ RULING: '197613' }, 'RULING'],
    [{ RULING: '177607' }, 'RULING must be from 180001 to this month'],
    [{ RULING: '209901' }, 'RULING must be from 180001 to this month'],
    [{ TAX_PERIOD: '2019' }, 'TAX_PERIOD'],
    [{ ASSET_AMT: '1.5' }, 'ASSET_AMT'],
  ])('%j is refused, naming the column', (cells, column) => {
    const read = () => organizationFromExtract({ ...row, ...(cells as Record<string, string>) })
    expect(read).toThrow(RefusedRow)
    expect(read).toThrow(column)
  })
})

test.each<[name: string, others: string[], kept: string[] | undefined]>([
  ['Fondation des érables', ['FONDATION DES ERABLES', ''], undefined],
  ['ST. MARY’S', ['St Marys', 'B', 'b.'], ['B']],
  ['慈善', ['慈善', '慈济'], ['慈济']],
  [
    'A',
    Array.from({ length: 30 }, (_, i) => `B${i}`),
    Array.from({ length: 20 }, (_, i) => `B${i}`),
  ],
])('other names differ from %j and each other: %j', (name, others, kept) => {
  expect(otherNames(name, others).alternate_names).toEqual(kept)
})

describe('where an organization of the extract is', () => {
  test.each<[state: string, zip: string, place: object]>([
    ['RI', '02901-1802', { country: 'US', region: 'RI', zip: '02901-1802' }],
    // areas that ISO 3166-2 lists under the United States
    ['PR', '00901', { country: 'US', region: 'PR', zip: '00901' }],
    // countries of their own that have United States ZIP codes
    ['FM', '96941', { country: 'FM', zip: '96941' }],
    // the armed forces' post, which may be anywhere
    ['AA', '34001', { zip: '34001' }],
    ['', '', {}],
    ['ON', '00000', { region: 'ON' }],
  ])('STATE %j and ZIP %j', (state, zip, place) => {
    const {
      country,
      region,
      zip: code,
    } = organizationFromExtract({ ...row, STATE: state, ZIP: zip })
    expect(JSON.parse(JSON.stringify({ country, region, zip: code }))).toEqual(place)
  })

  test.each(['2903', '2903.0', 'O2903'])('ZIP %j of a state is refused', (zip) => {
    const read = () => organizationFromExtract({ ...row, STATE: 'RI', ZIP: zip })
    expect(read).toThrow(/^ZIP must be five or nine digits/)
  })

  test('one abroad keeps its address and gets its field of work, but no place', () => {
    const address = {
      STREET: '100 RUE A',
      CITY: 'MONTREAL QC H2X 1Y4',
      STATE: '',
      ZIP: '00000-0000',
    }
    const organization = withDerivedFields(organizationFromExtract({ ...row, ...address }))
    expect(organization).toMatchObject({
      street: '100 RUE A',
      city: 'MONTREAL QC H2X 1Y4',
      ...fieldOfWork('T20'),
    })
    for (const field of ['country', 'region', 'zip', 'location'])
      expect(organization).not.toHaveProperty(field)
  })
})

describe('a line of NDJSON', () => {
  test('becomes an organization, with what else it holds', () => {
    for (const { magnitude, initials, ...organization } of madeUpOrganizations()) {
      expect(organizationFromJson(JSON.stringify(organization)).organization).toEqual(organization)
    }
  })

  test('a known field that is null is left out, a field of its own stays', () => {
    const text =
      '{"id":"1","name":"X","city":null,"location":null,"languages":["el","en"],"chair":null,"note":""}'
    expect(organizationFromJson(text).organization).toEqual({
      id: '1',
      name: 'X',
      languages: ['el', 'en'],
      chair: null,
      note: '',
    })
  })

  test.each([
    ['{"id":"1"', 'not valid JSON: column 10: a comma or } is expected'],
    ['{"name":"X"}', 'id'],
    [`{"id":"${'é'.repeat(257)}","name":"X"}`, 'id'],
    ['{"id":"1","name":" "}', 'name'],
    ['{"id":"1","name":"X","alternate_names":"Y"}', 'alternate_names must be a list'],
    ['{"id":"1","name":"X","_score":1}', '_score'],
    ['{"id":"1","name":"X","__proto__":{"name":"X"}}', '__proto__'],
    ['{"id":"1","name":"X","":1}', 'an empty name'],
    ['{"id":"1","name":"X","a":{"b..c":1}}', 'b..c'],
    ['{"id":"1","name":"X","name.keyword":"Y"}', 'name.keyword'],
    ['{"id":"1","name":"X","assets":9007199254740993}', 'assets'],
    ['{"id":"1","name":"\\ud800"}', 'surrogate'],
    ['{"id":"1","name":"X","founded_year":"1990"}', 'founded_year'],
    ['{"id":"1","name":"X","registered_on":"1990-02-31"}', 'registered_on'],
    ['{"id":"1","name":"X","registered_on":"2999-01-01"}', 'registered_on must be from the year'],
    ['{"id":"1","name":"X","registered_on":"0001-01-01"}', 'registered_on must be from the year'],
    ['{"id":"1","name":"X","location":{"lat":91,"lon":0}}', 'location'],
    ['{"id":"1","name":"X","location":{"lat":1,"lon":2,"alt":3}}', 'location'],
    ['{"id":"1","name":"X","location":[2,1]}', 'location'],
  ])('%s is refused, naming the field', (text, field) => {
    expect(() => organizationFromJson(text)).toThrow(RefusedRow)
    expect(() => organizationFromJson(text)).toThrow(field)
  })
})

describe('fields of its own reach the engine as they were written', () => {
  test.each([
    '9007199254740993',
    '1234567890123456789012345678901234567890',
    '-0',
    '1.0',
    '1e3',
    '0.12345678901234567890123',
    '[9007199254740993,[1.0,-0.0]]',
    '{"a":{"b":[9007199254740993,{"c":1.0}]}}',
    '{"constructor":1,"__proto__":{"a":1}}',
    '"\\u00e9 \\"quoted\\" {[1.0]}"',
  ])('%s', (value) => {
    const { organization, written } = organizationFromJson(
      `{"own": ${value} , "name":"X","constructor":1,"id":"1"}`,
    )
    for (const family of families) {
      const text = `{"own":${value},"name":"X","constructor":1,"id":"1"}`
      expect(documentText(family, organization, written)).toBe(text)
    }
  })

  test('beside what the loader adds, and without what the family leaves out', () => {
    const text =
      '{"id":"1","name":"X","country":"US","region":"DC","own":1.0,"assets":1e2,"magnitude":9}'
    const { organization, written } = organizationFromJson(text)
    const serp = documentText(families[0]!, withDerivedFields(organization), written)
    expect(serp).toBe(
      '{"region_name":"District of Columbia","id":"1","name":"X","country":"US","region":"DC",' +
        '"own":1.0,"magnitude":2}',
    )
    const entity = documentText(
      families[1]!,
      { ...withDerivedFields(organization), activity: 'Y' },
      written,
    )
    expect(entity).toBe(
      '{"region_name":"District of Columbia","id":"1","name":"X","country":"US","region":"DC",' +
        '"own":1.0,"assets":1e2,"magnitude":2,"activity":"Y"}',
    )
  })

  test.each([
    ['1e400', 'outside the range'],
    ['{"a":1,"a":1}', '"a" is there twice'],
    ['{"a":1,"\\u0061":2}', '"a" is there twice'],
    [`${'['.repeat(20)}1${']'.repeat(20)}`, 'nested more than 20 deep'],
    [`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'nested more than 20 deep'],
  ])('or the row is refused: %.40s', (value, reason) => {
    const read = () => organizationFromJson(`{"id":"1","name":"X","own":${value}}`)
    expect(read).toThrow(RefusedRow)
    expect(read).toThrow(new RegExp(reason))
  })
})
