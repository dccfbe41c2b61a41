import { join } from 'node:path'
import { casesIn, words } from '../../../../test/support/cases.js'
import { makeValidator, type ValidatedSearch } from '../../src/validate/request.js'
import { bodyAttacks, forbiddenAggregations, forbiddenQueries } from '../cases/attacks.js'
import {
  elasticsearchAggregations,
  elasticsearchKeys,
  elasticsearchQueries,
  openAggregations,
  openKeys,
  openQueries,
} from '../cases/elasticsearch-names.js'
import { badIndexes, goodIndexes, textAttacks } from '../cases/envelope-attacks.js'
import { asSent, legitimate } from '../cases/legitimate.js'
import { limitCases } from '../cases/limits.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const judge = makeValidator({ indexPrefixes })
const all = { match_all: {} }
const judgeBody = (body: unknown, index: unknown = 'organization-serp*') =>
  judge(JSON.stringify({ index, body }))
const readOn =
  'to read on, sort by a unique field such as id and send the _sort of the last hit as ' +
  'search_after'
const isRefused = (judgement: ValidatedSearch): boolean => 'problems' in judgement

test.each(legitimate)('passes: $name', ({ body, index }) => {
  const judgement = judgeBody(body, index)
  expect(judgement).toEqual({ search: expect.anything() })
  const { search } = judgement as Extract<ValidatedSearch, { search: unknown }>
  expect(search.index).toBe(index ?? 'organization-serp*')
  expect(JSON.parse(search.body)).toEqual({
    track_total_hits: true,
    timeout: '10000ms',
    ...asSent(body),
  })
  expect(search.hasAggregations).toBe('aggs' in body || 'aggregations' in body)
})

test('refuses every attack on the body, in every place, and names its place', () => {
  const passed = bodyAttacks.filter(({ body }) => !isRefused(judgeBody(body)))
  expect(passed.map(({ name }) => name)).toEqual([])
})

test.each(textAttacks.filter(({ text }) => text !== undefined))(
  'refuses the text: $name',
  ({ text }) => {
    expect(judge(text!)).toMatchObject({ problems: { body: expect.anything() } })
  },
)

test.each(badIndexes)('refuses the index: %s', (_, index) => {
  expect(judgeBody({ query: all }, index)).toMatchObject({
    problems: { index: [expect.stringMatching(/^index /)] },
  })
})

test.each(goodIndexes)('passes the index %s', (index) => {
  expect(judgeBody({ query: all }, index)).toMatchObject({ search: { index } })
})

describe('limits, whatever the price', () => {
  const byLimits = makeValidator({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER })
  const judgeBody = (body: object) =>
    byLimits(JSON.stringify({ index: 'organization-serp*', body }))
  test.each(limitCases)('%s', (_, at, over) => {
    expect(judgeBody(at)).toHaveProperty('search')
    expect(judgeBody(over)).toMatchObject({ problems: { body: expect.anything() } })
  })
})

const { problems, nulls } = casesIn<{
  problems: Record<string, [body: object, problem: string]>
  nulls: Record<string, [written: object, meant: object]>
}>(join(__dirname, '../cases'), 'problems.yml')

test.each(Object.entries(nulls))(
  'null counts as absent, in the cost too: %s',
  (_, [written, meant]) => {
    expect(judgeBody(written)).toEqual({ search: expect.anything() })
    expect(judgeBody(written)).toEqual(judgeBody(meant))
  },
)

describe('the names that Elasticsearch knows', () => {
  const bodies = [{}, { field: 'x' }, { query: all }, { x: 'y' }, { value: 1 }, [], 'x', null, true]
  const closed = (known: string[], open: string[]) => known.filter((name) => !open.includes(name))

  test.each(closed(elasticsearchQueries, openQueries))('query %s is closed', (name) => {
    for (const params of bodies)
      expect(isRefused(judgeBody({ query: { [name]: params } }))).toBe(true)
  })
  test.each(closed(elasticsearchAggregations, openAggregations))(
    'aggregation %s is closed',
    (name) => {
      for (const params of bodies)
        expect(isRefused(judgeBody({ query: all, aggs: { x: { [name]: params } } }))).toBe(true)
    },
  )
  test.each(closed(elasticsearchKeys, openKeys))('key %s is closed', (name) => {
    for (const params of bodies)
      expect(isRefused(judgeBody({ query: all, [name]: params }))).toBe(true)
  })
  test('each open one is shown by a legitimate case', () => {
    const text = JSON.stringify(legitimate)
    const unseen = [...openQueries, ...openAggregations, ...openKeys].filter(
      (name) => !text.includes(`"${name}"`),
    )
    expect(unseen).toEqual([])
  })
  test('each unsafe one is an attack', () => {
    const text = JSON.stringify([forbiddenQueries, forbiddenAggregations])
    for (const name of words(`
      script wrapper percolate pinned indexed_shape scripted_metric moving_fn`)) {
      expect(text).toContain(`"${name}"`)
    }
  })
})

describe('errors', () => {
  test.each([
    '',
    '[]',
    '{"index":"map-serp","index":"map-serp","body":{"query":{"match_all":{}}}}',
  ])('the rule of a refusal: json, %s', (text) =>
    expect(judge(text)).toMatchObject({ broken: ['json'] }),
  )
  test('index and body are reported together, the index first', () => {
    expect(judgeBody({ size: 15_000 }, 'db-organizations*')).toMatchObject({
      problems: {
        index: ['index must begin with map-serp, organization-entity or organization-serp'],
        body: [
          `size: must be an integer between 0 and 10000; ${readOn}`,
          'query: query is required',
          `from: from + size must not exceed 10000; ${readOn}`,
        ],
      },
    })
  })
  test.each(Object.entries(problems))('%s', (_, [body, text]) => {
    const problem = text.replace(/to read on$/, readOn)
    expect(judgeBody(body)).toMatchObject({ problems: { body: [problem] } })
  })
  test('a size or page beyond the limit has no remedy where search_after is closed', () => {
    const closed = makeValidator({ indexPrefixes, keys: { deny: ['search_after'] } })
    expect(
      closed(JSON.stringify({ index: 'map-serp', body: { query: all, size: 10_001 } })),
    ).toMatchObject({
      problems: {
        body: [
          'size: must be an integer between 0 and 10000',
          'from: from + size must not exceed 10000',
        ],
      },
    })
  })
  test('only what reads on has search_after as its remedy', () => {
    const inner = { nested: { path: 'a', query: all, inner_hits: { from: 97, size: 4 } } }
    expect(judgeBody({ query: inner })).toMatchObject({
      problems: { body: ['query.nested.inner_hits.from: from + size must not exceed 100'] },
    })
    expect(judgeBody({ query: all, size: -1 })).toMatchObject({
      problems: { body: ['size: must be an integer between 0 and 10000'] },
    })
  })
  test('at most 10 in all', () => {
    const judgement = judgeBody(
      { query: { bool: { filter: Array(50).fill({ script: {} }) } } },
      '*',
    )
    const { index, body } = (judgement as Extract<ValidatedSearch, { problems: unknown }>).problems
    expect(index!.length + body!.length).toBe(10)
  })
  test('paths are short, however deep or long the keys', () => {
    const [text] = problemsOf(
      judgeBody({ query: { ['k'.repeat(1000)]: {} }, ['x'.repeat(5000)]: 1 }),
    )
    expect(text!.length).toBeLessThan(300)
    const deep = Array.from({ length: 19 }).reduce<object>(
      (inner) => ({ nested: { path: 'x', query: inner } }),
      { no: 1 },
    )
    expect(problemsOf(judgeBody({ query: deep }))[0]!.length).toBeLessThan(300)
  })
  test('values are never echoed', () => {
    const secret = 'xyzzy-secret'
    for (const body of [
      { query: { term: { a: { value: [secret] } } } },
      { query: all, size: secret },
      { query: all, sort: { a: secret } },
      { query: all, timeout: secret },
    ]) {
      const text = JSON.stringify(judgeBody(body, secret))
      expect(text).toContain('problems')
      expect(text).not.toContain(secret)
    }
  })
})

function problemsOf(judgement: ValidatedSearch): string[] {
  return 'problems' in judgement
    ? [...(judgement.problems.index ?? []), ...(judgement.problems.body ?? [])]
    : []
}
