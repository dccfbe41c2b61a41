import { inspect } from 'node:util'
import {
  ApiError,
  type ClientOptions,
  DirectoryClient,
  NetworkError,
  TimeoutError,
} from '../../../packages/client/src/index.js'
import { freePort } from '../../support/free-port.js'
import { startService } from '../../support/service.js'
import { clientAt, credentials, failure, found, hanging, query, success, tokens } from './door.js'

const apiKey = 'npd_abcdefgh_secretsecretsecretsecretsecretsecret01'
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('nothing was thrown')
    },
    (error: unknown) => error as ApiError & NetworkError,
  )

test('a search goes out as it is, with the key in its header, and comes back with its price, hints and id', async () => {
  const answer = success(
    { results: [], total: 0, index: 'map-serp', version: 'v9' },
    { 'x-query-cost': '2.7' },
    { hints: ['body.query.term.state: no field of map-serp; did you mean region?'] },
  )
  const { directory, sent } = clientAt(() => answer, { apiKey })
  const result = await directory.search(query)
  expect(sent).toEqual([
    {
      method: 'POST',
      url: 'https://directory.example.org/base/api/v1/organizations/search',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: query,
    },
  ])
  expect(result).toEqual({
    results: [],
    total: 0,
    index: 'map-serp',
    version: 'v9',
    hints: [expect.stringContaining('did you mean region?')],
    cost: 2.7,
    requestId: 'r-1',
  })
})

test('an error of the envelope is an ApiError with code, status, details, mistakes and request id', async () => {
  const details = { body: { _errors: ['query is required'] } }
  const { directory } = clientAt(
    () => failure(400, 'VALIDATION_ERROR', { details, message: 'query is required' }),
    { apiKey },
  )
  const error = await caught(directory.search(query))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    code: 'VALIDATION_ERROR',
    status: 400,
    details,
    requestId: 'r-2',
    name: 'ApiError',
  })
  expect([error.message, error.mistakes]).toEqual([
    'query is required',
    { body: ['query is required'] },
  ])
})

test.each<[string, () => Response | Error, object]>([
  [
    'a page of a proxy',
    () => new Response('<html>Bad gateway</html>', { status: 502 }),
    { status: 502, message: expect.stringMatching(/^POST .*: the answer with status 502 is not/) },
  ],
  ['nothing', () => new Response(''), { status: 200 }],
  [
    'no connection',
    () => new TypeError('fetch failed'),
    { status: undefined, cause: new TypeError('fetch failed') },
  ],
])('what is no envelope is a NetworkError: %s', async (_, reply, members) => {
  const { directory } = clientAt(reply, { apiKey, retry: { attempts: 1 } })
  const error = await caught(directory.search(query))
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject(members)
})

test('an answer that does not come is a TimeoutError, and not asked for again', async () => {
  const { directory, sent } = clientAt(hanging, { apiKey, timeoutMs: 20 })
  const error = await caught(directory.search(query))
  expect(error).toBeInstanceOf(TimeoutError)
  expect([error.message, sent.length]).toEqual([
    'No answer from https://directory.example.org/base within 20 ms',
    1,
  ])
})

const baseUrl = 'https://directory.example.org'
test.each<[string, ClientOptions]>([
  ['no address', { baseUrl: 'directory' }],
  ['credentials in the address', { baseUrl: 'https://me:hunter2@directory.example.org' }],
  ['a key in the address', { baseUrl: `${baseUrl}/?api_key=hunter2` }],
  ['a key with a line end', { baseUrl, apiKey: 'hunter2\n' }],
])('%s is refused, and not shown', (_, options) => {
  const make = () => new DirectoryClient(options)
  expect(make).toThrow(TypeError)
  expect(make).not.toThrow(/hunter2/)
})

test('no secret shows in the client, in its addresses or in its errors', async () => {
  const { directory, sent } = clientAt(
    ({ url }) => (url.endsWith('/login') ? tokens(1) : failure(500, 'INTERNAL_ERROR')),
    { apiKey },
  )
  await directory.login(credentials)
  const errors = await Promise.all([
    caught(directory.search(query)),
    caught(directory.me()),
    caught(directory.keys.list()),
    caught(directory.logout()),
  ])
  const depth = { depth: Number.POSITIVE_INFINITY, showHidden: true }
  const shown = [directory, directory.keys, ...errors].flatMap((one) => [
    inspect(one, depth),
    JSON.stringify(one),
    String(one),
  ])
  const secret = /npd_|v4\.public|marble|secret/
  for (const text of [...shown, ...sent.map(({ url }) => url)]) expect(text).not.toMatch(secret)
  expect(sent.some(({ headers }) => secret.test(JSON.stringify(headers)))).toBe(true)
})

test('the limits are asked for with the key, and a refusal names its limit', async () => {
  const limits = { plan: 'gold', scopes: ['organizations:read'], limits: [], searches: [] }
  const details = {
    ...{ limit: 600, unit: 'requests', by: 'owner', windowSeconds: 60 },
    ...{ remaining: 0, retryAfterSeconds: 42, name: 'searches' },
  }
  const replies = [
    success(limits),
    failure(429, 'RATE_LIMITED', { details }),
    failure(404, 'NOT_FOUND'),
  ]
  const { directory, sent } = clientAt(() => replies.shift()!, { apiKey, retry: { attempts: 1 } })
  expect(await directory.limits()).toEqual(limits)
  expect(sent[0]).toMatchObject({ method: 'GET', headers: { 'x-api-key': apiKey } })
  expect(sent[0]!.url).toMatch(/\/api\/v1\/limits$/)
  await expect(directory.limits({ all: true })).rejects.toMatchObject({ details, limit: details })
  expect(sent[1]!.url).toMatch(/\/api\/v1\/limits\?all=true$/)
  await expect(directory.limits()).rejects.toMatchObject({ limit: undefined })
})

test('the list of fields is asked for by its tag, and kept', async () => {
  const list = {
    families: { 'map-serp': { fields: [{ name: 'name', type: 'text', uses: ['match'] }] } },
  }
  const { directory, sent } = clientAt(
    ({ headers }) =>
      headers['if-none-match'] === 'W/"1"'
        ? new Response(null, { status: 304 })
        : success(list, { ETag: 'W/"1"' }),
    { apiKey },
  )
  expect([await directory.fields(), await directory.fields()]).toEqual([list, list])
  expect(sent.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, 'W/"1"'])
})

test.each<[string, object, unknown]>([
  ['none', {}, ['id']],
  ['one name', { sort: 'founded_year' }, ['founded_year', 'id']],
  ['by the id already, as a name', { sort: ['region', 'id'] }, ['region', 'id']],
])('the sort of all hits is told from all others: %s', async (_, sort, wanted) => {
  const { directory, sent } = clientAt(() => found(), { apiKey })
  for await (const hit of directory.searchAll({
    index: 'map-serp',
    body: { ...query.body, ...sort },
  }))
    expect(hit).toBe(0)
  expect((sent[0]!.body as { body: { sort: unknown } }).body.sort).toEqual(wanted)
})

describe('what a mistake of the caller or of the network is called', () => {
  const missing = undefined as unknown as ConstructorParameters<typeof DirectoryClient>[0]

  test.each([[missing], [null as unknown as typeof missing]])('options %j', (options) => {
    expect(() => new DirectoryClient(options)).toThrow(
      new TypeError("the options are missing: new DirectoryClient({ baseUrl: 'https://…' })"),
    )
  })

  test.each(['', '/', '/api/v1', '/api/v1/', '/base/api/v1'])(
    'an address that ends in "%s"',
    async (end) => {
      const asked: string[] = []
      const own = (url: unknown) => {
        asked.push(String(url))
        return Promise.resolve(success({}))
      }
      const directory = new DirectoryClient({
        baseUrl: `https://directory.example.org${end}`,
        apiKey,
        fetch: own as typeof fetch,
      })
      await directory.fields()
      const base = end.startsWith('/base') ? '/base' : ''
      expect(asked).toEqual([`https://directory.example.org${base}/api/v1/organizations/fields`])
    },
  )

  test('a connection that is refused, with address and cause', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/base`
    const directory = new DirectoryClient({ baseUrl, apiKey, retry: { attempts: 1 } })
    const error = await caught(directory.search(query))
    expect(error).toBeInstanceOf(NetworkError)
    expect(error.message).toBe(`The directory at ${baseUrl} cannot be reached: ECONNREFUSED`)
  })

  test('a redirection is not followed: it would carry the key to another host', async () => {
    let asked = 0
    const other = await startService((_req, res) => {
      asked++
      res.end('{}')
    })
    const Location = `${other.url}/elsewhere`
    const server = await startService((_req, res) => res.writeHead(307, { Location }).end())
    const directory = new DirectoryClient({ baseUrl: server.url, apiKey, retry: { attempts: 1 } })
    expect(await caught(directory.search(query))).toBeInstanceOf(NetworkError)
    expect(asked).toBe(0)
    await Promise.all([other.close(), server.close()])
  })

  test.each<[string, Error, string]>([
    ['without a code', new TypeError('Failed to fetch'), 'cannot be reached'],
    [
      'of several addresses',
      Object.assign(new AggregateError([Object.assign(new Error('a'), { code: 'EHOSTUNREACH' })])),
      'cannot be reached: EHOSTUNREACH',
    ],
  ])('a cause %s', async (_, thrown, end) => {
    const { directory } = clientAt(() => thrown, { apiKey, retry: { attempts: 1 } })
    const { message } = await caught(directory.search(query))
    expect(message).toBe(`The directory at https://directory.example.org/base ${end}`)
  })
})
