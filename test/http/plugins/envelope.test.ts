import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { rawRequest } from '../../support/wire.js'

const step = (name: string, action: object = {}) => ({ [name]: [{ action }] })
const steps = (envelope: object, answer: object = {}) => [
  step('envelope', envelope),
  step('answer', answer),
]
const endpoint = (paths: string | string[], methods: string | string[] = ['GET']) => ({
  ...{ host: '*', paths, methods },
})
const configuration = {
  cors: { origins: ['https://everywhere.example.org'], headers: ['X-Own'], exposed: ['X-Shown'] },
  apiEndpoints: {
    fixed: endpoint('/things/fixed', ['POST', 'PATCH']),
    things: [
      endpoint(['/things', '/things/:id'], ['GET', 'POST']),
      endpoint('/things/:id', 'DELETE'),
    ],
    files: { host: '*', paths: '/files/*' },
    shop: { ...endpoint(['/things', '/shop'], ['PUT']), host: 'shop.example.org' },
    pages: endpoint('/pages', 'get, POST'),
    closed: endpoint('/closed', ['POST']),
    broken: endpoint('/broken'),
    silent: endpoint('/silent'),
    unserved: endpoint('/unserved'),
    off: endpoint('/off'),
  },
  pipelines: {
    things: {
      apiEndpoints: ['fixed', 'things', 'files', 'shop'],
      policies: steps({ maxBodyBytes: 100 }),
    },
    pages: {
      apiEndpoints: ['pages'],
      policies: steps({ cors: { origins: ['https://pages.example.org'] } }),
    },
    closed: { apiEndpoints: ['closed'], policies: steps({ cors: { origins: [] } }) },
    broken: { apiEndpoints: ['broken'], policies: steps({}, { throws: 'secret-of-the-house' }) },
    silent: { apiEndpoints: ['silent'], policies: [step('envelope')] },
    off: { apiEndpoints: ['off'], policies: steps({ enabled: false }) },
  },
}

let gateway: Gateway
beforeAll(async () => {
  gateway = await startGateway(['envelope'], configuration)
})
afterAll(() => gateway.close())

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(gateway.url + path, init)
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** A GET whose target is sent letter by letter. */
function getRaw(target: string, headers = '') {
  return rawRequest(gateway.port, [
    `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`,
  ])
}

describe('an unknown path', () => {
  const meant = (path: string) => `No such endpoint; did you mean ${path}?`
  const takes = 'This path takes GET, HEAD, POST, DELETE'
  test.each<[method: string, path: string, status: number, message: string]>([
    ['GET', '/thngs', 404, meant('/things')],
    ['GET', '/THINGS', 404, meant('/things')], // another letter case
    ['GET', '/things/', 404, meant('/things')], // a slash too many
    ['GET', '/shopp', 404, 'No such endpoint'], // a path of another host
    ['GET', '/of', 404, 'No such endpoint'], // one that is switched off
    ['GET', '/a'.repeat(4000), 404, 'No such endpoint'],
    ['POST', '/closde', 404, meant('/closed')],
    ['PATCH', '/things/fixde', 405, `${takes}; did you mean /things/fixed?`],
    ['PUT', '/closed', 405, 'This path takes POST'],
  ])('%s %.40s: %i %s', async (method, path, status, message) => {
    const answer = await call(path, { method })
    const { error } = answer.body
    expect([answer.status, error.message, error.details]).toEqual([status, message, {}])
  })
})

describe('paths and methods are exact', () => {
  test.each([
    ['GET', '/things', 200, undefined],
    ['DELETE', '/things/1', 200, undefined],
    ['GET', '/nothing', 404, 'NOT_FOUND'],
    ['GET', '/THINGS', 404, 'NOT_FOUND'],
    ['GET', '/things/', 404, 'NOT_FOUND'],
    ['GET', '/unserved', 404, 'NOT_FOUND'],
    ['GET', '/silent', 404, 'NOT_FOUND'],
    ['PUT', '/things', 405, 'METHOD_NOT_ALLOWED'], // only on shop.example.org
    ['POST', '/things/fixed', 200, undefined],
    ['GET', '/things/fixed', 405, 'METHOD_NOT_ALLOWED'], // `:id` is for other segments
    ['OPTIONS', '/files/a', 200, undefined], // any method
  ])('%s %s: %d', async (method, path, status, code) => {
    const answer = await call(path, { method })
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect(answer.body.meta.requestId).toBe(answer.headers.get('x-request-id'))
  })

  test('Allow lists the methods of every rule of the path', async () => {
    expect((await call('/things/1', { method: 'PUT' })).headers.get('allow')).toBe(
      'GET, HEAD, POST, DELETE',
    )
    expect((await call('/things/fixed')).headers.get('allow')).toBe('POST, PATCH')
    expect((await call('/pages', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test('a host of its own', async () => {
    const answer = await rawRequest(gateway.port, [
      'PUT /things HTTP/1.1\r\nHost: Shop.example.org:80\r\nConnection: close\r\n\r\n',
    ])
    expect(JSON.parse(answer.body).data.endpoint).toBe('shop')
  })
})

const badTargets: Record<string, string[]> = {
  'must be a path': ['http://a/things', '*'],
  'dot segments': [
    ...['/files/%2e%2e/things', '/files/../things', '/files/.', '/./files/a', '/files/.%2E'],
    '/files/..;x/a',
  ],
  'encoded slashes': ['/files/a%2Fb', '/files/a%5cb'],
  backslashes: ['/files/a\\b'],
  'control characters': ['/files/%00', '/files/%0a', '/files/%7f', '/files/a%C2%85b'],
  'percent-encoded': ['/files/a#b'],
  'valid percent-encoded': [
    ...['/files/%', '/files/%4', '/files/%zz', '/files/%E0%A4'],
    '/files/%c0%ae%c0%ae/', // an overlong dot
  ],
}
test.each(
  Object.entries(badTargets).flatMap(([says, all]) => all.map((one) => [one, says] as const)),
)('%s is refused as a path, before any route: %s', async (target, says) => {
  const { status, body } = await getRaw(target)
  expect(status).toBe(400)
  expect(JSON.parse(body).error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { path: { _errors: [expect.stringContaining(says)] } },
  })
})

test.each(['a..b', '...', '.well-known/x', '%C3%A4', "~!$&'()*+,;=:@-_", 'a//b'])(
  '/files/%s is clear',
  async (rest) => expect((await getRaw(`/files/${rest}`)).status).toBe(200),
)

describe('the body is judged by its headers', () => {
  const json = { 'Content-Type': 'application/json' }
  test.each<[string, RequestInit, number]>([
    ['JSON', { body: '{}', headers: json }, 200],
    ['no body, no type', {}, 200],
    ['as large as may be', { body: 'x'.repeat(100), headers: json }, 200],
    ['too large', { body: 'x'.repeat(101), headers: json }, 413],
  ])('%s', async (_name, init, status) => {
    expect((await call('/things', { method: 'POST', ...init })).status).toBe(status)
  })

  test('a large body is refused before it is read, and the answer arrives', async () => {
    const answer = await call('/things', {
      method: 'POST',
      headers: json,
      body: 'x'.repeat(20_000_000),
    })
    expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close'])
  })
})

describe('CORS', () => {
  const origin = 'https://pages.example.org'
  const everywhere = 'https://everywhere.example.org'
  const ask = { 'Access-Control-Request-Method': 'POST' }

  test('a preflight of an allowed origin', async () => {
    const { status, headers } = await call('/pages', {
      method: 'OPTIONS',
      headers: { Origin: origin, ...ask },
    })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Authorization, Content-Type, X-API-Key',
      vary: 'Origin',
      'x-request-id': expect.any(String),
    })
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  const preflight = (path: string, headers: Record<string, string>) =>
    call(path, { method: 'OPTIONS', headers: { ...ask, ...headers } })

  const told = (field: string, text: RegExp) => ({
    details: { [field]: { _errors: [expect.stringMatching(text)] } },
  })

  test('further headers are taken and shown where `cors` names them', async () => {
    const { status, headers } = await preflight('/things', {
      Origin: everywhere,
      'Access-Control-Request-Headers': 'X-Own, x-api-key',
    })
    expect([status, headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type, X-API-Key, X-Own',
    ])
    const answer = await call('/things', { headers: { Origin: everywhere } })
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'X-Request-Id, X-Query-Cost, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ' +
        'RateLimit-Policy, RateLimit, Retry-After, X-Shown',
    )
  })
  test.each<[string, string, Record<string, string>, number, object]>([
    [
      'an origin that the step does not name',
      ...(['/pages', { Origin: 'https://elsewhere.example.org' }, 400] as const),
      told('origin', /^Pages of this origin may not call: "cors" of the /),
    ],
    [
      'another method',
      ...(['/pages', { Origin: origin, 'Access-Control-Request-Method': 'PUT' }, 405] as const),
      {},
    ],
    [
      'another header',
      '/pages',
      { Origin: origin, 'Access-Control-Request-Headers': 'content-type,x-own' },
      400,
      told('headers', /may send Authorization, Content-Type, X-API-Key;/),
    ],
  ])('a refused preflight says why: %s', async (_, path, headers, status, error) => {
    const answer = await preflight(path, headers)
    expect([answer.status, answer.body]).toEqual([
      status,
      expect.objectContaining({ status: 'error' }),
    ])
    expect(answer.body.error).toMatchObject(error)
    expect(JSON.stringify(answer.body)).not.toMatch(/elsewhere|x-own/)
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST' : null)
  })

  test.each([
    ['/nothing', 'GET', 404],
    ['/things', 'PUT', 405],
    ['/broken', 'GET', 500],
  ])('%s %s: %d, which a page of the list at the top may read', async (path, method, status) => {
    const answer = await call(path, { method, headers: { Origin: everywhere } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      status,
      everywhere,
    ])
    const other = await call(path, { method, headers: { Origin: origin } })
    expect([other.headers.get('access-control-allow-origin'), other.headers.get('vary')]).toEqual([
      null,
      'Origin',
    ])
  })
})

test('a hot reload of the stock host replaces the routes; a refused one leaves them as they were', async () => {
  const { apiEndpoints, pipelines } = configuration
  await gateway.reload({
    apiEndpoints: {},
    pipelines: { things: { apiEndpoints: [], policies: [{ nothing: [] }] } },
  })
  expect((await call('/files/a')).body.data.endpoint).toBe('files')

  await gateway.reload({
    apiEndpoints: { ...apiEndpoints, files: { host: '*', paths: '/documents/*' } },
    pipelines,
  })
  expect((await call('/files/a')).status).toBe(404)
  expect((await call('/documents/a')).body.data.endpoint).toBe('files')
})
