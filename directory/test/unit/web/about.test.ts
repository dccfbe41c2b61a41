import {
  listFacts,
  listFilings,
  type Section,
  sectionTitles,
  summarize,
  toCitation,
} from '../../../web/text/facts.js'

/** What the page of an organization says of it. */

const organization = {
  id: 'us-050258937',
  name: 'RHODE ISLAND HOSPITAL',
  tax_code: '050258937',
  org_id: 'US-EIN-050258937',
  country: 'US',
  region: 'RI',
  city: 'PROVIDENCE',
  legal_status: 'non_exempt_charitable_trust',
  revenue: -1500,
  active: true,
  registered_on: '1982-05',
  subsection: '03',
  tax_period: '2024-12',
  activity_code: 'E220',
  zip: '02903-0000',
}

test('facts are in words, in sections', () => {
  const sections = Object.keys(sectionTitles) as Section[]
  const facts = sections.map((section) => [section, listFacts(organization, section)])
  expect(Object.fromEntries(facts)).toEqual({
    about: [['NTEE code', 'E22']],
    names: [],
    money: [['Revenue', '−$1,500', 'year to Dec 2024']],
    place: [['Address', 'Providence, RI 02903']],
    status: [
      ['EIN', '05-0258937'],
      ['Legal form', 'Non exempt charitable trust'],
      ['Registered', 'May 1982'],
      ['Tax status', '501(c)(3), charitable organization'],
      ['Active', 'Yes'],
    ],
  })
})

test.each([
  [organization, 'Charitable organization, 501(c)(3), in Providence, RI.'],
  [
    { ...organization, activity: 'Hospitals', activity_group: 'Health Care', founded_year: 1863 },
    'Hospitals (Health Care). Charitable organization, 501(c)(3), in Providence, RI, since 1863.',
  ],
  [
    { id: 'x', name: 'X', activity: 'Museums', activity_group: 'Museums', active: false },
    'Museums. Nonprofit organization, no longer active.',
  ],
])('what it does comes first: %#', (known, summary) => expect(summarize(known)).toBe(summary))

test('a citation says what, where, as of when, and from whom', () => {
  const about = { dataAsOf: '2026-11-01', attribution: 'IRS' }
  expect(toCitation(organization, 'https://d.example/organizations/x', about)).toBe(
    'Rhode Island Hospital. EIN 05-0258937, Providence, RI, Nonprofit Organization Directory, ' +
      'data as of Nov 1, 2026, source: IRS. https://d.example/organizations/x',
  )
  expect(toCitation({ id: 'x', name: 'X' }, 'https://d.example/x', {})).toBe(
    'X. Nonprofit Organization Directory. https://d.example/x',
  )
})

const propublica = 'https://projects.propublica.org/nonprofits/organizations/050258937'
const irs = 'https://apps.irs.gov/app/eos/details/?ein=050258937'

test.each([
  [{}, [propublica, irs]],
  [{ country: 'DE' }, []],
])('filings are linked by number: %j', (change, urls) =>
  expect(listFilings({ ...organization, ...change }).map(([, url]) => url)).toEqual(urls),
)
