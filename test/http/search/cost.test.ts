import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'
import { expensiveCases } from '../../unit/plugins/search-rules/cases/expensive.js'
import { legitimate } from '../../unit/plugins/search-rules/cases/legitimate.js'

/**
 * What a caller reads of prices, with the shipped YAML: once with the embedded engine, once with
 * none to ask.
 */

const all = { match_all: {} }
let stack: RunningStack
let alone: RunningStack
const keys = new Map<RunningStack, string>()

beforeAll(async () => {
  const started = await Promise.all([
    startStack(),
    startStack({ env: { ELASTICSEARCH_URL: `http://127.0.0.1:${await closedPort()}` } }),
  ])
  for (const one of started) keys.set(one, await one.mintKey())
  ;[stack, alone] = started
}, 60_000)

afterAll(() => Promise.all([stack?.stop(), alone?.stop()]))

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function search(
  body: object,
  { at = stack, index = 'organization-serp' }: { at?: RunningStack; index?: string } = {},
) {
  return at.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', keys.get(at)!)
    .send({ index, body })
}

async function priceOf(...asked: Parameters<typeof search>): Promise<number> {
  const { status, headers, text } = await search(...asked)
  const price = headers['x-query-cost']
  if (price === undefined) throw new Error(`${status} without a price: ${text}`)
  return Number(price)
}

/**
 * The register learns next to the start: until then prices are those of a gateway that is alone.
 */
async function learned(): Promise<void> {
  const body = { query: { query_string: { query: 'water' } }, size: 0 }
  const unknown = await priceOf(body, { at: alone })
  await until(async () => (await priceOf(body)) < unknown, { context: () => stack.output() })
}

test('every accepted search tells its price, to a tenth, within the cap', async () => {
  const told: unknown[] = []
  for (const { name, body, index = 'organization-serp*' } of legitimate) {
    const { status, headers } = await search(body, { index })
    const price = headers['x-query-cost'] ?? 'none'
    if (!/^\d+(\.\d)?$/.test(price) || !(Number(price) <= 1600)) told.push([name, status, price])
  }
  expect(told).toEqual([])
}, 60_000)

test.each<[string, object]>([
  ['two words', { query: { match: { name: 'food bank' } } }],
  ['more hits', { query: all, size: 1000 }],
  ['facets', { query: all, aggs: { a: { terms: { field: 'region' } } } }],
  ['a pattern', { query: { wildcard: { name: '*ater*' } } }],
  [
    'many clauses',
    {
      query: { bool: { should: Array.from({ length: 50 }, () => ({ match: { name: 'water' } })) } },
    },
  ],
])('%s cannot be had for less than all organizations', async (_, body) => {
  const { status, headers } = await search(body)
  expect([status, await priceOf({ query: all })]).toEqual([200, 2.7])
  expect(Number(headers['x-query-cost'])).toBeGreaterThan(2.7)
})

test.each(expensiveCases)(
  'is too expensive, and says why: $name',
  async ({ body, part, index = 'organization-entity' }) => {
    const { status, headers, body: answer } = await search(body, { index })
    const { code, message, details } = answer.error
    expect([status, code, headers['x-query-cost']]).toEqual([400, 'VALIDATION_ERROR', undefined])
    const [told, ...more] = details.body._errors
    const [, price, cap, mostExpensive, itsPrice] =
      /^body: query cost (\d+) exceeds the limit of (\d+); the most expensive part is (\S+) with (\d+)$/.exec(
        told,
      )!
    expect([cap, mostExpensive, more, message]).toEqual(['1600', part, [], told])
    expect(Number(price)).toBeGreaterThan(1600)
    expect(Number(itsPrice)).toBeLessThanOrEqual(Number(price))
  },
)

test.each<[string, object]>([
  ['every field', { query_string: { query: 'food bank' } }],
  ['every field by its pattern', { multi_match: { query: 'food bank', fields: ['*'] } }],
  ['a pattern of few fields', { query_string: { query: 'food bank', fields: ['name*'] } }],
])('of a search in %s the price knows the fields', async (_, query) => {
  await learned()
  expect(await priceOf({ query })).toBeLessThan(await priceOf({ query }, { at: alone }))
  expect(await priceOf({ query })).toBeGreaterThan(
    await priceOf({ query: { match: { name: 'food bank' } } }),
  )
})

test('a pattern that names no field costs less than one that names some, where the fields are known', async () => {
  await learned()
  const by = (fields: string) => ({
    query: { query_string: { query: 'food bank', fields: [fields] } },
  })
  const prices = []
  for (const fields of ['nowhere_*', 'name*', '*']) prices.push(await priceOf(by(fields)))
  expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b))
  expect(await priceOf(by('nowhere_*'), { at: alone })).toBe(await priceOf(by('*'), { at: alone }))
})

test('the price of a histogram knows where its field begins and ends', async () => {
  await learned()
  const body = (interval: number) => ({
    query: all,
    size: 0,
    aggs: { a: { histogram: { field: 'founded_year', interval } } },
  })
  expect(await priceOf(body(1))).toBeGreaterThan(await priceOf(body(100)))
  expect(await priceOf(body(100), { at: alone })).toBe(await priceOf(body(1), { at: alone }))
  expect(await priceOf(body(1))).toBeLessThan(await priceOf(body(1), { at: alone }))
})
