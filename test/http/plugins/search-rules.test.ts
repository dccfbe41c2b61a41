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
