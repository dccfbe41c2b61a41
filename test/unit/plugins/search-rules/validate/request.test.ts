import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { readBody } from '../../../../../kit/api/body.js'
import { ApiError } from '../../../../../kit/api/errors.js'
import {
  type ValidatedSearch,
  validatorOf,
} from '../../../../../plugins/search-rules/validate/request.js'
import {
  type Attack,
  bodyAttacks,
  forbiddenAggregations,
  forbiddenQueries,
} from '../cases/attacks.js'
import {
  elasticsearchAggregations,
  elasticsearchKeys,
  elasticsearchQueries,
  openAggregations,
  openKeys,
  openQueries,
} from '../cases/elasticsearch-names.js'
import { badIndexes, goodIndexes, indexAttacks, textAttacks } from '../cases/envelope-attacks.js'
import { asSent, legitimate } from '../cases/legitimate.js'
import { limitCases } from '../cases/limits.js'

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const judge = validatorOf({ indexPrefixes })
const all = { match_all: {} }
const judgeBody = (body: unknown, index: unknown = 'organization-serp*') =>
  judge(JSON.stringify({ index, body }))
const readOn =
  '; to read on, sort by a unique field such as id and send the _sort of the last hit as ' +
  'search_after'
const isRefused = (judgement: ValidatedSearch): boolean => 'problems' in judgement

test('the case file holds at least 400 requests of each side', () => {
  const attacks = bodyAttacks.length + textAttacks.length + indexAttacks.length + limitCases.length
  const passing = legitimate.length + limitCases.length + goodIndexes.length
  console.info(`search rules: ${passing} legitimate requests, ${attacks} attacks`)
  expect(passing).toBeGreaterThanOrEqual(350)
  expect(attacks).toBeGreaterThanOrEqual(400)
})

test.each(legitimate)('passes: $name', ({ body, index }) => {
  const judgement = judgeBody(body, index)
  expect(judgement).toEqual({ search: expect.anything(), reported: [] })
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

test.each(textAttacks)('refuses the text: $name', async (attack) => {
  expect(await judgementOnBytes(attack)).toMatchObject({ problems: { body: expect.anything() } })
})

test.each(badIndexes)('refuses the index: %s', (_, index) => {
  expect(judgeBody({ query: all }, index)).toMatchObject({
    problems: { index: [expect.stringMatching(/^index /)] },
  })
})

test.each(goodIndexes)('passes the index %s', (index) => {
  expect(judgeBody({ query: all }, index)).toMatchObject({ search: { index } })
})

describe('limits, whatever the price', () => {
  const byLimits = validatorOf({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER })
  const judgeBody = (body: object) =>
    byLimits(JSON.stringify({ index: 'organization-serp*', body }))
  test.each(limitCases)('%s', (_, at, over) => {
    expect(judgeBody(at)).toMatchObject({ reported: [] })
    expect(judgeBody(over)).toMatchObject({ problems: { body: expect.anything() } })
  })
})

/** Bodies with a null that Elasticsearch takes, and what they mean. */
const nulls: [string, object, object][] = [
  [
    'clauses',
    { query: { bool: { must: null, filter: all } } },
    { query: { bool: { filter: all } } },
  ],
  [
    'minimum_should_match',
    { query: { bool: { should: all, minimum_should_match: null } } },
    { query: { bool: { should: all } } },
  ],
  [
    'a function and its weight',
    {
      query: {
        function_score: { query: null, gauss: null, functions: [{ filter: null, weight: 2 }] },
      },
    },
    { query: { function_score: { functions: [{ weight: 2 }] } } },
  ],
  [
    'inner hits',
    { query: { nested: { path: 'a', query: all, inner_hits: null, score_mode: null } } },
    { query: { nested: { path: 'a', query: all } } },
  ],
  [
    'an end of a range',
    {
      query: all,
      aggs: { x: { range: { field: 'a', ranges: [{ from: null, to: 5, key: null }] } } },
    },
    { query: all, aggs: { x: { range: { field: 'a', ranges: [{ to: 5 }] } } } },
  ],
  [
    'what is missing',
    {
      query: all,
      sort: [{ a: { order: 'asc', missing: null } }],
      aggs: { x: { max: { field: 'a', missing: null } } },
    },
    { query: all, sort: [{ a: { order: 'asc' } }], aggs: { x: { max: { field: 'a' } } } },
  ],
  [
    'what places are',
    {
      query: {
        geo_distance: {
          distance: '1km',
          a: [1, 2],
          unit: null,
          validation_method: null,
          boost: null,
        },
      },
    },
    { query: { geo_distance: { distance: '1km', a: [1, 2] } } },
  ],
  [
    'bounds',
    {
      query: all,
      aggs: {
        x: { histogram: { field: 'a', interval: 5, extended_bounds: { min: null, max: 10 } } },
      },
    },
    {
      query: all,
      aggs: { x: { histogram: { field: 'a', interval: 5, extended_bounds: { max: 10 } } } },
    },
  ],
]

test.each(nulls)('null counts as absent, in the price too: %s', (_, written, meant) => {
  expect(judgeBody(written)).toEqual({ search: expect.anything(), reported: [] })
  expect(judgeBody(written)).toEqual(judgeBody(meant))
})

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
    for (const name of [
      'script',
      'wrapper',
      'percolate',
      'pinned',
      'indexed_shape',
      'scripted_metric',
      'moving_fn',
    ]) {
      expect(text).toContain(`"${name}"`)
    }
  })
})

describe('errors', () => {
  test.each<[string, object, string?]>([
    ['form', { query: { script: {} } }],
    ['limit', { query: all, size: 20_000 }],
    ['switch', { query: { regexp: { a: 'x' } } }],
    ['switch', { query: { wildcard: { a: 'x' } } }],
    ['field', { query: { term: { secret: 1 } } }],
    ['cost', { query: all, aggs: { a: { geohash_grid: { field: 'location', size: 10_000 } } } }],
    ['index', { query: all }, 'x'],
  ])('the kind of rule: %s', (rule, body, index = 'map-serp') => {
    const params = { fields: { deny: ['secret'] }, queries: { deny: ['wildcard'] }, maxCost: 10 }
    const judge = validatorOf({ indexPrefixes, ...params })
    expect(judge(JSON.stringify({ index, body }))).toMatchObject({
      broken: expect.arrayContaining([rule]),
    })
  })
  test.each([
    '',
    '[]',
    '{"index":"map-serp","index":"map-serp","body":{"query":{"match_all":{}}}}',
  ])('the kind of rule: json, %s', (text) =>
    expect(judge(text)).toMatchObject({ broken: ['json'] }),
  )
  test('index and body are reported together, the index first', () => {
    expect(judgeBody({ size: 20_000 }, 'db-organizations*')).toMatchObject({
      problems: {
        index: ['index must begin with map-serp, organization-entity or organization-serp'],
        body: [
          `size: must be an integer between 0 and 10000${readOn}`,
          'query: query is required',
          `from: from + size must not exceed 10000${readOn}`,
        ],
      },
    })
  })
  test.each<[string, unknown, string]>([
    [
      'a clause',
      { query: { bool: { filter: [all, { script: {} }] } } },
      'query.bool.filter[1].script: clause "script" is not allowed',
    ],
    ['a key', { query: all, script_fields: {} }, 'script_fields: "script_fields" is not allowed'],
    [
      'a misspelt clause',
      { query: { mach: { name: 'x' } } },
      'query.mach: clause "mach" is not allowed; did you mean match?',
    ],
    [
      'a misspelt aggregation',
      { query: all, aggs: { x: { avrg: { field: 'a' } } } },
      'aggs.x.avrg: aggregation "avrg" is not allowed; did you mean avg?',
    ],
    ['a misspelt key', { query: all, szie: 5 }, 'szie: "szie" is not allowed; did you mean size?'],
    [
      'a misspelt key of a clause',
      { query: { match: { name: { query: 'x', fuzzines: 'AUTO' } } } },
      'query.match.name.fuzzines: "fuzzines" is not allowed; did you mean fuzziness?',
    ],
    [
      'a misspelt clause that nobody could use',
      { query: { scripts: {} } },
      'query.scripts: clause "scripts" is not allowed',
    ],
    [
      'a misspelt clause that is not switched on',
      { query: { regexpp: {} } },
      'query.regexpp: clause "regexpp" is not allowed',
    ],
    [
      'a clause of earlier editions',
      { query: { geo_polygon: { location: { points: [] } } } },
      'query.geo_polygon: clause "geo_polygon" is not allowed; did you mean geo_shape?',
    ],
    [
      'a parameter of earlier editions',
      { query: all, aggs: { x: { date_histogram: { field: 'a', interval: 'day' } } } },
      'aggs.x.date_histogram.interval: "interval" is not allowed; did you mean fixed_interval ' +
        'or calendar_interval?',
    ],
    [
      'a key of earlier editions',
      { query: all, facets: {} },
      'facets: "facets" is not allowed; did you mean aggs?',
    ],
    ['a name of nothing near', { query: { zzzz: {} } }, 'query.zzzz: clause "zzzz" is not allowed'],
    [
      'a limit',
      { query: all, aggs: { x: { terms: { field: 'a', size: 2000 } } } },
      'aggs.x.terms.size: must be an integer between 1 and 1000',
    ],
    ['a sum', { query: all, from: 9995 }, `from: from + size must not exceed 10000${readOn}`],
    [
      'a word',
      { query: { match: { a: { query: 'x', operator: 'xor' } } } },
      'query.match.a.operator: must be one of and, or',
    ],
    ...['%', '2<<1', '1 2'].map((value): [string, unknown, string] => [
      `minimum_should_match ${value}, which Elasticsearch cannot read`,
      { query: { bool: { should: all, minimum_should_match: value } } },
      'query.bool.minimum_should_match: must be a number, a percentage, or conditions such as ' +
        '2<75% 9<-3',
    ]),
    [
      'a kind',
      { query: { match: { a: ['x'] } } },
      'query.match.a: must be string or number or boolean or object',
    ],
    [
      'a feature',
      { query: { regexp: { a: 'x' } } },
      'query.regexp: "regexp" is not switched on here',
    ],
    [
      'a big integer',
      JSON.parse('{"query":{"term":{"a":9007199254740993}}}'),
      'query.term.a: integers beyond 2^53 and numbers out of range lose digits: send it as a ' +
        'string',
    ],
    ['an odd key', { query: { 'a b': {} } }, 'query["a b"]: clause "a b" is not allowed'],
    ['no query', {}, 'query: query is required'],
  ])('%s', (_, body, text) => {
    expect(judgeBody(body)).toMatchObject({ problems: { body: [text] } })
  })
  test('a size or page beyond the limit has no remedy where search_after is closed', () => {
    const closed = validatorOf({ indexPrefixes, keys: { deny: ['search_after'] } })
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
      problems: {
        body: ['query.nested.inner_hits.from: from + size must not exceed 100'],
      },
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
      {
        no: 1,
      },
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

/** Through the policy's own reading of the body, as bytes. */
async function judgementOnBytes({
  text,
  bytes = Buffer.from(text ?? ''),
}: Attack): Promise<ValidatedSearch> {
  try {
    return judge(await readBody(Readable.from([bytes]) as IncomingMessage, 1_048_576 * 2))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'VALIDATION_ERROR')
      return { problems: { body: [error.message] }, broken: [] }
    throw error
  }
}
