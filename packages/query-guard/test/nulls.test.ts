import { makeValidator } from '../src/index.js'
import { features } from '../src/rule/rule.js'

/** Where Elasticsearch 9.5.3 takes a null for an absent parameter (test/engine asks it). */

const judge = makeValidator({ indexPrefixes: ['organization-serp'], features: [...features] })
const take = (body: object) =>
  'search' in judge(JSON.stringify({ index: 'organization-serp', body }))

const all = { match_all: {} }
const point = [12, 42]
const range = (name: string, range: object) => ({
  query: all,
  aggs: { x: { [name]: { field: 'founded_year', ranges: [range], ...origin[name] } } },
})
const origin: Record<string, object> = { geo_distance: { origin: point } }
const query = (name: string, params: object) => ({ query: { [name]: params } })
const metric = (params: object) => ({
  query: all,
  aggs: { x: { avg: { field: 'revenue', ...params } } },
})
const [absent, text] = [null, 'a']

test.each([
  query('bool', { must: absent, minimum_should_match: absent }),
  query('boosting', {
    positive: all,
    negative: all,
    negative_boost: 1,
    boost: absent,
    _name: absent,
  }),
  query('function_score', { query: absent, boost: absent, _name: absent, weight: absent }),
  query('geo_distance', { distance: '1km', location: point, boost: absent, unit: absent }),
  query('combined_fields', { query: text, fields: ['name'], minimum_should_match: absent }),
  query('prefix', { name: { value: text, rewrite: absent } }),
  query('range', { founded_year: { gte: 1990, lte: absent } }),
  range('geo_distance', { key: absent, from: absent, to: 1 }),
  { query: all, sort: [{ founded_year: { order: 'asc', missing: absent } }] },
  { query: all, fields: [{ field: 'registered_on', format: absent }] },
])('null is absent: %j', (body) => expect(take(body)).toBe(true))

test.each([
  query('match_all', { boost: absent }),
  query('match_all', { _name: absent }),
  query('bool', { boost: absent }),
  query('term', { region: { value: text, _name: absent } }),
  query('match', { name: { query: text, minimum_should_match: absent } }),
  query('multi_match', { query: text, fields: ['name'], minimum_should_match: absent }),
  query('query_string', { query: text, rewrite: absent }),
  query('fuzzy', { name: { value: text, rewrite: absent } }),
  query('range', { registered_on: { gte: '2020', format: absent } }),
  range('range', { key: absent, to: 1 }),
  metric({ missing: absent }),
  metric({ format: absent }),
  { query: all, sort: [{ founded_year: { order: 'asc', format: absent } }] },
])('null is refused: %j', (body) => expect(take(body)).toBe(false))
