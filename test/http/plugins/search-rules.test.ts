import { type Gateway, startGateway } from '../../support/stock-gateway.js'

let gateway: Gateway

beforeAll(async () => {
  const scopes = ['organizations:read']
  const steps = {
    envelope: [{ action: {} }],
    caller: [{ action: { scopes } }],
    authorize: [{ action: { scopes } }],
    'search-rules': [{ action: { indexPrefixes: ['map-serp'] } }],
    answer: [{ action: {} }],
  }
  const policies = Object.entries(steps).map(([name, step]) => ({ [name]: step }))
  const pipelines = {
    search: { apiEndpoints: ['search'], policies },
    unguarded: {
      apiEndpoints: ['unguarded'],
      policies: policies.filter((step) => !('authorize' in step)),
    },
  }
  gateway = await startGateway(['envelope', 'authorize', 'search-rules'], {
    apiEndpoints: Object.fromEntries(
      Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}` }]),
    ),
    pipelines,
  })
})
afterAll(() => gateway.close())

async function search(body: object, path = '/search') {
  const answer = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ index: 'map-serp', body }),
  })
  return { status: answer.status, body: (await answer.json()) as { data?: { counts: unknown } } }
}

const query = { match_all: {} }
const terms = (size: number, aggs?: object) => ({
  terms: { field: 'region', size },
  ...(aggs && { aggs }),
})

test.each([
  ['the least search', { query }, { clauses: 1, aggregations: 0, bucketProduct: 1, hits: 10 }],
  ['a size', { query, size: 0 }, { clauses: 1, aggregations: 0, bucketProduct: 1, hits: 0 }],
  [
    'a size as text',
    { query, size: '25' },
    { clauses: 1, aggregations: 0, bucketProduct: 1, hits: 25 },
  ],
  [
    'clauses inside clauses, and beside the query',
    { query: { bool: { must: query, filter: [query, query] } }, post_filter: query },
    { clauses: 5, aggregations: 0, bucketProduct: 1, hits: 10 },
  ],
  [
    'aggregations: the greatest branch, not the last',
    {
      query,
      aggs: { a: terms(10, { b: terms(20), c: { max: { field: 'founded_year' } } }), d: terms(30) },
    },
    { clauses: 1, aggregations: 4, bucketProduct: 200, hits: 10 },
  ],
])('a later step sees what was counted: %s', async (_, body, counts) => {
  expect(await search(body)).toMatchObject({ status: 200, body: { data: { counts } } })
})

test('without authorize before it, no search is judged: a stock express-gateway checks no order', async () => {
  expect((await search({ query }, '/unguarded')).status).toBe(500)
  expect((await search({}, '/unguarded')).status).toBe(500)
})
