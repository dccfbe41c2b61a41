import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startService } from '../../support/service.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

const pipelineOf = (envelope: object, answer: object) => ({
  policies: [{ envelope: [{ action: envelope }] }, { answer: [{ action: answer }] }],
})

const pipelines = {
  small: pipelineOf({ compression: { minBytes: 5000 } }, { pad: 4000 }),
  large: pipelineOf({ compression: { minBytes: 4000 } }, { pad: 4000 }),
  huge: pipelineOf({ compression: {} }, { pad: 2_000_000 }),
  off: pipelineOf({}, { pad: 4000 }),
  secret: pipelineOf(
    { compression: {} },
    { pad: 4000, headers: { 'cache-control': 'private, No-Store' } },
  ),
  cookie: pipelineOf({ compression: {} }, { pad: 4000, headers: { 'Set-Cookie': 'a=b' } }),
  browser: pipelineOf({ compression: {}, cors: { origins: ['https://a.example'] } }, { pad: 4000 }),
  broken: pipelineOf({ compression: { minBytes: 0 } }, { throws: 'x'.repeat(3000) }),
  through: {
    policies: [
      { envelope: [{ action: { compression: { minBytes: 0 } } }] },
      { upstream: [{ action: { serviceEndpoint: 'mirror', public: true } }] },
    ],
  },
}

const configuration = (mirror: string) => ({
  serviceEndpoints: { mirror: { url: mirror } },
  apiEndpoints: Object.fromEntries(
    Object.keys(pipelines).map((name) => [
      name,
      { host: '*', paths: `/${name}`, methods: ['GET', 'HEAD'] },
    ]),
  ),
  pipelines: Object.fromEntries(
    Object.entries(pipelines).map(([name, pipeline]) => [
      name,
      { apiEndpoints: [name], ...pipeline },
    ]),
  ),
})

let gateway: Gateway
let mirror: Awaited<ReturnType<typeof startService>>
beforeAll(async () => {
  mirror = await startService()
  gateway = await startGateway(['envelope', 'upstream'], configuration(mirror.url))
})
afterAll(() => Promise.all([gateway.close(), mirror.close()]))

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

/** What comes over the wire, and what it says. */
async function call(path: string, acceptEncoding?: string, headers: Record<string, string> = {}) {
  const asked = {
    ...headers,
    ...(acceptEncoding !== undefined && { 'Accept-Encoding': acceptEncoding }),
  }
  const [answer] = (await once(get(gateway.url + path, { headers: asked }), 'response')) as [
    IncomingMessage,
  ]
  const bytes = await buffer(answer)
  const coding = (answer.headers['content-encoding'] ?? 'identity') as keyof typeof decoders
  expect(Number(answer.headers['content-length'])).toBe(bytes.length)
  const body = JSON.parse(decoders[coding](bytes).toString())
  return { status: answer.statusCode, coding, vary: answer.headers.vary, bytes: bytes.length, body }
}

test('what varies by origin varies by coding too', async () => {
  const { coding, vary } = await call('/browser', 'br', { Origin: 'https://a.example' })
  expect({ coding, vary }).toEqual({ coding: 'br', vary: 'Origin, Accept-Encoding' })
})

test.each<[string, string | undefined, keyof typeof decoders, string | undefined]>([
  ['/large', undefined, 'identity', 'Accept-Encoding'],
  ['/large', 'gzip', 'gzip', 'Accept-Encoding'],
  ['/large', 'gzip, deflate, br', 'br', 'Accept-Encoding'],
  ['/small', 'gzip, identity;q=0', 'gzip', 'Accept-Encoding'],
  ['/off', 'gzip, br', 'identity', undefined],
  ['/secret', 'gzip, br', 'identity', undefined],
  ['/cookie', 'br', 'identity', undefined],
])('GET %s for "Accept-Encoding: %s" comes as %s', async (path, asked, expected, varies) => {
  const { status, coding, vary, bytes, body } = await call(path, asked)
  expect({ status, coding, vary }).toEqual({ status: 200, coding: expected, vary: varies })
  expect(body).toMatchObject({
    status: 'success',
    data: { pad: 'äbc '.repeat(800) },
    meta: { requestId: /./ },
  })
  if (expected === 'identity') expect(bytes).toBeGreaterThan(4000)
  else expect(bytes).toBeLessThan(1000)
})

test('what an upstream step passes through is left as its service sent it', async () => {
  const { status, coding, vary, body } = await call('/through', 'br')
  expect({ status, coding, vary }).toEqual({ status: 201, coding: 'identity', vary: undefined })
  expect(body).toMatchObject({ method: 'GET', headers: { 'accept-encoding': 'br' } })
})

test.each(['br', 'gzip', 'identity'])(
  'a HEAD for %s has the headers of the GET, with its length',
  async (coding) => {
    const ask = async (method: string) => {
      const asked = request(`${gateway.url}/large`, {
        method,
        headers: { 'Accept-Encoding': coding },
      }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      const { date, 'x-request-id': id, 'content-length': length, ...headers } = answer.headers
      // ids and times compress differently
      return { status: answer.statusCode, headers, isShort: Number(length) < 1000 }
    }
    expect(await ask('HEAD')).toEqual(await ask('GET'))
    expect(await ask('HEAD')).toMatchObject({ status: 200, isShort: coding !== 'identity' })
  },
)

test('few are compressed at once; the others come as they are, all of them whole', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('/huge', 'gzip')))
  const compressed = answers.filter(({ coding }) => coding === 'gzip').length
  expect(compressed).toBeGreaterThan(0)
  expect(compressed).toBeLessThan(20)
  for (const { body } of answers) expect(body.data.pad).toHaveLength(1_600_000)
})

test('who refuses it as it is waits for his turn', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call('/huge', 'gzip, identity;q=0')),
  )
  expect(new Set(answers.map(({ coding }) => coding))).toEqual(new Set(['gzip']))
})

test('a caller who hangs up meanwhile costs nobody else anything', async () => {
  const leaving = Array.from({ length: 10 }, () => {
    const asked = get(`${gateway.url}/huge`, { headers: { 'Accept-Encoding': 'br' } })
    setTimeout(() => asked.destroy(), 20)
    return new Promise((resolve) => asked.on('error', () => undefined).once('close', resolve))
  })
  await Promise.all(leaving)
  let last = await call('/huge', 'br')
  for (let tries = 0; last.coding !== 'br' && tries < 100; tries++) last = await call('/huge', 'br')
  expect(last.coding).toBe('br')
})
