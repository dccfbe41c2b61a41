import { type RunningStack, startStack, withRules, withScope } from '../../support/stack.js'
import { until } from '../../support/until.js'

/**
 * Fields that can be seen, and hints instead of silence, with the shipped YAML and one field that
 * is closed.
 */

let stack: RunningStack
let key: string

beforeAll(async () => {
  stack = await startStack({
    config: { ...withRules(['fields: { deny: [website] }']), ...withScope },
  })
  key = await stack.mintKey()
  await until(async () => (await fields()).status === 200, { everyMs: 50 })
}, 120_000)
afterAll(() => stack?.stop())

const fields = (headers: Record<string, string> = { 'X-API-Key': key }) =>
  stack.request.get('/api/v1/organizations/fields').set(headers)

async function search(body: object, index = 'organization-entity') {
  const answer = await stack.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', key)
    .send({ index, body })
  expect(answer.status).toBe(200)
  return answer.body
}

const inRegion = { term: { state: 'IL' } }
const told = 'body.query.term.state: no field of organization-entity; did you mean region?'
const buckets = (field: string) => ({ x: { terms: { field } } })
const everything = { match_all: {} }
const optionalKey = { order: 'asc', unmapped_type: 'keyword' }

test.each<[string, object, string[]]>([
  ['no hit', { query: inRegion }, [told]],
  [
    'a text field in term',
    { query: { term: { city: 'Chicago' } } },
    [
      'body.query.term.city: a text field holds single words, not whole values; use match, or ' +
        'city.keyword',
    ],
  ],
  [
    'no bucket, though documents match',
    { query: everything, size: 0, aggs: buckets('state') },
    ['body.aggs.x.terms.field: no field of organization-entity; did you mean region?'],
  ],
  [
    'buckets without documents',
    { query: inRegion, size: 0, aggs: { x: { filter: everything } } },
    [told],
  ],
])('what is wrong is told: %s', async (_, body, hints) => {
  const { status, data, meta } = await search(body)
  expect(status).toBe('success')
  expect(data.results).toEqual([])
  expect(meta).toEqual({ requestId: expect.any(String), timestamp: expect.any(String), hints })
})

test.each<[string, object, string]>([
  [
    'a should clause',
    { query: { bool: { should: [inRegion, everything] } } },
    'body.query.bool.should[0].term.state: no field of organization-entity; did you mean region?',
  ],
  [
    'a must_not clause, with buckets',
    { query: { bool: { must_not: inRegion } }, size: 0, aggs: buckets('region') },
    'body.query.bool.must_not.term.state: no field of organization-entity; did you mean region?',
  ],
  [
    'an aggregation',
    { query: everything, aggs: buckets('state') },
    'body.aggs.x.terms.field: no field of organization-entity; did you mean region?',
  ],
  [
    'the fields of the hits',
    { query: everything, size: 1, _source: ['name', 'twon'] },
    'body._source[1]: no field of organization-entity; did you mean city?',
  ],
])('a search that finds something reports an unknown field: %s', async (_, body, hint) => {
  const { data, meta } = await search(body)
  expect(data.total).toBeGreaterThan(0)
  expect(meta.hints).toEqual([hint])
})

const misused = { term: { city: 'Chicago' } }
test.each<[string, object]>([
  ['a hit', { query: { bool: { should: [misused, everything] } } }],
  ['a bucket', { query: { bool: { must_not: misused } }, size: 0, aggs: buckets('region') }],
  ['a total', { query: { bool: { must_not: misused } }, size: 0 }],
  ['a hit, sorted by what may be missing', { query: everything, sort: { twon: optionalKey } }],
  ['nothing, by right names', { query: { term: { region: 'nowhere' } } }],
])('there is no hint where there is %s', async (_, body) => {
  expect(Object.keys((await search(body)).meta)).toEqual(['requestId', 'timestamp'])
})

test('a closed field is neither listed nor suggested', async () => {
  const { body, text } = await fields()
  expect(Object.keys(body.data.families)).toEqual([
    'map-serp',
    'organization-entity',
    'organization-serp',
  ])
  expect(text).not.toMatch(/website|www\./)
  const { meta } = await search({ query: { term: { websit: 'x' } } })
  expect(meta.hints).toEqual(['body.query.term.websit: no field of organization-entity'])
})

test('the fields of a family are told in 4 KB at most', async () => {
  const { families } = (await fields()).body.data
  for (const family of Object.values(families))
    expect(JSON.stringify(family).length).toBeLessThanOrEqual(4096)
})

test('whoever asks for the fields must contain the scope', async () => {
  expect((await fields({})).body.error.code).toBe('AUTHENTICATION_REQUIRED')
  const other = await stack.mintKey({ name: 'other', scopes: ['grants:read'] })
  expect((await fields({ 'X-API-Key': other })).body.error.code).toBe('FORBIDDEN')
})
