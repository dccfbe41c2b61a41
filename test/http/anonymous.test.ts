import { type RunningStack, startStack } from '../support/stack.js'
import { callOf, dataIn, message, post } from './mcp/calls.js'

/** Visitors: callers without a credential, who may ask the search templates as shipped. */

const perMinute = 6

/** With few requests a minute for visitors. */
const limited = (text: string) =>
  text.replace(/(anonymous: )\$\{VISITOR_\w+:-120\}/, `$1${perMinute}`)

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({ config: { 'gateway.config.yml': limited } })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

const path = '/api/v1/organizations'
const find = `${path}?q=food&size=1`
const noCredential = [401, 'AUTHENTICATION_REQUIRED', {}] as const

let visitors = 0
/** Of a visitor who has not called yet. */
const anew = () => ({ 'x-forwarded-for': `198.51.100.${++visitors}` })

async function ask(
  target: string,
  headers: Record<string, string> = anew(),
  init: RequestInit = {},
) {
  const answer = await fetch(stack.url + target, { ...init, headers })
  const { error, data } = (await answer.json()) as {
    error?: { code: string; message: string; details: Record<string, { _errors: string[] }> }
    data?: { results: unknown[]; pages: number }
  }
  return { status: answer.status, ...error, data, headers: answer.headers }
}

test.each([find, `${path}/suggest?q=foo`, `${path}/32-6868679`])(
  '%s is answered without a credential, and with one',
  async (target) => {
    expect((await ask(target)).status).toBe(200)
    expect((await ask(target, { 'x-api-key': key })).status).toBe(200)
  },
)

const sized =
  'size must be an integer from 1 to 50 without a credential: sign in or send an API key for more'
const paged =
  'page times size must not exceed 1000: narrow the search, or sign in or send an API key for more'

test.each([
  ['size=51', 'size', sized],
  ['size=50&page=21', 'page', paged],
])('%s is refused with its remedy, as it is not with a key', async (query, field, told) => {
  const { status, code, details } = await ask(`${path}?${query}`)
  expect([status, code]).toEqual([400, 'VALIDATION_ERROR'])
  expect(details).toEqual({ [field]: { _errors: [told] } })
  const withKey = await ask(`${path}?${query}`, { 'x-api-key': key })
  expect(JSON.stringify(withKey.details ?? {})).not.toMatch(/sign in|credential/)
})

test.each<[string, string, Record<string, string>, readonly [number, string, RequestInit]]>([
  ['a wrong key', find, { 'x-api-key': 'npd_wrong' }, noCredential],
  ['a wrong token', find, { authorization: 'Bearer v4.public.A' }, [401, 'TOKEN_EXPIRED', {}]],
  ['the limits', '/api/v1/limits', {}, noCredential],
  ...['search', 'search/explain', 'export'].map(
    (call) =>
      [call, `${path}/${call}`, { 'content-type': 'application/json' }, aSearch()] as [
        ...[string, string, Record<string, string>],
        readonly [number, string, RequestInit],
      ],
  ),
])('%s is refused', async (_, target, headers, [status, code, init]) => {
  expect(await ask(target, { ...anew(), ...headers }, init)).toMatchObject({ status, code })
})

function aSearch(): readonly [number, string, RequestInit] {
  const body = JSON.stringify({ index: 'map-serp', body: { query: { match_all: {} } } })
  return [401, 'AUTHENTICATION_REQUIRED', { method: 'POST', body }]
}

test('the OpenAPI document says where no credential is needed', async () => {
  const { body } = await stack.request.get('/api/v1/openapi.json')
  const call = (path: string, method: string) => body.paths[path][method]
  const security = (path: string, method: string) => call(path, method).security as object[]
  expect(security(path, 'get')).toContainEqual({})
  expect(security('/api/v1/mcp', 'post')).toContainEqual({})
  expect(security(`${path}/search`, 'post')).not.toContainEqual({})
  expect(security(`${path}/fields`, 'get')).not.toContainEqual({})
  expect(call(path, 'get')['x-limits'].visitors).toMatchObject({ size: 50, window: 1000 })
  expect(call(path, 'get').description).toContain(
    `No credential is needed; without one at most ${perMinute} requests in 60 s for each address`,
  )
})

describe('MCP', () => {
  const send = (body: string) => post(`${stack.url}/api/v1/mcp`, body, anew())

  test('visitors have the tools of the search templates, with their own limits', async () => {
    const { body } = await send(message('tools/list'))
    const tools = body.result!.tools as { name: string; inputSchema: { properties: object } }[]
    expect(tools.map(({ name }) => name)).toEqual([
      ...['find_organizations', 'get_organization', 'suggest_organizations'],
    ])
    expect(tools[0]!.inputSchema.properties).toMatchObject({ size: { minimum: 1, maximum: 50 } })
    const answer = await send(callOf('find_organizations', { q: 'food' }))
    expect(dataIn(answer)).toMatchObject({ version: 'v9' })
  })

  test.each([['search_organizations', { index: 'map-serp', body: {} }]])(
    '%s is no tool of theirs',
    async (name, args) => {
      const { body } = await send(callOf(name, args))
      expect(body.error).toMatchObject({
        code: -32602,
        message: expect.stringMatching(/no such tool/),
      })
    },
  )
})

describe('of the requests of a minute', () => {
  /** As many as there are, by headers that differ. @returns the status of one more. */
  async function used(headersOf: (i: number) => Record<string, string>) {
    for (let i = 0; i < perMinute; i++) expect((await ask(find, headersOf(i))).status).toBe(200)
    return ask(find, headersOf(perMinute))
  }

  test('a visitor takes none of another’s, and none of a key at the same address', async () => {
    const own = anew()
    const refused = await used(() => own)
    expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.message).toBe(
      `No more than ${perMinute} requests in 60 seconds: sign in or send an API key for more`,
    )
    const tool = await post(`${stack.url}/api/v1/mcp`, message('tools/list'), own)
    expect(tool.status).toBe(429)
    expect((await ask(find)).status).toBe(200)
    expect((await ask(find, { ...own, 'x-api-key': key })).status).toBe(200)
  })
})
