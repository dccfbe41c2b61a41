import {
  type CatalogField,
  type CatalogFields,
  type FieldSource,
  type GuardOptions,
  makeValidator,
} from '../../../../packages/query-guard/src/index.js'
import { mappings } from '../../../../packages/query-guard/test/cases/fields.js'
import { legitimate } from '../../../../packages/query-guard/test/cases/legitimate.js'
import { casesIn } from '../../../../test/support/cases.js'
import { fieldWords, promisedFields } from '../../../fields/names.js'
import { type Family, families } from '../../../loader/record/format.js'
import { misspeltFields } from './misspelt.js'

interface Mapping {
  type?: string
  fields?: Record<string, Mapping>
  properties?: Record<string, Mapping>
}

/** The fields of a mapping as an engine shows them: objects are none. */
function fieldsOf(properties: Record<string, Mapping>, around = ''): [string, CatalogField][] {
  return Object.entries(properties).flatMap(([key, { type, fields = {}, properties }]) => {
    if (properties) return fieldsOf(properties, `${around}${key}.`)
    const field = { type: type ?? 'object', searchable: true, aggregatable: type !== 'text' }
    return [
      [around + key, field] as [string, CatalogField],
      ...fieldsOf(fields, `${around}${key}.`),
    ]
  })
}

const indexPrefixes = families.map(({ alias }) => alias)
const registerWith = (of: (family: Family) => CatalogFields | undefined): FieldSource => ({
  fields: (index) => of(families.find(({ alias }) => index.startsWith(alias))!),
  documents: () => 0,
  synonyms: fieldWords,
  promised: promisedFields,
})
const loaded = registerWith(({ mappings }) => new Map(fieldsOf(mappings.properties)))
const everything = { ...mappings.properties, script: { type: 'keyword' } }
const all = registerWith(() => new Map(fieldsOf(everything)))

/** What would be reported of a search that finds nothing. */
function hintsOf(
  body: object,
  index = 'organization-entity',
  params: Partial<GuardOptions> = {},
  register = loaded,
) {
  const judgement = makeValidator(
    { indexPrefixes, ...params },
    register,
  )(JSON.stringify({ index, body }))
  if ('problems' in judgement) throw new Error(JSON.stringify(judgement.problems))
  return judgement.search.hints?.(true) ?? []
}

const query = (clause: object) => ({ query: clause })
const term = (field: string) => query({ term: { [field]: 'x' } })

test('of 200 misspelt fields nine in ten get the right suggestion', () => {
  expect(misspeltFields.length).toBeGreaterThanOrEqual(200)
  const wrong = misspeltFields.filter(([written, meant]) => {
    const hints = indexPrefixes.flatMap((index) =>
      hintsOf({ query: { match: { [written]: 'x' } } }, index),
    )
    for (const hint of hints) expect(hint).toMatch(/^body\.query\.match\.\S+: no field of /)
    return !hints.some((hint) => meant.some((name) => hint.endsWith(`; did you mean ${name}?`)))
  })
  const right = misspeltFields.length - wrong.length
  expect(right / misspeltFields.length).toBeGreaterThanOrEqual(0.9)
})

test('no legitimate search gets a hint where its fields are there', () => {
  const hinted = legitimate.filter(
    ({ body, index }) => hintsOf(body, index ?? 'organization-serp*', {}, all).length > 0,
  )
  expect(hinted.map(({ name }) => name)).toEqual([])
})

const { tells, silent } = casesIn<{
  tells: Record<string, [clause: object, index: string, hint: string]>
  silent: Record<string, object>
}>(__dirname, 'hints.yml')

test.each(Object.entries(tells))('it tells of %s', (_, [clause, index, hint]) => {
  const told = hint.replace('no field', `no field of ${index.replace('*', '')}`)
  expect(hintsOf(query(clause), index)).toEqual([`body.query.${told}`])
})

test('it tells of an aggregation', () => {
  const aggs = { places: { terms: { field: 'state' } } }
  expect(hintsOf({ ...query({ match_all: {} }), size: 0, aggs })).toEqual([
    'body.aggs.places.terms.field: no field of organization-entity; did you mean region?',
  ])
})

test('it tells of each field that a query text names', () => {
  const text = 'state:RI AND (region:RI OR "town: none") AND twon:x AND a\\:b AND _exists_:name'
  expect(
    hintsOf(query({ query_string: { query: text } }), 'map-serp', { maxCost: 100_000 }),
  ).toEqual([
    'body.query.query_string.query.state: no field of map-serp; did you mean region?',
    'body.query.query_string.query.twon: no field of map-serp; did you mean city?',
  ])
  expect(
    hintsOf(query({ simple_query_string: { query: 'state:RI', fields: ['name'] } }), 'map-serp'),
  ).toEqual([])
})

test.each(Object.entries(silent))('it tells nothing of %s', (_, body) => {
  expect(hintsOf(body)).toEqual([])
})

test('of promised fields it tells nothing where the indices lack them, nor of objects and their keys', () => {
  const odd = registerWith(
    () =>
      new Map(
        fieldsOf({ a: { properties: { b: { type: 'keyword' } } }, f: { type: 'flattened' } }),
      ),
  )
  for (const name of 'region name.keyword founded_year tax_code a a.b f.any.key'.split(' ')) {
    expect(hintsOf(query({ exists: { field: name } }), 'map-serp', {}, odd)).toEqual([])
  }
  expect(hintsOf(query({ exists: { field: 'b' } }), 'map-serp', {}, odd)).toEqual([
    'body.query.exists.field: no field of map-serp; did you mean a.b?',
  ])
})

test('it tells nothing when it is switched off, or the engine has told nothing', () => {
  expect(hintsOf(term('state'), 'map-serp', { hints: false })).toEqual([])
  for (const nothing of [undefined, new Map()]) {
    const register = registerWith(() => nothing)
    expect(hintsOf(term('state'), 'map-serp', {}, register)).toEqual([])
  }
})

test('many doubts make few hints', () => {
  const clauses = Array.from({ length: 900 }, (_, i) => ({
    term: { [`${'x'.repeat(240)}${i}`]: 1 },
  }))
  const hints = hintsOf(query({ bool: { should: clauses } }))
  expect(hints).toHaveLength(5)
  for (const hint of hints) expect(hint.length).toBeLessThan(420)
  const same = Array.from({ length: 900 }, () => ({ term: { state: 'x' } }))
  expect(hintsOf(query({ bool: { should: same } }))).toHaveLength(1)
})

describe('unknownFields: refuse', () => {
  const judge = (body: object, params: Partial<GuardOptions> = {}, register = loaded) =>
    makeValidator(
      { indexPrefixes, unknownFields: 'refuse', ...params },
      register,
    )(JSON.stringify({ index: 'map-serp', body }))
  const told = 'query.term.state: no field of map-serp; did you mean region?'

  test('refuses what is not there, with place and suggestion', () => {
    const refusal = { problems: { body: [told] }, broken: ['unknownFields'] }
    expect(judge(term('state'))).toEqual(refusal)
    expect(judge(term('state'), { hints: false })).toEqual(refusal)
    expect(judge({ ...term('state'), size: -1 })).toMatchObject({
      problems: { body: [expect.any(String), told] },
    })
  })
  test('passes what is there, whatever its kind, and what is promised', () => {
    for (const name of ['region', 'city', 'name.keyword'])
      expect(judge(term(name))).toHaveProperty('search')
  })
})
