import type { GuardOptions } from '../src/grammar/settings.js'
import type { Choice } from '../src/rule/field-rules.js'
import type { CatalogField } from '../src/rule/fields.js'
import { makeValidator } from '../src/validate/request.js'

const types = {
  name: 'text',
  'name.keyword': 'keyword',
  nation: 'keyword',
  founded_year: 'integer',
  location: 'geo_point',
  'contacts.email': 'keyword',
  'contacts.tax_x': 'keyword',
  labels: 'flattened',
}
const fields = new Map(
  Object.entries(types).map(([name, type]): [string, CatalogField] => [
    name,
    { type, searchable: true, aggregatable: type !== 'text' },
  ]),
)
const known = { fields: () => fields, documents: () => 0 }
const unknown = { fields: () => undefined, documents: () => 0 }

function judged(body: object, rules: Partial<GuardOptions> = {}, register = known) {
  const validate = makeValidator(
    {
      indexPrefixes: ['map-serp'],
      features: ['fields', 'docvalue_fields', 'stored_fields'],
      ...rules,
    },
    register as typeof known,
  )
  return validate(JSON.stringify({ index: 'map-serp', body }))
}

/** What the engine gets of a body. */
function sent(body: object, rules?: Partial<GuardOptions>, register?: object) {
  const judgement = judged(body, rules, register as typeof known)
  if ('problems' in judgement) throw new Error(JSON.stringify(judgement.problems))
  return JSON.parse(judgement.search.body)
}

const all = { match_all: {} }
const food = { query: 'food' }

test.each<[string, object, object]>([
  [
    'multi_match: only types that can be searched',
    { multi_match: { ...food, fields: ['n*', 'l*'] } },
    { multi_match: { ...food, fields: ['name', 'name.keyword', 'nation', 'labels'] } },
  ],
  [
    'boosts multiply, of equal patterns the last counts',
    { multi_match: { ...food, fields: ['na*^2', 'name^3', 'name*^5', 'name*^2'] } },
    { multi_match: { ...food, fields: ['name^12', 'name.keyword^4', 'nation^2'] } },
  ],
  [
    'all fields are searched leniently',
    { multi_match: { ...food, fields: '*^2' } },
    {
      multi_match: {
        ...food,
        lenient: true,
        fields: 'name name.keyword nation founded_year contacts.email contacts.tax_x labels'
          .split(' ')
          .map((name) => `${name}^2`),
      },
    },
  ],
  [
    'what means no field does not mean all',
    { combined_fields: { ...food, fields: ['x*'] } },
    { combined_fields: { ...food, fields: ['.'] } },
  ],
  [
    'exists',
    { bool: { must_not: { exists: { field: 'contacts.*', boost: 2 } } } },
    {
      bool: {
        must_not: {
          constant_score: {
            filter: {
              bool: {
                should: [
                  { exists: { field: 'contacts.email' } },
                  { exists: { field: 'contacts.tax_x' } },
                ],
              },
            },
            boost: 2,
          },
        },
      },
    },
  ],
  ['every document', { query_string: { query: '*:*' } }, { query_string: { query: '*:*' } }],
])('a query has names in place of patterns: %s', (_, query, expected) => {
  expect(sent({ query }).query).toEqual(expected)
})

test.each([
  'na\\*:x',
  '*:x',
  'na\\u002A:x',
  '_exists_:na\\*',
  '\\_exists_:"na*"',
  '_exists_:(a b)',
])('a query text names its fields: %s', (query) => {
  expect(judged({ query: { query_string: { query } } })).toHaveProperty('problems')
})

test.each<[string, unknown, unknown]>([
  ['everything', '*', { includes: [], excludes: [] }],
  ['a pattern', ['na*'], { includes: ['name', 'nation'], excludes: [] }],
  [
    'beside an excluded name',
    { includes: 'na*', exclude: 'name' },
    { includes: ['name', 'nation'], excludes: ['name'] },
  ],
  [
    'an excluded one: only what the mappings know, and no field of any members',
    { excludes: ['*_x', 'name'] },
    { includes: ['contacts.email', 'founded_year', 'location', 'nation'], excludes: ['name'] },
  ],
])('_source has names in place of patterns: %s', (_, asked, expected) => {
  const hits = { top_hits: { _source: asked } }
  const inner = { nested: { path: 'contacts', query: all, inner_hits: { _source: asked } } }
  const collapse = { field: 'nation', inner_hits: { name: 'x', _source: asked } }
  const body = sent({ query: inner, _source: asked, collapse, aggs: { hits } })
  expect(body._source).toEqual(expected)
  expect(body.query.nested.inner_hits._source).toEqual(expected)
  expect(body.collapse.inner_hits._source).toEqual(expected)
  expect(body.aggs.hits.top_hits._source).toEqual(expected)
})

test.each<[string, Choice, unknown, unknown]>([
  [
    'of what is denied',
    { deny: ['*_x', 'labels'] },
    undefined,
    {
      includes: ['contacts.email', 'founded_year', 'location', 'name', 'nation'],
      excludes: ['labels'],
    },
  ],
  [
    'of what is allowed',
    { allow: ['contacts.*'] },
    true,
    { includes: ['contacts.email', 'contacts.tax_x'], excludes: [] },
  ],
])('patterns of the field rules are written as names, too: %s', (_, rules, asked, expected) => {
  const judgement = makeValidator(
    { indexPrefixes: ['map-serp'], fields: rules },
    known,
  )(
    JSON.stringify({
      index: 'map-serp',
      body: {
        query: all,
        ...(asked !== undefined && rules.deny?.[0] !== '*' && { _source: asked }),
      },
    }),
  )
  expect(judgement).toHaveProperty('search')
  if ('search' in judgement) expect(JSON.parse(judgement.search.body)._source).toEqual(expected)
})

test('values and highlights have names in place of patterns', () => {
  const asked = {
    fields: ['contacts.*', { field: 'founded*', format: '0' }],
    docvalue_fields: ['x*'],
    stored_fields: 'na*',
    highlight: { fields: { 'na*': { order: 'score' }, 'fo*': {}, nation: {} } },
  }
  expect(sent({ query: all, ...asked })).toMatchObject({
    fields: ['contacts.email', 'contacts.tax_x', { field: 'founded_year', format: '0' }],
    docvalue_fields: ['.'],
    stored_fields: ['name', 'name.keyword', 'nation'],
    highlight: {
      fields: { name: { order: 'score' }, 'name.keyword': { order: 'score' }, '.': {}, nation: {} },
    },
  })
  const listed = { highlight: { fields: [{ 'nam*': {} }, { nation: {} }] } }
  expect(sent({ query: all, ...listed }).highlight.fields).toEqual([
    { name: {} },
    { 'name.keyword': {} },
    { nation: {} },
  ])
  const unmapped = { fields: [{ field: 'a*', include_unmapped: true }] }
  expect(judged({ query: all, ...unmapped })).toHaveProperty('problems')
})

test('the filter of the operator has names of each family, and keeps its own form', () => {
  const filter = { multi_match: { ...food, fields: ['nam*'] } }
  const other = { ...known, fields: () => new Map([['named', fields.get('name')!]]) }
  for (const [register, names] of [
    [known, ['name', 'name.keyword']],
    [other, ['named']],
    [unknown, ['nam*']],
  ] as const)
    expect(sent({ query: all }, { filter }, register).query.bool.filter.multi_match.fields).toEqual(
      names,
    )
})

test('where the fields are unknown, each excluded pattern costs as a scan wherever hits are fetched', () => {
  const costOf = (body: object, register: object, rules = {}) => {
    const judgement = judged({ query: all, ...body }, { maxCost: 1e9, ...rules }, register as never)
    if ('problems' in judgement) throw new Error(JSON.stringify(judgement.problems))
    return judgement.search.cost.total
  }
  const excluded = { _source: { excludes: ['*a*q', '*b*q', 'name'] } }
  const named = { _source: { excludes: ['a', 'b', 'name'] } }
  const buckets = (hits: object) => ({
    size: 0,
    aggs: { t: { terms: { field: 'nation', size: 500 }, aggs: { h: { top_hits: hits } } } },
  })
  const more = (body: (of: object) => object, register: object) =>
    costOf(body(excluded), register) - costOf(body(named), register)
  expect(more((of) => of, unknown)).toBeCloseTo(40, 0)
  expect(more((of) => ({ size: 0, ...of }), unknown)).toBe(0)
  expect(more((of) => buckets(of), unknown)).toBeGreaterThanOrEqual(40 * 500)
  expect(more((of) => buckets(of), known)).toBe(0)
  const rules = { fields: { deny: ['*_x'] } }
  expect(costOf({}, unknown, rules) - costOf({}, unknown)).toBeCloseTo(20.5, 9)
  expect(sent({ query: all, ...excluded }, {}, unknown)._source).toEqual(excluded._source)
})
