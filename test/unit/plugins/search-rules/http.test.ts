import { type Gateway, startGateway } from '../gateway.js'

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
    unguarded: { apiEndpoints: ['unguarded'], policies: policies.filter((step) => !('authorize' in step)) },
  }
  gateway = await startGateway(['envelope', 'authorize', 'search-rules'], {
    apiEndpoints: Object.fromEntries(Object.keys(pipelines).map((name) => [name, { host: '*', paths: `/${name}` }])),
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
  return { status: answer.status }
}

const query = { match_all: {} }

test('a guarded search passes', async () => {
  expect((await search({ query })).status).toBe(200)
})

test('without authorize before it, no search is judged: a stock express-gateway checks no order', async () => {
  expect((await search({ query }, '/unguarded')).status).toBe(500)
  expect((await search({}, '/unguarded')).status).toBe(500)
})
