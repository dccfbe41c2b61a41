import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, type McpAnswer, message, modern, post, type Sent } from './calls.js'

/** Clients that do not keep to the protocol: each is refused in its own words, none harms. */

jest.setTimeout(120_000)

const origin = 'https://assistant.example.org'
let stack: RunningStack
let key: string
let url: string
beforeAll(async () => {
  stack = await startStack({
    config: {
      'gateway.config.yml': (text) => text.replace('origins: [] #', `origins: ["${origin}"] #`),
    },
  })
  key = await stack.mintKey()
  url = `${stack.url}/api/v1/mcp`
})
afterAll(() => stack?.stop())

/** What is sent, its headers besides the key, and the status, code and text of the refusal. */
type Row = [
  body: string | Buffer,
  headers: Sent,
  status: number,
  code: number | string,
  told: string | RegExp,
]

const list = message('tools/list')
const find = (args: object) => callOf('find_organizations', args)
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const { body: listed, headers: announced } = modern('tools/list')
const { body: called, headers: named } = modern('tools/call', { name: 'get_organization' })

const misbehaving: Readonly<Record<string, Row>> = {
  'no JSON': [
    '{"jsonrpc": "2.0", ',
    {},
    400,
    -32700,
    /^Parse error: the request body must be valid JSON: line 1, /,
  ],
  'no body': ['', {}, 400, -32700, /^Parse error: /],
  'no UTF-8': [Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, 'VALIDATION_ERROR', /must be UTF-8/],
  'a batch': [`[${list},${list}]`, {}, 400, -32600, /one message, not a batch/],
  'a text': ['"tools/list"', {}, 400, -32600, /not a valid JSON-RPC message/],
  'another JSON': ['{"query": {"match_all": {}}}', {}, 400, -32600, /not a valid JSON-RPC/],
  'an id of null': [message('ping', {}, null), {}, 400, -32600, /not a valid JSON-RPC/],
  'an unknown method': [message('tools/delete'), {}, 200, -32601, 'Method not found'],
  'resources, which there are none of': [
    message('resources/list'),
    ...([{}, 200, -32601, 'Method not found'] as const),
  ],
  'an unknown method of 2026-07-28': [
    modern('tools/delete').body,
    modern('tools/delete').headers,
    ...([404, -32601, 'Method not found'] as const),
  ],
  'an unknown revision': [
    list,
    { 'mcp-protocol-version': '1999-12-31' },
    ...([400, -32000, /Unsupported protocol version/] as const),
  ],
  'another method in the header': [
    listed,
    { ...announced, 'mcp-method': 'tools/call' },
    ...([400, -32020, /headers and body disagree/] as const),
  ],
  'another tool in the header': [
    called,
    { ...named, 'mcp-name': 'find_organizations' },
    ...([400, -32020, /headers and body disagree/] as const),
  ],
  'a subscription': [
    modern('subscriptions/listen', { notifications: {} }).body,
    modern('subscriptions/listen').headers,
    ...([404, -32601, 'Method not found'] as const),
  ],
  'an unknown tool': [
    callOf('drop_organizations'),
    ...([{}, 200, -32602, /There is no such tool; known are .*find_organizations/] as const),
  ],
  'the free search, which is not open': [
    callOf('search_organizations', { index: 'organization-serp*', body: {} }),
    ...([{}, 200, -32602, /There is no such tool/] as const),
  ],
  'an unknown argument': [
    find({ regoin: 'RI' }),
    ...([{}, 200, -32602, /^regoin: there is no such parameter; did you mean region\?$/] as const),
  ],
  'a wrong value': [
    find({ size: 101 }),
    ...([{}, 200, -32602, 'size must be an integer from 1 to 100'] as const),
  ],
  'a structure in place of a text': [
    find({ q: { match_all: {} } }),
    ...([{}, 200, -32602, /^q must be /] as const),
  ],
  'a list in place of a text': [find({ city: ['A'] }), {}, 200, -32602, /^city must be /],
  'numbers in place of names': [find({ fields: [1] }), {}, 200, -32602, /^fields must be /],
  'a page beyond the reach': [
    find({ page: 1000, size: 100 }),
    ...([{}, 200, -32602, /^page times size must not exceed 10000/] as const),
  ],
  'no argument where one is needed': [
    callOf('get_organization'),
    ...([{}, 200, -32602, 'id is required'] as const),
  ],
  'arguments that are a list': [
    message('tools/call', { name: 'find_organizations', arguments: [] }),
    ...([{}, 200, -32602, /arguments/] as const),
  ],
  'an unknown family': [
    callOf('describe_fields', { index: '.security' }),
    ...([{}, 200, -32602, /^index must be one of map-serp, /] as const),
  ],
  'deep nesting': [
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_organization","arguments":{"id":${deep}}}}`,
    ...([{}, 200, -32602, /^id must be /] as const),
  ],
  'a large body': [' '.repeat(65_537), {}, 413, 'PAYLOAD_TOO_LARGE', /65536 bytes/],
  'no JSON by its type': [
    list,
    { 'content-type': 'text/plain' },
    ...([415, 'UNSUPPORTED_MEDIA_TYPE', /application\/json/] as const),
  ],
  'no JSON accepted': [
    list,
    { accept: 'text/html' },
    ...([406, 'NOT_ACCEPTABLE', /application\/json/] as const),
  ],
  'a page of another origin': [
    list,
    { origin: 'https://evil.example' },
    ...([403, -32000, /^Forbidden: .*the origin of this page/] as const),
  ],
  'a page without an origin of its own': [
    list,
    { origin: 'null' },
    ...([403, -32000, /^Forbidden: .*the origin of this page/] as const),
  ],
  'an empty key': [list, { 'x-api-key': '' }, 401, 'AUTHENTICATION_REQUIRED', /not valid/],
  'a wrong key': [list, { 'x-api-key': 'npo_wrong' }, 401, 'AUTHENTICATION_REQUIRED', /./],
}

test.each(Object.entries(misbehaving))('%s', async (_, [body, headers, status, code, told]) => {
  const answer = await post(url, body, { 'x-api-key': key, ...headers })
  expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  expect(answer.body.error?.message).toMatch(told)
  if (typeof code === 'number') expect(answer.body).toHaveProperty('jsonrpc', '2.0')
})

test('no credential', async () => {
  const answer = await post(url, list)
  expect([answer.status, answer.body.error?.code]).toEqual([401, 'AUTHENTICATION_REQUIRED'])
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
})

test('there are more than twenty', () =>
  expect(Object.keys(misbehaving).length).toBeGreaterThan(20))

test.each(['GET', 'DELETE', 'PUT'])('%s: METHOD_NOT_ALLOWED', async (method) => {
  const answer = await fetch(url, { method, headers: { 'x-api-key': key } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})

describe('what is taken', () => {
  const taken: [string, string, Sent][] = [
    ['a notification', JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), {}],
    ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}', {}],
  ]
  test.each(taken)('%s: 202, without a body', async (_, body, headers) => {
    const answer: McpAnswer = await post(url, body, { 'x-api-key': key, ...headers })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })
  test.each([
    ['a page of an allowed origin', { origin }],
    ['a client that accepts JSON alone', { accept: 'application/json' }],
    ['a session id, which means nothing here', { 'mcp-session-id': 'x' }],
  ])('%s', async (_, headers: Sent) => {
    const answer = await post(url, list, { 'x-api-key': key, ...headers })
    expect([answer.status, answer.body.result?.tools]).toEqual([200, expect.any(Array)])
  })
})
