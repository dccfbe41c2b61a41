import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What searches get with the shipped YAML: costs, hints, compressed answers, a turn. */

let stack: RunningStack
let key: string

beforeAll(async () => {
  stack = await startStack()
  key = await stack.mintKey()
  await until(async () => (await fields()).status === 200, { everyMs: 50 })
})
afterAll(() => stack?.stop())

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const type = { 'Content-Type': 'application/json' }
  const asked = request(stack.url + path, { method, headers: { ...type, ...headers } })
  asked.end(body && JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = await buffer(answer)
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync, none: (same: Buffer) => same }
  const coding = (answer.headers['content-encoding'] ?? 'none') as keyof typeof decoders
  const text = decoders[coding](bytes).toString()
  return { status: answer.statusCode, headers: answer.headers, bytes: bytes.length, text }
}

const fields = (headers = {}) =>
  call('GET', '/api/v1/organizations/fields', { 'X-API-Key': key, ...headers })

async function search(body: object, index = 'organization-entity', headers = {}) {
  const credential = { 'X-API-Key': key, ...headers }
  const sent = { index, body }
  const answer = await call('POST', '/api/v1/organizations/search', credential, sent)
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)])
  const { data, meta } = JSON.parse(answer.text)
  return { ...answer, data, meta, cost: Number(answer.headers['x-query-cost']) }
}

const all = { match_all: {} }
const inRegion = { term: { state: 'IL' } }
const buckets = (field: string) => ({ x: { terms: { field } } })
const region = 'no field of organization-entity; did you mean region?'

const meant = (field: string, values: string) => [
  `body: documents have other values of ${field}; did you mean ${values}?`,
]

test.each<[string, object, string[]]>([
  ['no hit', { query: inRegion }, [`body.query.term.state: ${region}`]],
  [
    'no bucket, though documents match',
    { query: all, size: 0, aggs: buckets('state') },
    [`body.aggs.x.terms.field: ${region}`],
  ],
  ['a state', { query: { term: { region: 'Kentucky' } } }, meant('region', 'KY')],
  ['states', { query: { terms: { region: ['kentucky', 'OH'] } } }, meant('region', 'KY, OH')],
  ['a country', { query: { match: { country: { query: 'USA' } } } }, meant('country', 'US')],
  ['another', { query: { term: { country: { value: 'Germany' } } } }, meant('country', 'DE')],
  ['a cause', { query: { term: { causes: 'soup kitchen' } } }, meant('causes', 'Food banks')],
  ['a code', { query: { prefix: { activity_code: 'k31' } } }, meant('activity_code', 'K31')],
  [
    'a field of work',
    { query: { bool: { filter: [{ term: { activity_group: 'human services' } }] } } },
    meant('activity_group', 'Human Services'),
  ],
])('a search that finds nothing gets hints: %s', async (_, body, hints) => {
  const { data, meta } = await search(body)
  expect(data.results).toEqual([])
  expect(meta).toEqual({ requestId: expect.any(String), timestamp: expect.any(String), hints })
})

test('values in the form of the documents get none, and neither does a sort', async () => {
  const found = await search({ query: { term: { region: 'Kentucky' } }, sort: { region: 'asc' } })
  expect(found.meta.hints).toEqual(meant('region', 'KY'))
  const right = await search({ query: { term: { region: 'ZZ' } }, sort: { country: 'desc' } })
  expect([right.data.total, right.meta.hints]).toEqual([0, undefined])
})

const misused = { term: { city: 'Chicago' } }
test.each<[string, object, string | undefined]>([
  [
    'a clause',
    { query: { bool: { should: [inRegion, all] } } },
    `query.bool.should[0].term.state: ${region}`,
  ],
  ['an aggregation', { query: all, aggs: buckets('state') }, `aggs.x.terms.field: ${region}`],
  ['a hit, by a misused field', { query: { bool: { should: [misused, all] } } }, undefined],
])(
  'a search that finds something gets hints on unknown fields alone: %s',
  async (_, body, hint) => {
    const { data, meta } = await search(body)
    expect(data.total).toBeGreaterThan(0)
    expect(meta.hints).toEqual(hint && [`body.${hint}`])
  },
)

test.each([
  ['search', '; did you mean /api/v1/organizations/search?'],
  ['x', ''],
])('a page of an organization "%s" that is none: %s', async (name, meant) => {
  const { status, text } = await call('GET', `/organizations/${name}`, {
    Accept: 'application/json',
  })
  expect([status, JSON.parse(text).error.message]).toEqual([
    404,
    `There is no such organization${meant}`,
  ])
})

test('costs are those of the fields that the engine has', async () => {
  const byPattern = async (pattern: string) =>
    (await search({ query: { query_string: { query: 'food', fields: [pattern] } } })).cost
  const costs = [await byPattern('nowhere_*'), await byPattern('name*'), await byPattern('*')]
  expect(costs).toEqual([...new Set(costs)].sort((a, b) => a - b))
  const histogram = async (interval: number) => {
    const aggs = { a: { histogram: { field: 'founded_year', interval } } }
    return (await search({ query: all, size: 0, aggs })).cost
  }
  expect(await histogram(1)).toBeGreaterThan(await histogram(100))
})

test('the fields of a family are at most 5 KB', async () => {
  const { families } = JSON.parse((await fields()).text).data
  for (const family of Object.values(families))
    expect(JSON.stringify(family).length).toBeLessThanOrEqual(5120)
})

test('the list of fields has one ETag for all codings, and a 304 that varies as the 200', async () => {
  const [plain, coded] = [await fields(), await fields({ 'Accept-Encoding': 'br' })]
  const { etag } = plain.headers
  const varied = { etag, vary: 'Authorization, X-API-Key, Accept-Encoding' }
  expect(coded.headers).toMatchObject({ ...varied, 'content-encoding': 'br' })
  expect(JSON.parse(coded.text).data).toEqual(JSON.parse(plain.text).data)
  const held = await fields({ 'Accept-Encoding': 'br', 'If-None-Match': String(etag) })
  expect([held.status, held.bytes, held.headers['content-encoding']]).toEqual([304, 0, undefined])
  expect(held.headers).toMatchObject(varied)
})

test.each([
  // visitors may ask these too
  ['', 'anyone'],
  ['/suggest?q=food', 'anyone'],
  ['/org-0001', 'anyone'],
  ['/fields', 'callers'],
  ['/export?index=organization-entity', 'callers'],
  ['/../limits', 'callers'],
])('no cache gives an answer of one to another: /organizations%s, %s', async (target, who) => {
  const path = new URL(`/api/v1/organizations${target}`, stack.url)
  const get = async (headers: Record<string, string>) =>
    call('GET', path.pathname + path.search, headers)
  const first = await get({ 'X-API-Key': key })
  const etag = first.headers.etag ?? '"none"'
  const again = await get({ Authorization: `Bearer ${key}`, 'If-None-Match': etag })
  const signedOut = await get({ 'If-None-Match': etag })
  for (const { headers } of [first, again, signedOut])
    expect(headers.vary).toMatch(/(^|, )Authorization, X-API-Key(, |$)/)
  if (who === 'anyone') expect(signedOut.status).toBe(again.status)
  else expect(signedOut).toMatchObject({ status: 401, headers: { 'cache-control': 'no-store' } })
  path.searchParams.set('api_key', key)
  const byUrl = [await get({}), await get({ 'If-None-Match': etag })]
  expect(byUrl.map(({ status }) => status)).toEqual([first.status, again.status])
  for (const { headers } of byUrl) expect(headers['cache-control']).toBe('no-store')
})
