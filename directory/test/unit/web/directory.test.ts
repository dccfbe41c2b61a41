import { words } from '../../../../test/support/cases.js'
import { toDisplayName } from '../../../fields/display.js'
import { toCsv, toFileName } from '../../../web/download/csv.js'
import { isChosen, toggleValue, toRange } from '../../../web/navigation/filters.js'
import { parsePage, toWordsOfName } from '../../../web/navigation/pages.js'
import {
  emptyView,
  newSearch,
  parseView,
  toChangedQuery,
  toFindParameters,
  toQuery,
} from '../../../web/navigation/view.js'
import { toComparison } from '../../../web/organization/comparison-rows.js'
import { toCodeSamples } from '../../../web/results/code-samples.js'
import { parseHints } from '../../../web/search/hints.js'
import {
  describeInterpretation,
  findOverridden,
  resolvePlace,
} from '../../../web/search/interpretation.js'
import {
  chooseUnit,
  formatDistance,
  kilometre,
  listRadiuses,
  mile,
} from '../../../web/text/distance.js'
import { formatFacetValue } from '../../../web/text/names.js'
import { areNamesakes } from '../../../web/text/namesakes.js'
import {
  findMatchingName,
  findTwins,
  getWebsite,
  listOtherNames,
  splitMatches,
  toNameAndCity,
} from '../../../web/text/organization.js'
import { describeSearch } from '../../../web/text/search.js'

/** Parts of the directory that need no browser. */

describe('the address', () => {
  test.each(
    words(`
    ?q= ?q=food+bank&region=RI ?sort=-revenue&page=3&shape=table&columns=name%2Crevenue
    ?near=02903&radius=50&sort=distance
    ?q=food+near+Newport&sort=distance ?q=hospitals+in+Wyoming&understand=false
    ?activity=Food%2C+Agriculture+%26+Nutrition&legal_status=trust&revenue=none&founded=2010
    ?group=0928 ?region=RI&region=VT&legal_status=unknown ?revenue=100..5000 ?founded=..1950&activity_code=K31
    ?list=us-050258937,a&show=list ?list=a&compare=a,b`),
  )('%s is restored', (address) => {
    const sorted = (text: string) => [...new URLSearchParams(text)].sort()
    expect(sorted(toQuery(parseView(new URLSearchParams(address))))).toEqual(sorted(address))
  })

  test.each(['?list=,', '?sort=constructor', '?page=-3', '?radius=none'])(
    'of %s what is wrong is left out',
    (address) => {
      expect(parseView(new URLSearchParams(address))).toEqual(emptyView)
    },
  )

  test.each<[string, object]>([
    ['?q=water&region=RI&page=2', { q: 'water', region: ['RI'], page: 2 }],
    ['?revenue=none', { revenue_max: 0 }],
    ['?revenue=unknown', { revenue_unknown: true }],
    ['?founded=unknown', { founded_unknown: true }],
    ['?group=0928', { group: '0928' }],
    ['?revenue=10+million+and+more', { revenue_min: 10_000_000 }],
    ['?founded=2010', { founded_from: 2010, founded_to: 2019 }],
    ['?founded=..1950&founded=1990', { founded_to: 1950 }],
    ['?revenue=-5..5000', { revenue_min: -5, revenue_max: 5000 }],
    ['?region=RI&region=unknown&region=RI', { region: ['RI', 'unknown'] }],
    ['?activity_code=K', { activity_code: 'K' }],
    ['?q=food+near+Newport&sort=distance', { q: 'food near Newport', sort: 'distance' }],
    ['?q=+food+near+Newport&understand=false', { q: ' food near Newport', understand: false }],
    ['?q=a&box=-71.5,41.7,-71.3,41.9', { q: 'a', box: '-71.5,41.7,-71.3,41.9' }],
  ])('%s asks for %j', (address, parameters) => {
    expect(toFindParameters(parseView(new URLSearchParams(address)))).toEqual({
      ...parameters,
      size: 20,
    })
  })
})

test.each([
  ['FOOD BANK OF RI INC', 'Food Bank of RI Inc'],
  ['NORTH HEALTH CENTER,INC', 'North Health Center,Inc'],
  ["MCDONALD AND O'BRIEN MC", "McDonald and O'Brien Mc"],
  ['P A T T', 'P A T T'],
  ['LSU AND RMHC OF ST BNAI TR', 'LSU and RMHC of St Bnai Trust'],
  ['12 OAK TR', '12 Oak Tr'],
  ['THE SOCIETY FOR THE PREVENTION OF', 'The Society for the Prevention of …'],
  ['VETERANS OF FOREIGN WARS OF THE', 'Veterans of Foreign Wars of the …'],
  ['MUSEUM THE', 'Museum the'],
  ['E A & M L BAILEY TRUST FOR A CHILD', 'E A & M L Bailey Trust for a Child'],
  ['GLADYS L BROWN TR UIND FBO THE TOWN', 'Gladys L Brown Tr UIND FBO the Town'],
])('%s reads %s', (name, expected) => {
  expect(toDisplayName(name)).toBe(expected)
})

const organization = {
  id: 'us-050258937',
  name: 'X',
  tax_code: '050258937',
  country: 'US',
  region: 'RI',
  city: 'PROVIDENCE',
  legal_status: 'non_exempt_charitable_trust',
  revenue: -1500,
  region_name: 'Rhode Island',
  active: true,
  registered_on: '1982-05',
  subsection: '3',
}

test('a website is linked, and never a script', () => {
  expect(getWebsite({ ...organization, website: 'https://a.example' })).toBe('https://a.example')
  expect(getWebsite({ ...organization, website: 'javascript:alert(1)' })).toBeUndefined()
})

test.each([
  ['Food Banks & Pantries', 'food bank', ['Food', 'Banks']],
  ['Improvidence', 'prov', []],
  ['International Infants Hospital', 'hospitals in Wyoming', ['Hospital']],
  ['Water (Trust)', '(water.*', ['Water']],
])('in %s, %s marks %j', (text, q, expected) => {
  const parts = splitMatches(text, q)
  expect(parts.map(({ part }) => part).join('')).toBe(text)
  expect(parts.filter(({ isMarked }) => isMarked).map(({ part }) => part)).toEqual(expected)
})

const named = {
  id: '1',
  name: 'HARBOUR LIGHT',
  alternate_names: ['OLD BOATS', 'B', 'C', 'LIFEBOAT FUND', 'FRIENDS OF THE HARBOUR'],
}
test.each<[q: string, others: string[], meant: string | undefined]>([
  ['harbour lifeboat', ['Lifeboat Fund', 'Friends of the Harbour', 'Old Boats'], undefined],
  ['friends harb', ['Friends of the Harbour', 'Old Boats', 'B'], 'Friends of the Harbour'],
  ['', ['Old Boats', 'B', 'C'], undefined],
])(
  'other names that are shown where %j is asked for: %j; as a suggestion %j',
  (q, others, meant) => {
    expect(listOtherNames(named, q)).toEqual(others)
    expect(findMatchingName(named, q)).toBe(meant)
    expect(listOtherNames({ id: '1', name: 'A' }, q)).toEqual([])
  },
)

test('CSV has the same columns always, keeps what would break it, and runs no formula', () => {
  const csv = toCsv([
    {
      id: 'a',
      name: 'One, "two"\nthree',
      revenue: -5,
      country: 'US',
      tax_code: '050258937',
      active: false,
      tax_period: '2024-06',
    },
    { id: '=1+1', name: ' @x', location: { lat: 1, lon: -2 }, zip: '02903', other: 'x' },
    { id: 'b', name: '\uff0b1', alternate_names: ['=1', 'B, C'] },
  ])
  const [columns = ''] = toCsv([]).split('\r\n')
  const rows = csv.split('\r\n').map((row) => row.split(/,(?! ""| C)/))
  const at = (name: string) => columns.split(',').indexOf(name)
  const cell = (row: number, name: string) => rows[row]![at(name)]
  expect(csv.startsWith(`${columns}\r\n`)).toBe(true)
  expect(columns).toMatch(/^name,(.+,)?latitude,longitude,(.+,)?id,/)
  expect(cell(1, 'name')).toBe('"One, ""two""\nthree"')
  expect([cell(1, 'tax_period'), cell(1, 'tax_code')]).toEqual(['2024-06', '05-0258937'])
  expect([cell(1, 'revenue'), cell(1, 'active'), cell(1, 'zip')]).toEqual(['-5', 'false', ''])
  expect([cell(2, 'id'), cell(2, 'name'), cell(2, 'zip')]).toEqual(["'=1+1", "' @x", '02903'])
  expect([cell(2, 'latitude'), cell(2, 'longitude')]).toEqual(['1', '-2'])
  expect([cell(3, 'name'), cell(3, 'alternate_names')]).toEqual(["'\uff0b1", `"'=1; B, C"`])
  expect(rows.slice(0, 4).map((row) => row.length)).toEqual(
    Array(4).fill(columns.split(',').length),
  )
})

test.each<[string, object, string]>([
  ['', { dataAsOf: '2026-11-10' }, 'organizations-2026-11-10'],
  [
    'food bank near Providence RI, Vermont or Unknown',
    { dataAsOf: '2026-11', attribution: 'IRS, Example of a long name' },
    'food-bank-near-providence-ri-vermont-or-unknown-irs-example-of-2026-11',
  ],
  ['../../x', { attribution: '.' }, 'x'],
])('a download of "%s" with %j is called %s', (search, about, name) => {
  expect(toFileName({ search, about })).toBe(name)
})

test('the request behind a page, in five forms, without a credential', () => {
  const search = { index: 'x', body: { query: { match: { name: "food's" } } } }
  const requests = toCodeSamples('https://api.example', { q: "food's", region: 'RI' }, search)
  expect(requests.GET).toBe('https://api.example/api/v1/organizations?q=food%27s&region=RI')
  expect(requests.curl).toBe(`curl '${requests.GET}' -H "X-API-Key: $KEY"`)
  expect(requests.TypeScript).toContain('"region": "RI"')
  expect(requests.Python).toContain('"https://api.example/api/v1/organizations?"')
  expect(requests['POST search']).toContain("food'\\''s")
})

const view = (address: string) => parseView(new URLSearchParams(address))

describe('what the API understood of a text', () => {
  test.each<[object, string | undefined]>([
    [{ words: 'food bank', place: 'Newport RI' }, 'near Newport RI'],
    [{ words: '', place: '02903', radius: '10km' }, 'within 10 km of 02903'],
    [{ words: 'hospitals', region: 'VT', city: 'burlington' }, 'in burlington, Vermont'],
    [{ words: '', identifier: '050258937' }, 'number 050258937'],
    [{ words: 'arts', revenue_min: 1e6 }, 'revenue from 1,000,000'],
    [{ region: 'VT', revenue_min: 1, revenue_max: 5 }, 'in Vermont, revenue 1 to 5'],
    [{ words: 'arts' }, ''],
  ])('%j is shown as %s', (understood, shown) => {
    expect(describeInterpretation({ words: '', ...understood }, emptyView)).toBe(shown)
  })

  test('a revenue of the form comes before that of the text', () => {
    const understood = { words: '', region: 'VT', revenue_max: 500_000 }
    expect(describeInterpretation(understood, view('?revenue=none'))).toBe('in Vermont')
    const hints = ['revenue_max: 3 without it', 'revenue_max: 7 with it alone']
    const [without, alone] = parseHints(hints, emptyView, understood)
    expect(without!.text).toBe('Search without “Revenue up to 500,000” (3)')
    expect(without!.change).toEqual({ q: 'organizations in Vermont' })
    expect(alone!.text).toBe('Show all with “Revenue up to 500,000” (7)')
    expect(alone!.change).toMatchObject({ q: '', filters: { revenue: ['..500000'] } })
  })

  test('has the place, unless the form has one', () => {
    const understood = { words: 'museums', place: 'Newport RI', radius: '10mi' }
    expect(resolvePlace(emptyView, understood)).toEqual({ near: 'Newport RI', radius: 16.1 })
    expect(resolvePlace(view('?near=02903&radius=5'), understood)).toEqual({
      near: '02903',
      radius: 5,
    })
    expect(resolvePlace(view('?near=02903'), { words: 'x' })).toEqual({ near: '02903', radius: 25 })
  })

  const passed = { filters: {}, activity_code: '', group: '', near: '', box: '' }
  test.each<[string, object, object | undefined]>([
    ['?near=Cheyenne+WY&region=WY', { identifier: '050258937' }, passed],
    ['?group=0928', { identifier: '050258937' }, passed],
    ['?sort=name', { identifier: '050258937' }, undefined],
    ['?near=Cheyenne+WY&region=WY', { place: 'Newport RI' }, { near: '', box: '' }],
    ['?near=Cheyenne+WY&region=WY', {}, undefined],
  ])('passes of %s by %j: %j', (address, understood, passed) => {
    expect(findOverridden(view(address), { words: '', ...understood })).toEqual(passed)
  })
})

test.each<[string, object, string]>([
  // a place of the text ends with it, and the order by the distance; one of the form stays
  ['?q=food+near+Cheyenne+WY&sort=distance', { q: 'hospital' }, '?q=hospital'],
  [
    '?q=food&near=Cheyenne+WY&radius=50&sort=distance',
    { q: 'hospital' },
    '?q=hospital&near=Cheyenne+WY&radius=50&sort=distance',
  ],
  // words are words until the next text
  [
    '?q=food+near+me&sort=distance&page=2',
    { understand: false },
    '?q=food+near+me&understand=false',
  ],
  ['?q=food+near+me&understand=false', { q: 'food', understand: true }, '?q=food'],
  // the shortlist goes along; a new search shows its results
  ['?list=a,b&show=list&compare=a,b', { q: 'food' }, '?q=food&list=a,b'],
  ['?q=food&page=2&list=a', { list: ['a', 'b'] }, '?q=food&page=2&list=a,b'],
  ['?q=food&region=RI&list=a', newSearch, '?list=a'],
])('from %s by %j to %s', (address, change, next) => {
  expect(toChangedQuery(view(address), change)).toBe(next)
})

/** What is chosen after each click on values of a facet. */
test.each<['revenue' | 'founded', string]>([
  [
    'revenue',
    `1 to 10 million: 1 to 10 million, 10 million and more: 1000000.., under 100 thousand: 1..,
    under 100 thousand: 100000.., 10 million and more: 100000..9999999,
    1 to 10 million: 100 thousand to 1 million, none: ..999999, unknown: unknown, none: none, none: `,
  ],
  ['founded', '1990: 1990, 2010: 1990..2019, 2000: 1990..1999, 1990: '],
])('ranges of %s that are chosen become one', (name, clicks) => {
  let filters = {}
  for (const [click = '', chosen = ''] of clicks.split(/,\s+/).map((one) => one.split(': '))) {
    filters = toggleValue(filters, name, click)
    expect(filters).toEqual(chosen === '' ? {} : { [name]: [chosen] })
  }
  const joined = { revenue: ['100000..'] }
  const all = ['none', '100 thousand to 1 million', '10 million and more', 'unknown']
  expect(all.filter((value) => isChosen(joined, 'revenue', value))).toEqual(all.slice(1, 3))
})

test('values of a facet are chosen and given up', () => {
  const some = toggleValue(toggleValue({}, 'region', 'RI'), 'region', 'VT')
  expect(some).toEqual({ region: ['RI', 'VT'] })
  expect(toggleValue(some, 'region', 'RI')).toEqual({ region: ['VT'] })
})

test.each([
  ['5', '', '5..'],
  ['', '-5', '..-5'],
])('from "%s" to "%s" is the range "%s"', (from, to, range) => {
  expect(toRange(from, to)).toBe(range)
})

test.each([
  ['revenue', '1000..50000', 'Revenue 1,000 to 50,000'],
  ['founded', '1990..', 'Founded since 1990'],
  ['founded', '2010', '2010s'],
  ['revenue', 'none', 'None (0)'],
])('%s of %s reads %s', (facet, value, words) => {
  expect(formatFacetValue(facet, value)).toBe(words)
})

test('a title says what is unknown, and nothing twice', () => {
  expect(describeSearch(view('?q=museum+in+Vermont&region=VT&founded=unknown'), mile)).toBe(
    'museum in Vermont, Founded unknown',
  )
})

const other = {
  id: 'b',
  name: 'B',
  country: 'US',
  region_name: 'Rhode Island',
  revenue: 5,
  tax_period: '2025-06',
}
test('organizations next to each other, in sections; what none has is left out', () => {
  const rows = toComparison([organization, other])
  expect(rows.map(({ title }) => title)).toEqual(['Money', 'Place', 'Status and registration'])
  expect(rows[0]!.rows).toEqual([
    {
      title: 'Revenue',
      facts: [
        ['Revenue', '−$1,500', 'year not known'],
        ['Revenue', '$5', 'year to Jun 2025'],
      ],
      ...{ isNumber: true, isSame: false },
    },
  ])
  expect(rows[1]!.rows).toContainEqual(
    expect.objectContaining({ title: 'State or region', isNumber: false, isSame: true }),
  )
})

test('organizations of one name and city are told apart', () => {
  const all = [
    ...['AARP', 'Aarp', 'AARP PHONE'].map((name, i) => ({ id: `${i}`, name, city: 'WASHINGTON' })),
    { id: '3', name: 'AARP', city: 'CASPER' },
  ]
  expect(all.filter((one) => findTwins(all).has(toNameAndCity(one))).map(({ id }) => id)).toEqual([
    '0',
    '1',
  ])
})

test.each<[one: string, other: string, isOne: boolean]>([
  ['NEWPORT HOSPITAL', 'Newport Hospital Foundation, Inc.', true],
  ['THE KENT SOCIETY', 'FRIENDS OF KENT', false],
  ['RHODE ISLAND FOUNDATION', 'RHODE ISLAND HOSPITAL', false],
  ['THE TRUST', 'A FUND INC', false],
])('%s and %s are bodies of one name: %s', (one, other, isOne) => {
  const [first, second] = [one, other].map((name) => ({ id: name, name }))
  expect(areNamesakes(first!, second!)).toBe(isOne)
  expect(areNamesakes({ ...first!, name: 'X', alternate_names: [one] }, second!)).toBe(isOne)
})

test.each<[name: string, words: string]>([
  ['us-999999999-nobody-here', 'nobody here'],
  ['999999999', ''],
  ['05-0258937', ''],
  ['gb-chc-123456-a-b', 'a b'],
  ['some-words-2', 'some words 2'],
])('of a missing page %s the words “%s” are searched', (name, words) => {
  expect(toWordsOfName(name)).toBe(words)
})

test.each<[path: string, query: string, page: object]>([
  ['', '', { page: 'home' }],
  ['', '?q=', { page: 'results' }],
  ['organizations/us-1-a%20b', '', { page: 'organization', name: 'us-1-a b' }],
  ['in/rhode-island/hospitals', '', { page: 'landing' }],
  ...['nothing/here', 'organizations/', 'organizations/a/b', 'in', 'in/a/b/c', 'docs/x'].map(
    (path): [string, string, object] => [path, '', { page: 'missing' }],
  ),
])('at %s%s is %j', (path, query, page) => {
  expect(parsePage({ path, query })).toEqual(page)
})

describe('a hint', () => {
  const at = view('?q=Xyzzy+food+in+Wyoming&region=RI&founded=2010&near=02903')
  const understood = { words: 'Xyzzy food', region: 'WY' }
  const filters = (chosen: object) => ({ filters: chosen })

  test.each<[string, string]>([
    [
      'q: nothing has "x", "y"; these have most, or similar ones',
      'Nothing has “x”, “y”; these have most, or similar ones.',
    ],
    ['q: looked for without "what", "is"', 'Looked for without “what”, “is”.'],
  ])('%s reads %s', (hint, text) => {
    expect(parseHints([hint], at, understood)).toEqual([{ text }])
  })

  test.each<[string, string, object]>([
    [
      'region: 1200 without it',
      'Search without “Rhode Island” (1,200)',
      filters({ founded: ['2010'] }),
    ],
    ['q: 3 without "xyzzy"', 'Search without “xyzzy” (3)', { q: 'food in Wyoming' }],
    [
      'region: 90 with it alone',
      'Show all in Rhode Island (90)',
      { ...newSearch, filters: { region: ['RI'] } },
    ],
    [
      'q: 24 with "WY" alone',
      'Show all in Wyoming (24)',
      { ...newSearch, filters: { region: ['WY'] } },
    ],
    ['q: 5 with "food" alone', 'Search for “food” alone (5)', { q: 'food' }],
    [
      'near: latitude comes first: did you mean 41.8,-71.4?',
      'Did you mean 41.8,-71.4?',
      { near: '41.8,-71.4' },
    ],
    [
      'region: did you mean Vermont?',
      'Did you mean Vermont?',
      filters({ region: ['Vermont'], founded: ['2010'] }),
    ],
  ])('%s reads %s, and leads to %j', (hint, text, change) => {
    expect(parseHints([hint], at, understood)).toEqual([{ text, change }])
  })

  test('is shown once, and takes a place of the text away', () => {
    const hints = ['founded_from: 2 without it', 'founded_to: 2 without it']
    expect(parseHints(hints, at, undefined).length).toBe(1)
    const [hint] = parseHints(['near: 3 without it'], emptyView, {
      words: 'food',
      place: 'Newport',
    })
    expect(hint!.change).toEqual({ near: '', q: 'food' })
  })
})

test.each([
  ['Springfield, VT', undefined, 'mi'],
  ['41.8,-71.4', 'US', 'mi'],
  ['-33.9,151.2', undefined, 'km'],
])('distances from "%s", near which is an organization of %s, are in %s', (near, country, unit) =>
  expect(chooseUnit(near, country).name).toBe(unit),
)

test('distances are round numbers of their unit', () => {
  expect(listRadiuses(mile).map((km) => formatDistance(km, mile))).toEqual([
    '5 mi',
    '10 mi',
    '15 mi',
    '25 mi',
    '50 mi',
    '100 mi',
  ])
  expect([0.04, 2.34, 9.96, 41.4].map((km) => formatDistance(km, kilometre))).toEqual([
    '0 km',
    '2.3 km',
    '10 km',
    '41 km',
  ])
})
