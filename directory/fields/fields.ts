/** How values of a field are kept and found: `mappings` (mapping.ts) has the mapping of each. */
export type Kind =
  | 'name' // as `words`, also found as a whole however it is written, as `.whole`
  | 'words' // text found by words, stems and as it is typed, with its whole value as `.keyword`
  | 'label' // text found by words, with its whole value as `.keyword`
  | 'text' // text found by words
  | 'prose' // long text
  | 'keyword' // a whole value
  | 'typed-keyword' // a whole value, also found as it is typed
  | 'number-code' // digits, however they are grouped
  | 'integer'
  | 'money' // whole units of the country's currency
  | 'date' // `YYYY-MM-DD`, `YYYY-MM`, or a time in UTC
  | 'boolean'
  | 'point' // a place on Earth, in degrees

/** The index families (docs/api.md, Search). */
export type FamilyName = 'organization-serp' | 'organization-entity' | 'map-serp'

/** All that the product says about a field of an organization. */
export interface Field {
  kind: Kind
  /** Whether it holds a list of values. */
  isList?: true
  /** One sentence for types, the OpenAPI document and docs. */
  about: string
  /** A value, as it is loaded. */
  example: unknown
  /** Index families that do not store it. */
  notIn?: readonly FamilyName[]
  /** Whether documents always have it: a caller who names it is never at fault (docs/api.md). */
  isPromised?: true
  /** What else callers call it. A word of two fields is left out: no hint is better than a wrong one. */
  words?: readonly string[]
  /** Its title on the page of an organization, in the order of the table; without: not a fact there. */
  title?: string
  /** Where it is on that page; each field with a title has one. */
  section?: 'about' | 'names' | 'money' | 'place' | 'status'
  /** Whether CSV files of the pages have it as a column; a point has two. */
  inCsv?: true
  /** The property of schema.org that has the value as it is; json-ld.ts makes others. */
  schemaOrg?: string
}

/**
 * The fields of an organization. Mappings, types, the OpenAPI document, hints, columns, pages,
 * JSON-LD and docs are made from this table (CONTRIBUTING.md, Add a field).
 */
export const organizationFields = {
  name: {
    kind: 'name',
    about: 'Its name.',
    example: 'RHODE ISLAND COMMUNITY FOOD BANK',
    isPromised: true,
    words: [
      ...['title', 'organization', 'organization_name', 'org', 'company', 'charity'],
      ...['legal_name', 'label'],
    ],
    inCsv: true,
    schemaOrg: 'name',
  },
  alternate_names: {
    kind: 'name',
    isList: true,
    about: 'Its other names: of a trade, a chapter or a local group.',
    example: ['RI FOOD BANK'],
    notIn: ['map-serp'],
    title: 'Also known as',
    section: 'names',
    inCsv: true,
    schemaOrg: 'alternateName',
  },
  initials: {
    kind: 'keyword',
    isList: true,
    about: 'Initials of its names of three words and more, made by the loader.',
    example: ['ricfb'],
    notIn: ['map-serp'],
  },
  description: {
    kind: 'prose',
    about: 'What it does.',
    example: 'It runs a weekly food bank in Providence.',
    notIn: ['organization-entity', 'map-serp'],
    words: ['about', 'mission', 'summary', 'purpose', 'abstract', 'text', 'details'],
    schemaOrg: 'description',
  },
  org_id: {
    kind: 'keyword',
    about: 'Identifier by org-id.guide: the code of a register and the number there.',
    example: 'US-EIN-050258937',
    inCsv: true,
  },
  tax_code: {
    kind: 'number-code',
    about: 'Identifier given by the tax authority, such as the EIN in the United States.',
    example: '050258937',
    isPromised: true,
    words: [
      ...['ein', 'tin', 'vat', 'tax_id', 'tax_number', 'fiscal_code'],
      'employer_identification_number',
    ],
    inCsv: true,
    schemaOrg: 'taxID',
  },
  activity: {
    kind: 'words',
    about: 'Field of work in words.',
    example: 'Community Clinics',
    words: ['category', 'sector', 'field_of_work', 'industry', 'topic'],
    title: 'Field of work',
    section: 'about',
    inCsv: true,
  },
  causes: {
    kind: 'keyword',
    isList: true,
    about: 'Causes that it works for, as people look for them (docs/finding.md).',
    example: ['Food banks'],
    notIn: ['map-serp'],
    words: ['cause'],
  },
  activity_group: {
    kind: 'typed-keyword',
    about: 'The wider field that `activity` belongs to.',
    example: 'Health Care',
    title: 'Area',
    section: 'about',
    inCsv: true,
  },
  activity_code: {
    kind: 'keyword',
    about: 'Field of work in the authority’s code, such as NTEE.',
    example: 'E32',
    words: ['ntee', 'ntee_code', 'category_code'],
    title: 'NTEE code',
    section: 'about',
    inCsv: true,
  },
  legal_status: {
    kind: 'label',
    about: 'Legal form, such as `corporation`.',
    example: 'corporation',
    isPromised: true,
    words: ['legal_form', 'status', 'form', 'organization_type'],
    title: 'Legal form',
    section: 'status',
    inCsv: true,
  },
  founded_year: {
    kind: 'integer',
    about: 'Year of its founding, or of the closest known event.',
    example: 1978,
    isPromised: true,
    words: ['founded', 'founding', 'foundation', 'established', 'inception', 'year', 'since'],
    title: 'Founded',
    section: 'about',
    inCsv: true,
  },
  registered_on: {
    kind: 'date',
    about: 'When the authority registered it: `YYYY-MM-DD` or `YYYY-MM`.',
    example: '1978-04',
    words: [
      ...['registered', 'registration', 'ruling', 'ruling_date', 'created', 'created_at', 'date'],
    ],
    title: 'Registered',
    section: 'status',
  },
  subsection: {
    kind: 'keyword',
    about: 'Part of section 501(c) of the United States tax code.',
    example: '3',
    notIn: ['organization-serp', 'map-serp'],
    words: ['section', '501c', 'subsection_code'],
    title: 'Tax status',
    section: 'status',
    inCsv: true,
  },
  deductibility: {
    kind: 'label',
    about: 'Whether gifts to it reduce income tax: `deductible`, `not_deductible`, `by_treaty`.',
    example: 'deductible',
    notIn: ['map-serp'],
    words: ['deductible', 'tax_deductible', 'donations_deductible'],
    title: 'Gifts to it',
    section: 'status',
    inCsv: true,
  },
  group: {
    kind: 'keyword',
    about: 'Number of the group exemption that a central organization shares with its chapters.',
    example: '0928',
    notIn: ['organization-serp', 'map-serp'],
    words: ['group_exemption', 'group_number', 'gen'],
    title: 'Group exemption',
    section: 'status',
  },
  active: {
    kind: 'boolean',
    about: 'Whether it is still active.',
    example: true,
    words: ['is_active', 'enabled'],
    title: 'Active',
    section: 'status',
    inCsv: true,
  },
  inactive_since: {
    kind: 'date',
    about: 'When a load first missed it in its source, where the operator keeps such ones.',
    example: '2026-11-26T08:00:00Z',
    title: 'No longer in the register since',
    section: 'status',
    inCsv: true,
  },
  employees: {
    kind: 'integer',
    about: 'Number of employees.',
    example: 12,
    notIn: ['map-serp'],
    words: ['staff', 'headcount', 'workers', 'employee_count'],
    title: 'Employees',
    section: 'about',
  },
  revenue: {
    kind: 'money',
    about: 'Revenue of a year, in whole units of the country’s currency.',
    example: 1250000,
    notIn: ['organization-serp', 'map-serp'],
    words: ['turnover', 'revenue_amount', 'sales'],
    title: 'Revenue',
    section: 'money',
    inCsv: true,
  },
  income: {
    kind: 'money',
    about: 'Gross income of a year, in whole units of the country’s currency.',
    example: 1300000,
    notIn: ['organization-serp', 'map-serp'],
    words: ['income_amount', 'earnings'],
    title: 'Gross income',
    section: 'money',
    inCsv: true,
  },
  assets: {
    kind: 'money',
    about: 'Assets, in whole units of the country’s currency.',
    example: 2400000,
    notIn: ['organization-serp', 'map-serp'],
    words: ['asset_amount', 'wealth'],
    title: 'Assets',
    section: 'money',
    inCsv: true,
  },
  tax_period: {
    kind: 'date',
    about: 'The year of its amounts, by the month in which that ends: `YYYY-MM`.',
    example: '2024-12',
    notIn: ['organization-serp', 'map-serp'],
    words: ['fiscal_year', 'tax_year', 'fiscal_year_end', 'period'],
    inCsv: true,
  },
  magnitude: {
    kind: 'integer',
    about:
      'Order of magnitude of its revenue, assets or gross income, whichever is greatest: 6 is one ' +
      'million to ten million.',
    example: 6,
    words: ['order_of_magnitude'],
  },
  street: {
    kind: 'text',
    about: 'Street and number.',
    example: '200 NIANTIC AVE',
    notIn: ['organization-serp'],
    words: ['address', 'street_address', 'addr', 'road'],
    inCsv: true,
  },
  city: {
    kind: 'name',
    about: 'City.',
    example: 'PROVIDENCE',
    words: ['town', 'municipality', 'place', 'locality', 'village'],
    inCsv: true,
  },
  registered_city: {
    kind: 'keyword',
    about: 'The city as the register writes it, where `city` spells out what that has cut.',
    example: 'N KINGSTOWN',
    notIn: ['organization-serp', 'map-serp'],
  },
  region: {
    kind: 'typed-keyword',
    about: 'State, province or the like, as the authority writes it.',
    example: 'RI',
    isPromised: true,
    words: ['state', 'province', 'county', 'canton', 'prefecture'],
    inCsv: true,
  },
  region_name: {
    kind: 'words',
    about: 'The region in words where `region` is a code.',
    example: 'Rhode Island',
    title: 'State or region',
    section: 'place',
    inCsv: true,
  },
  zip: {
    kind: 'keyword',
    about: 'Postal code.',
    example: '02907-3150',
    notIn: ['organization-serp'],
    words: ['zip_code', 'postcode', 'postal_code', 'plz'],
    inCsv: true,
  },
  country: {
    kind: 'keyword',
    about: 'Country, by ISO 3166-1 alpha-2.',
    example: 'US',
    words: ['nation', 'country_code'],
    title: 'Country',
    section: 'place',
    inCsv: true,
  },
  location: {
    kind: 'point',
    about: 'Its place.',
    example: { lat: 41.7909, lon: -71.4244 },
    notIn: ['organization-serp'],
    words: [
      ...['geo', 'geo_point', 'point', 'position', 'coordinates', 'coords', 'lat', 'lon', 'lng'],
      ...['latitude', 'longitude'],
    ],
    inCsv: true,
  },
  location_accuracy: {
    kind: 'keyword',
    about: 'Accuracy of `location`: `zip` for the centre of a ZIP code’s area.',
    example: 'zip',
    notIn: ['organization-serp'],
  },
  website: {
    kind: 'keyword',
    about: 'Address of its website.',
    example: 'https://www.example.org',
    notIn: ['map-serp'],
    words: ['web', 'url', 'homepage', 'link', 'site'],
    inCsv: true,
    schemaOrg: 'url',
  },
  id: {
    kind: 'keyword',
    about: 'Identifier in the directory.',
    example: 'us-050258937',
    isPromised: true,
    words: ['uid', 'uuid', 'organization_id', 'identifier'],
    inCsv: true,
  },
  first_seen: {
    kind: 'date',
    about: 'When it was first loaded: a time in UTC.',
    example: '2026-11-26T08:00:00Z',
    inCsv: true,
  },
  updated_at: {
    kind: 'date',
    about: 'When a load last brought other values of it: a time in UTC.',
    example: '2026-11-26T08:00:00Z',
    title: 'Changed in this directory',
    section: 'status',
    inCsv: true,
  },
} as const satisfies Readonly<Record<string, Field>>
export type FieldName = keyof typeof organizationFields

/** The rows of the table, with the names of their fields. */
export const fieldRows = Object.entries(organizationFields) as readonly (readonly [
  FieldName,
  Field,
])[]

/** The fields that hold a list. */
export const listFields: ReadonlySet<string> = new Set(
  fieldRows.filter(([, { isList }]) => isList).map(([name]) => name),
)
