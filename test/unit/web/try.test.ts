import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Organization } from '../../../packages/client/src/types.js'
import { chartsOf } from '../../../web/src/try/buckets.js'
import { columnsOf, type Found } from '../../../web/src/try/columns.js'
import { exampleOf } from '../../../web/src/try/examples.js'
import { faultIn, placed } from '../../../web/src/try/places.js'
import { filled, groups, NoExample, presets } from '../../../web/src/try/presets.js'
import { pretty } from '../../../web/src/try/pretty.js'
import { bodyIn, fragmentOf, queryIn, startingAt, withFilter } from '../../../web/src/try/query.js'
import { placeIn, shown, titleOf } from '../../../web/src/try/values.js'
import { casesIn } from '../../support/cases.js'

const { filtered, charts } = casesIn<{
  filtered: [name: string, body: object, query: object][]
  charts: [definition: object, buckets: unknown, bars: unknown[]][]
}>(__dirname, 'try.yml')

/** Parts of the workbench that need no browser. */

describe('the examples', () => {
  const rows: Organization[] = [
    { id: '1', name: 'LIONS' },
    {
      id: '2',
      name: 'École libre de Besançon',
      ...{ city: 'Besançon', region: 'BFC', country: 'FR', tax_code: '050258937', revenue: 81_857 },
      ...{ activity: 'Animal rescue', location: { lat: 47.2378, lon: 6.024 } },
    },
    { id: '3', name: 'Amis de Besançon' },
  ]
  test.each([
    ['typo', 'lins'],
    ['plain', 'ecole libre de besancon'],
    ['typed', 'écle lib'],
    ['number', '05-0258937'],
    ['region', 'BFC'],
    ['city', 'besançon'],
    ['country', 'FR'],
    ['word', 'lions'],
    ['work', 'animal'],
    ['name', 'besançon'],
    ['id', '2'],
    ['least', 10_000],
    ['most', 1_000_000],
    ['lat', 47.24],
    ['top', 47.74],
    ['left', 5.52],
    ['unknown', undefined],
  ])('$%s is %j', (placeholder, expected) => {
    expect(exampleOf(placeholder, rows)).toBe(expected)
  })

  test('without an accent, a name in lower case', () => {
    expect(exampleOf('plain', rows.slice(0, 1))).toBe('lions')
  })

  test('fill all presets; where the data lacks a value, the preset says so', () => {
    for (const { body } of presets) expect(JSON.stringify(filled(body, rows))).not.toContain('"$')
    expect(() => filled({ query: { term: { region: '$region' } } }, [])).toThrow(NoExample)
  })

  test('are each in one group, and name no sample', () => {
    expect(groups.flatMap((group) => group.presets).length).toBe(presets.length)
    const text = readFileSync(join(__dirname, '../../../web/src/try/presets.json'), 'utf8')
    expect(text).not.toMatch(/"query": "(?!\$)|"(region|country|tax_code|id)": "(?!\$)[^"]*"/)
  })
})

describe('a body', () => {
  const clause = { term: { region: 'RI' } }
  test.each(filtered)('%s takes a filter', (_, body, query) => {
    expect(withFilter({ ...body, size: 3 }, clause)).toEqual({ query, size: 3 })
  })

  test('begins at a hit', () => {
    expect(startingAt({ size: 5, search_after: [1] }, 10)).toEqual({ size: 5, from: 10 })
    expect(startingAt({ size: 5, from: 10 }, 0)).toEqual({ size: 5 })
  })

  test.each(['[]', '3', '{', ''])('is not %j', (text) => {
    expect(bodyIn(text)).toBe(undefined)
  })

  test('is in the fragment of a link', () => {
    const query = { index: 'map-serp*', text: '{ "query": {\n  "a": "ö & # + %" } }' }
    expect(queryIn(fragmentOf(query))).toEqual(query)
    expect(queryIn('#x=1')).toBe(undefined)
  })

  test('is written with short values on one line', () => {
    const value = { query: { match_all: {} }, sort: ['id', { revenue: 'desc' }], aggs: {} }
    expect(pretty(value)).toBe(
      '{\n  "query": { "match_all": {} },\n  "sort": ["id", { "revenue": "desc" }],\n  "aggs": {}\n}',
    )
    expect(JSON.parse(pretty(presets))).toEqual(presets)
  })
})

describe('mistakes', () => {
  const text = '{ "query": { "name.stem": [1, { "mach": 2 }] }, "size": "x" }'
  const places = (mistake: string) =>
    placed(text, [mistake]).map(({ span }) => span && text.slice(span.from, span.to))
  test.each([
    ['size: must be a number', ['"size": "x"']],
    ['body.size or query: x', ['"size": "x"', expect.stringContaining('"query": {')]],
    ['query.name.stem[1].mach: x', ['"mach": 2']],
    ['query["name.stem"][0]: x', ['1']],
    ['query.name.stem[1].other: x', ['{ "mach": 2 }']],
    ['no path at all', [undefined]],
  ])('%s', (mistake, spans) => {
    expect(places(mistake)).toEqual(spans)
  })

  test.each([
    ['{\n  "a": 1,\n}', '}'],
    ['{ "a" 1 }', '1'],
    ['{ "a": 1', ''],
  ])('where %j is not JSON', (wrong, at) => {
    const { text: told, span } = faultIn(wrong)!
    expect(told).toMatch(/^Invalid JSON: [^"]*/)
    expect(wrong.slice(span!.from).startsWith(at)).toBe(true)
  })
})

test('columns: the name, what it is sorted by, then what has a value', () => {
  const hits = [
    { id: '1', name: 'FOOD BANK', _score: null, _sort: [0.48, 81857], city: null, revenue: 81857 },
  ] as unknown as Found[]
  const sort = [
    { _geo_distance: { location: '1,2', unit: 'km' } },
    { revenue: 'desc' },
    'name.keyword',
  ]
  const columns = columnsOf(hits, { sort })
  expect(columns.map(({ title, order, text }) => [title, order, text(hits[0]!)])).toEqual([
    ['Name', undefined, 'Food Bank'],
    ['Distance (km)', 'ascending', '0.48'],
    ['Revenue', 'descending', '81,857'],
    ['Id', undefined, '1'],
  ])
})

test.each<[string, unknown, string]>([
  ['revenue', 1234567, '$1,234,567'],
  ['income', -5, '−$5'],
  ['founded_year', 1999, '1999'],
  ['active', true, 'Yes'],
  ['location', { lat: 1.5, lon: 2 }, '1.5, 2'],
  ['tags', ['a', 'b'], 'a, b'],
  ['name', 'CLEAN WATER', 'Clean Water'],
  ['legal_status', 'public_charity', 'Public charity'],
  ['other', { a: 1 }, '{"a":1}'],
  ['other', null, ''],
])('%s %j reads %s', (field, value, text) => {
  expect(shown(field, value, 'US')).toBe(text)
})

test.each<[unknown, object | undefined]>([
  [
    { lat: 1.5, lon: -2 },
    { lat: 1.5, lon: -2 },
  ],
  ['1.5,-2', { lat: 1.5, lon: -2 }],
  [[-2, 1.5], { lat: 1.5, lon: -2 }],
  ['somewhere', undefined],
  [{ lat: '1.5' }, undefined],
  [null, undefined],
])('the place in %j', (value, place) => {
  expect(placeIn(value)).toEqual(place)
})

test('the name of a field in words', () => {
  expect(titleOf('legal_status.keyword')).toBe('Legal status')
})

describe('charts', () => {
  const bars = (definition: object, buckets: unknown) =>
    chartsOf({ a: { buckets } }, { a: definition })[0]!.buckets!.map(({ label, clause }) => [
      label,
      clause,
    ])
  test.each(charts)('%j', (definition, buckets, expected) => {
    expect(bars(definition, buckets)).toEqual(expected)
  })

  test('numbers, what is inside a bucket, and charts inside a filter', () => {
    const found = {
      total: { value: 1234.5 },
      us: { doc_count: 2, states: { buckets: [{ key: 'RI', doc_count: 2, sum: { value: 5 } }] } },
    }
    const aggs = { us: { filter: {}, aggs: { states: { terms: { field: 'region' } } } } }
    expect(chartsOf(found, aggs)).toEqual([
      { name: 'total', numbers: [['value', '1,234.5']] },
      { name: 'us', numbers: [['doc_count', '2']] },
      {
        name: 'us › states',
        buckets: [
          {
            label: 'Rhode Island',
            count: 2,
            details: { sum: '5' },
            clause: { term: { region: 'RI' } },
          },
        ],
      },
    ])
  })
})
