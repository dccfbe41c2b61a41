import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, dataIn, expectStructured, message, modern, post, type Sent } from './calls.js'

/**
 * Clients that do not follow the protocol: each gets its own refusal, none harms. And the tool for
 * free searches, where the YAML opens it.
 */

const origin = 'https://assistant.example.org'
const opened = (text: string) =>
  text
    .replace('origins: [] #', `origins: ["${origin}"] #`)
    .replace('# freeSearch: false', 'freeSearch: true')

let stack: RunningStack
let key: string
let url: string
beforeAll(async () => {
  stack = await startStack({ config: { 'gateway.config.yml': opened } })
  key = await stack.mintKey()
  url = `${stack.url}/api/v1/mcp`
})
afterAll(() => stack?.stop())

const send = (body: string | Buffer, headers: Sent = {}) =>
  post(url, body, { 'x-api-key': key, ...headers })

type Code = number | string
type Row = [name: string, body: string | Buffer, headers: Sent, status: number, Code, RegExp]

const list = message('tools/list')
const { body: listed, headers: announced } = modern('tools/list')
const unknown = modern('tools/delete')
const subscription = modern('subscriptions/listen', { notifications: {} })
const notFound = /^Method not found$/

const find = (args: object) => callOf('find_organizations', args)
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const aPlace = /^near must be a string; it must be latitude,longitude, .*such as 41\.82,-71\.41, /

/** Bodies that are no message, and what HTTP itself decides. */
const refused: Row[] = [
  ['no JSON', '{"a": ', {}, 400, -32700, /^Parse error: .* must be valid JSON: line 1, /],
  ['no UTF-8', Buffer.from([0x7b, 0xff]), {}, 400, 'VALIDATION_ERROR', /must be UTF-8/],
  ['a wrong key', list, { 'x-api-key': 'npd_a' }, 401, 'AUTHENTICATION_REQUIRED', /^API key is /],
  [
    'a body of another type',
    list,
    { 'content-type': 'text/csv' },
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    /./,
  ],
  ['a batch', `[${list},${list}]`, {}, 400, -32600, /one message, not a batch/],
  ['a key twice', '{"id":1,"id":2}', {}, 400, -32700, /^Parse error: .* must not repeat a key/],
  ['deep nesting', find({ q: 0 }).replace('0}', `${deep(5000)}}`), {}, 400, -32600, /too deep$/],
  [
    'a cursor of null',
    ...([message('tools/list', { cursor: null }), {}, 200, -32602] as const),
    /^Invalid params: params.cursor: [^[]*$/,
  ],
  ['an unknown tool', callOf('drop'), {}, 200, -32602, /no such tool; known are find_organiza/],
  ['an unknown method', message('tools/delete'), {}, 200, -32601, notFound],
  ['an unknown method of 2026-07-28', unknown.body, unknown.headers, 404, -32601, notFound],
  ['a subscription', subscription.body, subscription.headers, 404, -32601, notFound],
  [
    'an unknown revision',
    ...([list, { 'mcp-protocol-version': '1999-12-31' }, 400, -32000] as const),
    /Unsupported protocol version/,
  ],
  [
    'another method in the header',
    ...([listed, { ...announced, 'mcp-method': 'tools/call' }, 400, -32020] as const),
    /headers and body disagree/,
  ],
  [
    'a page of another origin',
    ...([list, { origin: 'https://evil.example' }, 403, 'FORBIDDEN'] as const),
    /^"cors" .*the origin of this page/,
  ],
]

/** Arguments that are wrong: a result, which the model of the client reads. */
const invalid: [name: string, body: string, told: RegExp][] = [
  ['an argument', find({ regoin: 'RI' }), /^regoin is no parameter; did you mean reg/],
  ['a form', find({ format: 'csv' }), /^format is no parameter; known are /],
  ['a structure in place of a text', find({ q: { match_all: {} } }), /^q must be a string/],
  ['control characters', find({ q: 'a\u0000' }), /^q must be a string without control characters$/],
  ['a point that is an object', find({ near: { lat: 41.8, lon: -71.4 } }), aPlace],
  ['a family', callOf('describe_fields', { index: '.security' }), /^index must be one of map-serp/],
]
test.each(invalid)('%s is told in a result', async (_, body, told) => {
  const { status, body: answer } = await send(body)
  expect([status, answer.result?.isError]).toEqual([200, true])
  expect(answer.result!.content![0]!.text).toMatch(told)
})

test.each(refused)('%s', async (_, body, headers, status, code, told) => {
  const answer = await send(body, headers)
  const { error } = answer.body
  expect([answer.status, error?.data?.code ?? error?.code]).toEqual([status, code])
  expect(error?.message).toMatch(told)
  expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
})

test.each([
  ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}'],
])('%s is accepted: 202, without a body', async (_, body) => {
  const answer = await send(body)
  expect([answer.status, answer.text]).toEqual([202, ''])
})

test.each<[string, Sent]>([
  ['a page of an allowed origin', { origin }],
  ['a client that accepts JSON alone', { accept: 'application/json' }],
])('%s is answered', async (_, headers) => {
  const answer = await send(list, headers)
  expect([answer.status, answer.body.result?.tools]).toEqual([200, expect.any(Array)])
})

test.each([
  ['this machine itself', 'http://localhost:9', 'localhost:9', 200],
  ['a name that resolves to it (DNS rebinding)', 'http://evil.example', 'evil.example', 403],
  ['another port of it', 'http://localhost:8', 'localhost:9', 403],
])('a page of %s gets its answer', async (_, origin, host, status) => {
  const { body, headers } = modern('tools/list')
  const sent = { ...headers, origin, host, 'content-type': 'application/json' }
  const answer = await stack.request.post('/api/v1/mcp').set(sent).send(body)
  expect(answer.status).toBe(status)
})

describe('the tool for free searches', () => {
  const search = (body: object, index = 'organization-serp*') =>
    send(callOf('search_organizations', { index, body }))
  const overHttp = (body: object, index = 'organization-serp*') =>
    stack.request.post('/api/v1/organizations/search').set('X-API-Key', key).send({ index, body })

  test('is none without a credential', async () => {
    const listed = await post(url, list)
    expect(listed.body.result!.tools).toHaveLength(3)
    const called = await post(url, callOf('search_organizations', { index: 'map-serp', body: {} }))
    expect(called.body.error).toMatchObject({ code: -32602 })
  })

  test('returns the data of the search, and costs the same', async () => {
    const aggs = { cities: { terms: { field: 'city.keyword', size: 3 } } }
    const body = { query: { term: { region: 'CA' } }, size: 2, aggs }
    const [answer, asked] = [await search(body), await overHttp(body)]
    expect(dataIn(answer)).toEqual(asked.body.data)
    expect(answer.headers.get('x-query-cost')).toBe(asked.headers['x-query-cost'])
  })

  test('has structured answers', () => {
    const index = 'organization-serp'
    const aggs = { cities: { terms: { field: 'city.keyword' } } }
    const calls: [string, object][] = [
      ['search_organizations', { index, body: { query: { match_all: {} }, size: 100, aggs } }],
      ['find_organizations', {}],
      ['get_organization', { id: 'org-0002' }],
      ['suggest_organizations', { q: 'food' }],
      ['describe_fields', { index }],
    ]
    return expectStructured(url, calls, { 'x-api-key': key })
  })

  test.each([
    ['a clause that is closed', { query: { script: { script: 'true' } } }, 'organization-serp*'],
    ['another index', { query: { match_all: {} } }, '.security'],
  ])('%s is refused as in the search', async (_, body, index) => {
    const { result } = (await search(body, index)).body
    const asked = await overHttp(body, index)
    expect(asked.body.error.code).toBe('VALIDATION_ERROR')
    expect(result!.isError).toBe(true)
    expect(result!.content![0]!.text).toContain(asked.body.error.message)
  })
})
