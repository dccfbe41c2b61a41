import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, message, post } from './calls.js'

/** The tool for free searches, where the YAML opens it. */

jest.setTimeout(120_000)

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({
    config: {
      'gateway.config.yml': (text) => text.replace('# freeSearch: false', 'freeSearch: true'),
    },
  })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

const send = (body: string) => post(`${stack.url}/api/v1/mcp`, body, { 'x-api-key': key })
const search = (body: object, index = 'organization-serp*') =>
  send(callOf('search_organizations', { index, body }))

test('is listed', async () => {
  const { body } = await send(message('tools/list'))
  const tools = body.result!.tools as { name: string }[]
  expect(tools.map(({ name }) => name)).toContain('search_organizations')
})

test('answers the data of the search, and costs the same', async () => {
  const body = {
    query: { term: { region: 'CA' } },
    size: 2,
    aggs: { cities: { terms: { field: 'city.keyword', size: 3 } } },
  }
  const answer = await search(body)
  const asked = await stack.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', key)
    .send({ index: 'organization-serp*', body })
  expect(answer.body.result!.structuredContent).toEqual(asked.body.data)
  expect(answer.headers.get('x-query-cost')).toBe(asked.headers['x-query-cost'])
})

test('a large answer loses its last hits', async () => {
  const { body } = await search({ query: { match_all: {} }, size: 100 })
  const { text } = body.result!.content![0]!
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8192)
  expect(JSON.parse(text).more).toMatch(/^\d+ more: narrow the query, or ask for fewer fields/)
})

test('a search gets its hints, whether it finds something or not', async () => {
  const hints = [expect.stringContaining('did you mean region?')]
  const misspelt = { term: { regoin: 'CA' } }
  const nothing = await search({ query: misspelt })
  expect(nothing.body.result!.structuredContent).toMatchObject({ total: 0, hints })
  const query = { bool: { should: [misspelt, { match_all: {} }] } }
  const found = await search({ query, size: 1 })
  expect(found.body.result!.structuredContent).toMatchObject({
    results: [{ id: expect.any(String) }],
    hints,
  })
})

test.each([
  ['a clause that is closed', { query: { script: { script: 'true' } } }, 'organization-serp*'],
  ['another index', { query: { match_all: {} } }, '.security'],
  ['more hits than the limit', { size: 100_000 }, 'map-serp'],
])('%s is refused as in the search', async (_, body, index) => {
  const answer = await search(body, index)
  const asked = await stack.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', key)
    .send({ index, body })
  expect(asked.body.error.code).toBe('VALIDATION_ERROR')
  const { code, message } = answer.body.error!
  expect(code).toBe(-32602)
  expect(message).toContain(asked.body.error.message)
})
