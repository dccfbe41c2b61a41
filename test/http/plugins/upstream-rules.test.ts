import { startService } from '../../support/service.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

/**
 * Path and header rules of `upstream`: what a service gets, and what callers get of its
 * answers.
 */
let gateway: Gateway
let mirror: Awaited<ReturnType<typeof startService>>

const headers = {
  request: {
    set: { 'X-Directory': 'public', 'User-Agent': 'directory' },
    remove: ['Accept-Language', 'TraceParent'],
    allow: ['X-Client-IP'],
  },
  answer: { set: { 'Cache-Control': 'no-store', 'X-Answer': 'set' } },
}
const paths = {
  '/things/:id': '/v2/thing/:id/whole',
  '/:owner/pairs/:id': '/pairs/:id/of/:owner',
  '/files/*': '/store/*',
  '/*': '/*',
}

/** How many the service was asked. */
let requests = 0

beforeAll(async () => {
  mirror = await startService((req, res) => {
    requests++
    let text = ''
    req.on('data', (chunk: Buffer) => (text += chunk))
    req.on('end', () => {
      res.setHeader('Content-Type', 'application/json')
      for (const name of ['Server', 'X-Powered-By', 'X-Own', 'X-Total'])
        res.setHeader(name, 'of the service')
      res.setHeader('Cache-Control', 'public')
      res.setHeader('Location', '/base/v2/thing/8/whole')
      res.statusCode = req.url?.includes('refuse') ? 404 : 200
      res.end(JSON.stringify({ url: req.url, method: req.method, headers: req.headers, text }))
    })
  })
  const pipeline = (name: string, action: object) => ({
    apiEndpoints: [name],
    policies: [
      { envelope: [{ action: { contentTypes: ['*/*'] } }] },
      { upstream: [{ action: { serviceEndpoint: 'mirror', public: true, ...action } }] },
    ],
  })
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: {
      wrapped: { host: '*', paths: '/wrapped/*' },
      passed: { host: '*', paths: ['/things/:id', '/things', '/:owner/pairs/:id', '/files/*'] },
      rest: { host: '*', paths: '/*' },
    },
    serviceEndpoints: { mirror: { url: `${mirror.url}/base` } },
    pipelines: {
      wrapped: pipeline('wrapped', {
        response: 'envelope',
        headers: { ...headers, answer: { ...headers.answer, remove: ['X-Total'] } },
      }),
      passed: pipeline('passed', {
        paths: { ...paths, '/*': '/rest/*' },
        headers: { ...headers, answer: { ...headers.answer, remove: ['server', 'X-Powered-By'] } },
      }),
      rest: pipeline('rest', { paths }),
    },
  })
})
afterAll(() => Promise.all([gateway.close(), mirror.close()]))

async function call(path: string, init: RequestInit = {}) {
  const response = await fetch(gateway.url + path, init)
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()),
  }
}

test.each([
  ['/things/7', '/base/v2/thing/7/whole'],
  ['/things', '/base/things'],
  ['/ann/pairs/3', '/base/pairs/3/of/ann'],
  ['/files/a/b//c', '/base/store/a/b//c'],
])('%s: the service is asked for %s', async (path, asked) => {
  expect((await call(path)).body.url).toBe(asked)
})

test('headers of the request are set in place of the caller’s, or removed; others stay', async () => {
  const { body } = await call('/things/7', {
    headers: {
      ...{ 'X-Directory': 'of the caller', X_Directory: 'too', 'X-Other': 'stays' },
      ...{ 'Accept-Language': 'de', accept_language: 'fr', 'X-Api-Key': 'k' },
      ...{ 'X-Client-IP': '192.0.2.1', 'X-Real-IP': '192.0.2.1' },
    },
  })
  const { 'x-client-ip': allowed, 'x-real-ip': refused, ...others } = body.headers
  const { x_directory, accept_language } = others
  expect({ allowed, refused, x_directory, accept_language }).toEqual({ allowed: '192.0.2.1' })
  expect(body.headers).toMatchObject({
    'x-directory': 'public',
    'user-agent': 'directory',
    'x-other': 'stays',
  })
  expect(Object.keys(body.headers)).toEqual(
    expect.not.arrayContaining(['accept-language', 'traceparent', 'x-api-key']),
  )
  expect(body.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('headers of the answer: passthrough', async () => {
  const { headers } = await call('/things/7')
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-own': 'of the service',
    location: '/things/8',
  })
  expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
})

test('what a pipeline has answered does not go on to a wider endpoint behind it', async () => {
  const asked = requests
  expect((await call('/wrapped/7')).body).toMatchObject({
    status: 'success',
    data: { url: '/base/wrapped/7' },
  })
  expect(requests - asked).toBe(1)
})

test('headers of the answer: those of an envelope are set, an error has none', async () => {
  const good = await call('/wrapped/7')
  expect([good.body.data.url, good.headers.get('cache-control')]).toEqual([
    '/base/wrapped/7',
    'no-store',
  ])
  expect(good.headers.get('x-answer')).toBe('set')
  expect([good.headers.get('x-own'), good.headers.get('x-total')]).toEqual([null, null])
  // a path of another step of the service
  expect(good.headers.get('location')).toBe('/things/8')
  const refused = await call('/wrapped/refuse')
  expect([refused.status, refused.headers.get('x-answer')]).toEqual([404, null])
})
