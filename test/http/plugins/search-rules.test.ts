import { log, requestLog } from '../../../kit/log/log.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

const scopes = ['organizations:read']
function pipeline(name: string, rules: object, steps = ['caller', 'authorize']) {
  const actions = { envelope: {}, caller: { scopes }, authorize: { scopes } }
  const guards = Object.entries(actions).filter(([step]) => [...steps, 'envelope'].includes(step))
  const policies = [
    ...guards.map(([step, action]) => ({ [step]: [{ action }] })),
    { 'search-rules': [{ action: { indexPrefixes: ['map-serp'], ...rules } }] },
    { answer: [{ action: {} }] },
  ]
  return { apiEndpoints: [name], policies }
}

const configuration = (rules: Record<string, object>) => ({
  apiEndpoints: Object.fromEntries(
    Object.keys({ ...rules, unguarded: {} }).map((name) => [
      name,
      { host: '*', paths: `/${name}` },
    ]),
  ),
  pipelines: {
    ...Object.fromEntries(
      Object.entries(rules).map(([name, some]) => [name, pipeline(name, some)]),
    ),
    unguarded: pipeline('unguarded', {}, ['caller']),
  },
})
const plugins = ['envelope', 'authorize', 'search-rules']

beforeAll(async () => {
  jest.spyOn(requestLog, 'write').mockImplementation(() => {})
  for (const level of ['info', 'warn', 'error'] as const)
    jest.spyOn(log, level).mockImplementation(() => {})
  gateway = await startGateway(
    plugins,
    configuration({
      search: {},
      limited: { limits: { size: 50 }, fields: { deny: ['secret'] } },
    }),
  )
})
afterAll(() => gateway.close())

type Counts = Record<string, number>

/** What a later step gets of a search, or why it is refused. */
async function search(body: object, path = '/search') {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ index: 'map-serp', body }),
  })
  const { data, error } = (await answer.json()) as {
    data?: { counts: Counts; search: object }
    error?: { details: { body?: { _errors: string[] } } }
  }
  return { status: answer.status, ...data, problems: error?.details.body?._errors }
}

const query = { match_all: {} }
const terms = (size: number, aggs?: object) => ({
  terms: { field: 'region', size },
  ...(aggs && { aggs }),
})
test('a later step sees what was counted', async () => {
  const aggs = {
    a: terms(10, { b: terms(20), c: { max: { field: 'founded_year' } } }),
    d: terms(30),
  }
  const all = { bool: { must: query, filter: [query, query] } }
  const body = { query: all, post_filter: query, size: '25', aggs }
  const counts = { clauses: 5, aggregations: 4, bucketProduct: 200, hits: 25 }
  expect(await search(body)).toMatchObject({ status: 200, counts })
})

test('without authorize before it, no search is judged: a stock express-gateway checks no order', async () => {
  expect((await search({ query }, '/unguarded')).status).toBe(500)
  expect((await search({}, '/unguarded')).status).toBe(500)
})

test.each<[string, object, string[] | undefined]>([
  ['a size at the limit', { query, size: 50 }, undefined],
  [
    'a size over it',
    { query, size: 51 },
    [
      'size: must be an integer between 0 and 50; to read on, sort by a unique field such as id ' +
        'and send the _sort of the last hit as search_after',
    ],
  ],
  ['a denied field', { query, sort: ['secret'] }, ['sort[0]: the field is not allowed']],
])("the operator's rules hold: %s", async (_, body, problems) => {
  expect(await search(body, '/limited')).toMatchObject({ status: problems ? 400 : 200, problems })
})

test('a denied field is not asked for', async () => {
  expect(await search({ query }, '/limited')).toMatchObject({
    search: { _source: { includes: [], excludes: ['secret'] } },
  })
})

test.each([
  ['a limit beyond the engine’s', { limits: { size: 10001 } }],
  ['a clause that does not exist', { queries: { deny: ['no_such_clause'] } }],
  ['a body without a query', { keys: { deny: ['query'] } }],
])('%s stops the start', (_, rules) =>
  expect(startGateway(plugins, configuration({ search: rules }))).rejects.toThrow(),
)
