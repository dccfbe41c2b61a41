import { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { readConfig } from '../../../../gateway/config/config.js'
import { type Known, knownIn } from '../../../../gateway/decisions/known.js'
import { Masking } from '../../../../gateway/decisions/masking.js'
import { readBody } from '../../../../kit/api/body.js'
import { legitimateBody } from '../../../../packages/query-guard/test/arbitraries.js'
import { legitimate } from '../../../../packages/query-guard/test/cases/legitimate.js'
import { randomFrom } from '../../../../packages/query-guard/test/random.js'
import type { RequestContext } from '../../../../plugins/kit/context.js'
import { exchangeWith } from '../../../../gateway/lab/exchange.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import { samples } from '../../../support/samples.js'

const { incoming } = exchangeWith({
  request: IncomingMessage.prototype,
  response: ServerResponse.prototype,
} as never)

/** What may identify a person, or tell what was searched. */
const secrets = [
  ...['ambrosia', 'Zephyrine Quillfeather', 'quillfeather', '魁北克省', 'Étienne'],
  ...['05-0258937', '050258937', '46-1234567', 'zephyrine@quill.example', '+1 401 555 0199'],
  ...['203.0.113.77', '2001:db8::77', 'v4.public.eyJzdWIiOiIxIn0', 'ndk_a1b2c3d4_Qx7Zk9Lm2Np5'],
  ...['41.8236', '4f1d9c2e-77aa-4b6e-9d53-0c8e6a2f1b90'],
]

const parts = secrets.flatMap((secret) => [secret, ...secret.split(/[\s@.]/)])
const told = parts.filter((part) => part.length > 4 && !/^(public|example)$/.test(part))

const setting = (name: string, fallback?: string) => checkedSetting(name) ?? fallback ?? 'x'
let known: Known
let masking: Masking
beforeAll(() => {
  known = {
    ...knownIn(readConfig('config', setting)),
    isField: (name) => /^[a-z_.]+$/.test(name) && !told.includes(name),
  }
  masking = new Masking(known)
})

async function shapeText(sent: Partial<IncomingMessage> & { body?: string }, context: object) {
  const { method = 'POST', url = '/', headers = {}, body = '' } = sent
  const req = incoming({ method, url, headers: headers as never, body, address: '203.0.113.77' })
  await readBody(req, 1e9)
  const whole = { address: '203.0.113.77', used: {}, ...context } as unknown as RequestContext
  return JSON.stringify(masking.shapeOf(req, { statusCode: 200 } as ServerResponse, whole))
}

function expectNothingTold(text: string) {
  for (const part of told) {
    if (text.includes(part) || text.includes(encodeURIComponent(part)))
      throw new Error(`${part} is in ${text}`)
  }
}

const caller = {
  ...{
    kind: 'api-key',
    ownerId: secrets[15],
    credentialId: secrets[15],
    keyPrefix: 'ndk_a1b2c3d4',
  },
  ...{ scopes: ['organizations:read'], plan: 'default' },
}
const searching = { pipeline: 'organizations', route: '/api/v1/organizations/search', caller }

/** The places of a value: each member's key and value, and each item. */
function* planted(value: unknown, secret: unknown): Generator<unknown> {
  yield secret
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries())
      for (const other of planted(one, secret)) yield value.with(i, other)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>
      yield { ...others, [String(secret)]: one }
      for (const other of planted(one, secret)) yield { ...others, [key]: other }
    }
  }
}

const plantable = [...secrets, 50258937, 461234567, 4015550199, 41.8236]

test('what is planted anywhere in a body is in no shape', async () => {
  const random = randomFrom(20260101)
  for (const { body } of legitimate) {
    if (JSON.stringify(body).length > 5000) continue
    for (const value of [
      ...planted({ index: 'map-serp*', body }, plantable[random(plantable.length)]),
    ])
      expectNothingTold(
        await shapeText({ url: searching.route, body: JSON.stringify(value) }, searching),
      )
  }
})

test('nor in random bodies', async () => {
  const place = fc.tuple(legitimateBody, fc.constantFrom(...plantable), fc.nat())
  await fc.assert(
    fc.asyncProperty(place, async ([body, secret, at]) => {
      const all = [...planted({ index: 'map-serp*', body }, secret)]
      const sent = JSON.stringify(all[at % all.length])
      expectNothingTold(await shapeText({ url: searching.route, body: sent }, searching))
    }),
    { numRuns: samples(500) },
  )
})

const routes = [
  ['GET', '/api/v1/organizations', 'find', '/api/v1/organizations', 'search-templates'],
  [
    'GET',
    '/api/v1/organizations/SECRET',
    'organization',
    '/api/v1/organizations/:id',
    'search-templates',
  ],
  ['GET', '/in/SECRET/SECRET', 'site', '/in/:region/:field', 'site'],
  ['GET', '/docs/SECRET/SECRET', 'docs', '/docs/*', 'docs'],
  ['DELETE', '/api/v1/api-keys/SECRET', 'api-keys', '/api/v1/api-keys/:id', 'account'],
  ['GET', '/SECRET/SECRET', undefined, undefined, undefined],
] as const
const parameters =
  `q region city activity founded_from revenue_min changed_since ids near radius box
  sort size page fields facets explain index body cursor api_key from to by SECRET`.split(/\s+/)

describe.each(routes)('%s %s', (method, path, endpoint, route, pipeline) => {
  test.each([
    ['passes', {}],
    ['is refused', { code: 'VALIDATION_ERROR', failed: 'search-template' }],
    ['is unknown', { code: 'NOT_FOUND' }],
  ])('%s', async (_, outcome) => {
    for (const secret of secrets) {
      const hidden = encodeURIComponent(secret)
      for (const parameter of parameters) {
        const url = `${path}?${parameter}=${hidden}&size=10`.replaceAll('SECRET', hidden)
        const context = { endpoint, route, pipeline, ...outcome }
        expectNothingTold(await shapeText({ method, url }, context))
      }
    }
  })
})

const names = `accept content-type content-encoding origin host authorization x-api-key cookie
  user-agent referer x-forwarded-for mcp-protocol-version access-control-request-method
  if-none-match traceparent x-request-id SECRET`.split(/\s+/)

test('nor in a header', async () => {
  for (const secret of secrets)
    for (const name of names) {
      const headers = { [name.replace('SECRET', 'x-quillfeather')]: secret }
      expectNothingTold(await shapeText({ url: searching.route, headers, body: '{}' }, searching))
    }
})

test('a login keeps nothing of its body', async () => {
  const body = JSON.stringify({ email: secrets[8], password: secrets[0] })
  const req = incoming({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: {},
    body,
    address: '',
  })
  const context = { pipeline: 'login', endpoint: 'login', route: '/api/v1/auth/login', used: {} }
  const shape = masking.shapeOf(req, { statusCode: 401 } as ServerResponse, context as never)
  expect(shape).toEqual({
    ...{ method: 'POST', url: '/api/v1/auth/login', headers: {}, body: '{}', used: {} },
    ...{ pipeline: 'login', status: 401 },
  })
})

const texts = [
  ['no JSON', '{"query": "Zephyrine Quillfeather'],
  ['a repeated key', '{"index":"map-serp*","index":"ambrosia"}'],
  ['nested too deep', `${'['.repeat(5000)}"ambrosia"${']'.repeat(5000)}`],
] as const

test.each(texts)('%s is a stand-in that is refused', async (_, body) => {
  const context = { ...searching, code: 'VALIDATION_ERROR', failed: 'search-rules' }
  expect(JSON.parse(await shapeText({ url: searching.route, body }, context)).body).toBe('{')
})
