import type { AggregationCase } from './aggregation-cases.js'

const country = { country: { terms: { field: 'country' } } }
const year = { year: { histogram: { field: 'founded_year', interval: 10, order: 'desc' } } }
const month = { month: { date_histogram: { field: 'registered_on', calendar_interval: 'month' } } }
const tile = { tile: { geotile_grid: { field: 'location', precision: 3 } } }
const active = { active: { terms: { field: 'active', order: 'desc' } } }
const website = { website: { terms: { field: 'website', missing_bucket: true } } }
const employees = (params: object) => ({
  employees: { terms: { field: 'employees', missing_bucket: true, ...params } },
})
const day = (params: object) => ({
  day: {
    date_histogram: {
      field: 'registered_on',
      fixed_interval: '90d',
      format: 'yyyy-MM-dd',
      ...params,
    },
  },
})

/** `composite`: first pages, later pages, kinds of sources, missing values. */
const composites: object[] = [
  ...[country, year, month, tile, active, website, day({}), employees({})].flatMap((source) => [
    { sources: [source] },
    { sources: [source, active], size: 25 },
    { sources: [country, source], size: 100 },
    { sources: [source, employees({ order: 'desc' })], size: 7 },
  ]),
  ...['first', 'last', 'default'].flatMap((missing_order) =>
    ['asc', 'desc'].map((order) => ({
      sources: [employees({ missing_order, order }), country],
      size: 30,
    })),
  ),
  { sources: [day({ time_zone: '+05:30', offset: '+6h' })], size: 20 },
  { sources: [{ nowhere: { terms: { field: 'nowhere' } } }] },
  { sources: [{ nowhere: { terms: { field: 'nowhere', missing_bucket: true } } }, active] },
  { sources: [country], after: { country: 'JP' } },
  { sources: [country], after: { country: 'ZZ' } },
  { sources: [country, year], after: { country: 'JP', year: 1950 } },
  { sources: [month], after: { month: 1_000_000_000_000 } },
  { sources: [day({})], after: { day: '2001-01-01' } },
  { sources: [tile], after: { tile: '3/4/2' } },
  { sources: [active, country], after: { active: true, country: 'FR' } },
  { sources: [employees({}), country], after: { employees: null, country: 'GB' } },
  { sources: [employees({ order: 'desc' }), country], after: { employees: 3, country: 'GB' } },
  { sources: country },
]

const refused: object[] = [
  {},
  { sources: [] },
  { sources: [country, country] },
  { sources: [{ x: { nope: { field: 'country' } } }] },
  { sources: [{ x: { terms: { field: 'country', nope: 1 } } }] },
  { sources: [{ x: { terms: { field: 'country', order: 'up' } } }] },
  { sources: [{ x: { terms: { field: 'name' } } }] },
  { sources: [{ x: { terms: { field: 'location' } } }] },
  { sources: [{ x: { histogram: { field: 'founded_year', interval: 5, offset: 1 } } }] },
  { sources: [country], after: {} },
  { sources: [country], after: { x: 'JP' } },
  { sources: [country], after: { country: 1 } },
  { sources: [country], after: { country: null } },
  { sources: [employees({})], after: { employees: 'x' } },
  { sources: [country], size: 100_000 },
]

const inside = { money: { sum: { field: 'assets' } } }
const queries = [
  { match_all: {} },
  { range: { founded_year: { gte: 1990, lt: 2010 } } },
  { match_none: {} },
]

export const compositeCases: AggregationCase[] = [
  ...queries.flatMap((query) => [
    ...composites.map((composite) => ({ query, aggs: { result: { composite } } })),
    ...composites
      .slice(0, 6)
      .map((composite) => ({ query, aggs: { result: { composite, aggs: inside } } })),
    {
      query,
      aggs: {
        result: {
          filter: { term: { active: true } },
          aggs: { all: { composite: { sources: [country] } } },
        },
      },
    },
  ]),
  ...refused.map((composite) => ({ query: queries[0]!, aggs: { result: { composite } } })),
  {
    query: queries[0]!,
    aggs: {
      result: { terms: { field: 'country' }, aggs: { all: { composite: { sources: [country] } } } },
    },
  },
]
