import { unitCosts } from '../src/cost/unit-costs.js'
import { pathText } from '../src/rule/body-path.js'
import { makeValidator } from '../src/validate/request.js'
import { indexPrefixes, request } from './known-organizations.js'

const known = { searchable: true, aggregatable: true }
const fields = new Map([
  // one bad date at each end: 3000 years
  ['on', { ...known, type: 'date', span: [Date.parse('0001'), Date.parse('2987')] as const }],
  ['year', { ...known, type: 'integer', span: [0, 100_000] as const }],
])
const register = { fields: () => fields, documents: () => 0 }
const rules = makeValidator({ indexPrefixes, maxCost: 1e12 }, register, true)
const all = { match_all: {} }
const aggs = (x: object, around: object) => ({
  query: all,
  size: 0,
  aggs: { a: { ...around, aggs: { x } } },
})

/** Cost of the part of a body at a path. */
const partOf = (body: object, path: string, judge = rules): number =>
  judge(request(body)).cost?.parts?.find((part) => pathText(part.path) === path)?.cost ?? Number.NaN

describe('a histogram costs the steps that are collected', () => {
  const monthly = { date_histogram: { field: 'on', calendar_interval: 'month' } }
  const yearly = { histogram: { field: 'year', interval: 1 } }
  /** Steps as they are counted. */
  const stepsOf = (body: object, type = 'date_histogram', path = `aggs.x.${type}`) =>
    Math.round((partOf(body, path) - unitCosts.steps) / unitCosts.step)
  const asked = (query: object, x: object = monthly) => ({ query, size: 0, aggs: { x } })
  const range = (on: object) => ({ range: { on } })
  const decade = range({ gte: '2010-01-01', lt: '2020-01-01' })
  const dated = (keys: object) =>
    asked(all, { date_histogram: { ...monthly.date_histogram, ...keys } })

  test.each<[string, object, number]>([
    ['of the index', asked(all), 20_000],
    ['within hard_bounds', dated({ hard_bounds: { min: '2010', max: '2020' } }), 144],
    ['within a range', asked(decade), 132],
    ['within a range of a bool', asked({ bool: { must: [all], filter: [decade] } }), 132],
    ['within date math', asked(range({ gte: 'now-10y/y', lte: 'now' })), 145],
    [
      'within a part of a date, with all that it may be',
      asked(range({ gte: '2019', lte: '2019' })),
      15,
    ],
    ['of the index where a range is no condition', asked({ bool: { should: [decade] } }), 20_000],
    [
      'of the index where it is of another field',
      asked({ range: { year: { gte: 1, lt: 2 } } }),
      20_000,
    ],
  ])('%s', (_, body, steps) => {
    expect(Math.abs(stepsOf(body) - steps)).toBeLessThanOrEqual(steps / 40)
  })

  test.each<[string, object, number]>([
    [
      'of numbers within a range',
      asked({ range: { year: { gte: 1990, lte: '1999' } } }, yearly),
      11,
    ],
    [
      'of numbers within hard_bounds',
      asked(all, { histogram: { ...yearly.histogram, hard_bounds: { min: 1, max: 9 } } }),
      10,
    ],
  ])('%s', (_, body, steps) => {
    expect(stepsOf(body, 'histogram')).toBe(steps)
  })

  test('within a filter around it, unless global collects all documents again', () => {
    const path = 'aggs.a.aggs.x.date_histogram'
    expect(stepsOf(aggs(monthly, { filter: decade }), 'date_histogram', path)).toBeLessThan(140)
    expect(
      stepsOf(
        { ...asked(decade), aggs: aggs(monthly, { global: {} }).aggs },
        'date_histogram',
        path,
      ),
    ).toBe(20_000)
  })

  test('a refusal says what lowers the cost', () => {
    const limited = makeValidator({ indexPrefixes, maxCost: 100 }, register)
    const body = asked(all, { ...monthly, aggs: { y: { terms: { field: 'year' } } } })
    const refusal = limited(JSON.stringify({ index: 'organization-entity', body }))
    expect(refusal).toMatchObject({
      problems: {
        body: [
          expect.stringMatching(
            /; hard_bounds in aggs\.x\.date_histogram, or a range of its field in the query, lower it$/,
          ),
        ],
      },
    })
  })
})

test('until the engine has returned its fields, a histogram makes as many buckets as counted at most', () => {
  const unknown = makeValidator({ indexPrefixes, maxCost: 1e12 }, undefined, true)
  const histogram = { query: all, aggs: { x: { histogram: { field: 'year', interval: 10 } } } }
  expect(partOf(histogram, 'aggs.x.histogram', unknown)).toBe(20 + 20_000 * 0.005)
})
