import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { parse } from 'yaml'
import { errorExamples } from '../../dev/error-list.js'
import { type ErrorCode, errorKinds } from '../../kit/api/errors.js'
import { type InternalCallName, internalCalls } from '../../kit/api/internal-api.js'
import { makeApiKey } from '../../kit/credentials/api-key-format.js'
import { createUsed, toHour } from '../../kit/usage/counts.js'
import { UsageFiles } from '../../kit/usage/files.js'
import { exampleAnswer } from '../../plugins/openapi/errors.js'
import { mailSettings, withAccounts } from '../support/accounts.js'
import { startBalancer } from '../support/balancer.js'
import { startFailingAuthService } from '../support/failing-auth-service.js'
import { goodAnswer } from '../support/fault-engine.js'
import {
  codeIn,
  type DocumentedCall,
  documentedCalls,
  documentedCodes,
  documentedMembers,
  noteMembers,
  type SeenAnswer,
  undocumented,
} from '../support/openapi.js'
import { startService } from '../support/service.js'
import { differences } from '../support/shape.js'
import { type SmtpDouble, startSmtp } from '../support/smtp.js'
import {
  type RunningGateway,
  type RunningStack,
  startGateway,
  startStack,
  withScope,
} from '../support/stack.js'
import { until } from '../support/until.js'
import { rawRequest } from '../support/wire.js'

/**
 * Every operation of the OpenAPI document is refused with each code that it lists, by a whole stack
 * and by a gateway whose dependencies fail; every answer is compared with the document.
 */

/** What a request differs in from a good one. */
interface Changes {
  headers?: Record<string, string>
  /** Headers left out, in lower case. */
  without?: string[]
  /** What follows the path. */
  query?: string
  body?: unknown
  /** Sent as the body, with a Content-Length of its own. */
  raw?: string
  /** The value of the path's part. */
  id?: string
}

/** Members that some answer had, and what the document does not show. */
const seenMembers = new Set<string>()
const wrong: string[] = []
/** Codes that each call was answered with, by its operationId. */
const provoked = new Map<string, Set<string>>()
/** `error` of the refusals. */
const seenErrors = new Set<string>()

/** `error` as text, whatever its numbers are: limits and times differ. */
const comparable = (error: object) => JSON.stringify(error).replace(/\d+/g, '0')

type Step = { action: Record<string, unknown>; condition?: object }
type Pipeline = { apiEndpoints: string[]; policies: Record<string, Step[]>[] }
interface Config {
  policies: string[]
  apiEndpoints: Record<string, object | object[]>
  pipelines: Record<string, Pipeline>
}

const hasStep = (name: string) => (pipeline: Pipeline) =>
  pipeline.policies.some((entry) => entry[name])

/** Edits of the shipped YAML: every pipeline may be asked to fail, or to hang, early. */
function withEarlyFaults(edit: (config: Config) => void) {
  const plugin = join(__dirname, '../support/early-fault-plugin.mjs')
  return {
    'system.config.yml': (text: string) =>
      text.replace('plugins:\n', `plugins:\n  early-fault: { package: "${plugin}" }\n`),
    'gateway.config.yml': (text: string) => {
      const config = parse(text, { merge: true }) as Config
      edit(config)
      const pipelines = Object.values(config.pipelines)
      for (const { policies } of pipelines)
        policies.splice(1, 0, { 'early-fault': [{ action: {} }] })
      const used = pipelines.flatMap(({ policies }) => policies.flatMap(Object.keys))
      return JSON.stringify({ ...config, policies: [...new Set(used)] })
    },
  }
}

/** All that calls may be answered with is open, and no deadline ends a good answer. */
const allOpen = {
  'auth-service.config.yml': (text: string) =>
    withAccounts({ signUp: 'open' })(withScope['auth-service.config.yml'](text))
      .replace('roles:\n', 'roles:\n  reader: [organizations:read]\n')
      .replace('users:manage]', 'users:manage, grants:read]'), // to create users that have it
  ...withEarlyFaults(({ pipelines }) => {
    const search = pipelines.organizations!.policies.find((entry) => entry['search-rules'])!
    search['search-rules']![0]!.action.features = ['fields']
    for (const { policies } of Object.values(pipelines))
      for (const { upstream } of policies) if (upstream) upstream[0]!.action.timeoutMs = 600_000
    const before = (name: string, step: Record<string, Step[]>) =>
      Object.values(pipelines).find(hasStep(name))!.policies.splice(-1, 0, step)
    const monthly = { by: 'owner', limit: 100000, window: 'month', name: 'monthly' }
    before('limits', { throttle: [{ condition: { name: 'always' }, action: monthly }] })
    const minutely = { by: 'owner', unit: 'cost', limit: 100000, windowSeconds: 60, name: 'costs' }
    before('explain', { budget: [{ action: minutely }] })
  }),
}

/** One request of an address in each pipeline, and a service that has 9 s. */
const tight = withEarlyFaults(({ apiEndpoints, pipelines }) => {
  const endpoints = apiEndpoints['sign-up'] as object[]
  apiEndpoints.wrapped = endpoints.pop()!
  pipelines.wrapped = structuredClone(pipelines.login!)
  pipelines.wrapped.apiEndpoints = ['wrapped']
  for (const [name, { policies }] of Object.entries(pipelines)) {
    const entry = policies.find((entry) => entry.throttle)!
    entry.throttle = [
      { action: { ...entry.throttle![0]!.action, limit: 1, ...(name !== 'login' && { name }) } },
    ]
    const { upstream } = policies.at(-1)!
    if (upstream) upstream[0]!.action.timeoutMs = 9000
    if (upstream && name === 'wrapped') upstream[0]!.action.response = 'envelope'
  }
})

/** What samples lack, because only loads write it. */
const loadedMembers =
  /\/(?:(?:Organization|OrganizationRecord)\/properties\/(?:alternate_names|org_id|registered_city|inactive_since|first_seen|updated_at)|SearchMeta\/properties\/(?:dataAsOf|attribution)|FieldFamilies\/properties\/sources|DataSource\/properties\/\w+)$/

let smtp: SmtpDouble
const doubles: { close(): Promise<void> }[] = []
let stack: RunningStack
let token: string
/** Of a user with the scope users:manage. */
let adminToken: string
let key: string
let password: string
const ownPassword = 'marble-otter-canyon'
/** Ids of keys, and of users, that calls may end. */
const spare: string[] = []
const spareUsers: string[] = []
/** What takes ten seconds goes on while other calls are tested. */
let timedOut: Promise<unknown>
let shutDown: Promise<unknown>

beforeAll(async () => {
  smtp = await startSmtp()
  stack = await startStack({ config: allOpen, env: mailSettings(smtp) })
  timedOut = provoke('REQUEST_TIMEOUT', () => ({ without: ['end', 'authorization'] }))
  timedOut.catch(() => {}) // its own test awaits it
  token = (await stack.login()).accessToken
  key = await stack.mintKey()
  password = readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim()
  adminToken = await tokenOf('admin')
  const made = async (path: string, credential: string, body: object) => {
    const answer = await stack.request.post(path).set(bearer(credential)).send(body)
    return String(answer.body.data.id)
  }
  for (let i = 0; i < 8; i++) spare.push(await made('/api/v1/api-keys', token, { name: 'spare' }))
  for (const email of ['spare0@example.org', 'spare1@example.org'])
    spareUsers.push(
      await made('/api/v1/users', adminToken, { email, name: 'Spare', password: ownPassword }),
    )
})
afterAll(async () => {
  await stack?.stop()
  await Promise.all([smtp, ...doubles].map((double) => double?.close()))
})

/** Calls the internal listener as the operator's commands do. */
async function operate(call: InternalCallName, body: object): Promise<void> {
  const { method, path } = internalCalls[call]
  const answer = await fetch(stack.auth.internalUrl + path, {
    method,
    headers: { ...bearer(stack.secret()), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([answer.status, await answer.text()]).toEqual([expect.any(Number), expect.any(String)])
  expect(answer.ok).toBe(true)
}

/** The token of a new user of this role. */
async function tokenOf(role: string): Promise<string> {
  const account = { email: `${role}@example.org`, password: ownPassword }
  await operate('addUser', { ...account, name: role, role })
  const answer = await stack.request.post('/api/v1/auth/login').send(account)
  return answer.body.data.accessToken
}

const isOfUsers = ({ path }: DocumentedCall) => path.startsWith('/api/v1/users')

const isOfPages = ({ path }: DocumentedCall) => path.startsWith('/api/v1/auth/cookie/')
const inCookie = (refreshToken: string) => ({ cookie: `directory-login=${refreshToken}` })

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

/** What a good request of the call carries, by the first way that it takes. */
function credentialOf(call: DocumentedCall): Record<string, string> {
  const way = Object.keys(call.operation.security[0] ?? {})[0]
  return way === undefined ? {} : bearer(isOfUsers(call) ? adminToken : token)
}

/** The examples of the body, with what only this stack knows. */
function examplesOf({ operation }: DocumentedCall): object[] {
  const known: Record<string, unknown> = { password, currentPassword: password }
  const examples = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
  return examples.map(({ value }) =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [name, known[name] ?? one])),
  )
}

let addresses = 0

/**
 * Sends a request of a call, good but for the changes, each from an address of its own, and
 * compares its answer with the document.
 */
async function send(call: DocumentedCall, changes: Changes = {}, url = stack.url) {
  const { without = [], query = '', raw, id = idOf(call) } = changes
  const [example] = examplesOf(call)
  const sent = raw ?? JSON.stringify('body' in changes ? changes.body : example)
  addresses++
  const headers: Record<string, string> = {
    host: 'a',
    connection: 'close',
    'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
    ...credentialOf(call),
    ...(isOfPages(call) && { origin: 'http://a' }),
    ...(sent !== undefined && {
      'content-type': 'application/json',
      'content-length': `${Buffer.byteLength(sent)}`,
    }),
    ...changes.headers,
  }
  const lines = Object.entries(headers)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => `${name}: ${value}\r\n`)
  const asked = [query.slice(1), ...neededIn(call)].filter(Boolean).join('&')
  const target = `${call.path.replace('{id}', id)}${asked && `?${asked}`}`
  const head = `${call.method} ${target} HTTP/1.1\r\n${lines.join('')}`
  const pieces = without.includes('end') ? [head] : [Buffer.from(`${head}\r\n${sent ?? ''}`)]
  const { body: text, ...answer } = await rawRequest(url, pieces)
  return judged(call, { ...answer, text })
}

/** The id of a record that is there. */
function idOf(call: DocumentedCall): string {
  if (call.path.includes('/organizations/')) return 'org-0002'
  return (isOfUsers(call) ? spareUsers : spare)[0]!
}

/** The examples of the parameters that a query must have. */
function neededIn({ operation: { parameters = [] } }: DocumentedCall): string[] {
  return parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
}

function judged(call: DocumentedCall, answer: SeenAnswer): SeenAnswer {
  const found = undocumented(call, answer)
  if (found.length === 0) noteMembers(seenMembers, call, answer)
  const mistakes = answer.status < 400 ? [] : refusalMistakes(answer)
  wrong.push(...found, ...mistakes.map((one) => `${call.operation.operationId}: ${one}`))
  return answer
}

/** What is wrong with the envelope and the headers of a refusal, besides the schema. */
function refusalMistakes({ status, headers, text }: SeenAnswer): string[] {
  const body = JSON.parse(text)
  if (body.jsonrpc !== undefined) return []
  const { code } = body.error
  seenErrors.add(comparable(body.error))
  const error = { code, message: '<string>', details: '<text>' }
  const meta = { requestId: headers['x-request-id'], timestamp: '<timestamp>' }
  const needed = { 401: 'www-authenticate', 405: 'allow', 429: 'retry-after', 503: 'retry-after' }
  const one = needed[status as keyof typeof needed]
  return [
    ...differences(body, { status: 'error', error, meta }),
    ...differences(status, errorKinds[code as ErrorCode]?.status, 'status'),
    ...differences(headers['x-content-type-options'], 'nosniff', 'nosniff'),
    ...(one ? differences(headers[one], '<string>', one) : []),
    ...(one === 'retry-after' && !(Number(headers[one]) >= 1) ? [`${one}: ${headers[one]}`] : []),
  ]
}

/** Provokes a code at every call that may be refused with it. */
async function provoke(
  code: ErrorCode,
  ask: (call: DocumentedCall) => Changes,
  { among = documentedCalls, at }: { among?: DocumentedCall[]; at?: { url: string } } = {},
) {
  const calls = among.filter((call) => documentedCodes(call).includes(code))
  expect(calls.length).toBeGreaterThan(0)
  const others: string[] = []
  await Promise.all(
    calls.map(async (call) => {
      const answer = await send(call, ask(call), at?.url)
      const { operationId } = call.operation
      if (codeOf(answer) === code)
        provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(code))
      else others.push(`${operationId}: ${answer.status} ${answer.text}`)
    }),
  )
  expect(others).toEqual([])
}

const codeOf = ({ text }: SeenAnswer): unknown => codeIn(text)
const hasBody = ({ operation }: DocumentedCall) => operation.requestBody !== undefined
const takes = ({ operation }: DocumentedCall, way: string) =>
  operation.security.some((one) => way in one)
/** Search templates and MCP: as shipped no credential is needed, and a wrong one is refused. */
const takesVisitors = ({ method, path }: DocumentedCall) =>
  /^(POST .*\/mcp|GET .*\/organizations(?!\/(export|fields)).*)$/.test(`${method} ${path}`)
const wrongKey = { headers: { 'x-api-key': 'npd_wrong' } }
const isNamed = (call: DocumentedCall, ...ids: string[]) => ids.includes(call.operation.operationId)
const named = (id: string) => documentedCalls.find((call) => isNamed(call, id))!

const json = { 'content-type': 'application/json' }
describe('a gateway whose dependencies fail', () => {
  /** Another gateway, whose public calls go to a service that does as X-Away says. */
  let gateway: RunningGateway
  let authService: Awaited<ReturnType<typeof startFailingAuthService>>
  let internal: Awaited<ReturnType<typeof startBalancer>>
  let answersSearches = false
  /** What takes nine seconds goes on while other calls are tested. */
  let silent: Promise<unknown>

  beforeAll(async () => {
    authService = await startFailingAuthService()
    internal = await startBalancer([stack.auth.internalUrl])
    const forwards = await startBalancer([authService.url])
    const service = await startService((req, res) => {
      const away = req.headers['x-away']
      if (away === 'closed') req.socket.destroy()
      if (away === 'broken') res.writeHead(500).end()
      if (away === 'failing') forwards.server.emit('request', req, res)
    })
    const engine = await startService((req, res) => {
      if (!answersSearches || !req.url?.includes('_search')) return void req.socket.destroy()
      const type = { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' }
      // what the embedded engine does not know
      const inner_hits = { others: { hits: { hits: [] } } }
      const hits = [{ ...goodAnswer.hits.hits[0], inner_hits }]
      const body = { ...goodAnswer, hits: { ...goodAnswer.hits, hits } }
      res.writeHead(200, type).end(JSON.stringify(body))
    })
    doubles.push(forwards, service, engine, authService)
    gateway = await startGateway({
      config: tight,
      env: {
        AUTH_SERVICE_URL: service.url,
        AUTH_INTERNAL_URL: internal.url,
        ELASTICSEARCH_URL: engine.url,
        SERVICE_SECRET: stack.secret('SERVICE_SECRET'),
        MAX_CONNECTIONS: '120',
      },
    })
    silent = provoke('UPSTREAM_TIMEOUT', () => away('silent'), { at: gateway })
    silent.catch(() => {}) // its own test awaits it
  })
  afterAll(async () => {
    if (!gateway) return
    const hanging = () => ({ headers: { 'x-early-fault': 'hanging' } })
    const all = provoke('SHUTTING_DOWN', hanging, { at: gateway })
    await until(async () => (await inFlight()) === documentedCalls.length)
    shutDown = Promise.all([all, gateway.stop()])
    shutDown.catch(() => {}) // its own test awaits it
  })

  /** Requests that are being answered. */
  async function inFlight(): Promise<number> {
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    return Number(/^directory_requests_in_flight (\d+)/m.exec(metrics)![1])
  }
  const proxied = documentedCalls.filter((call) =>
    documentedCodes(call).includes('UPSTREAM_TIMEOUT'),
  )
  const own = documentedCalls.filter((call) => !proxied.includes(call))
  const away = (how: string) => ({ headers: { 'x-away': how } })

  test('ELASTICSEARCH_UNAVAILABLE', () =>
    provoke('ELASTICSEARCH_UNAVAILABLE', () => ({ headers: bearer(key) }), { at: gateway }))
  test('a search with inner hits', async () => {
    answersSearches = true
    expect((await send(named('search'), { headers: bearer(key) }, gateway.url)).status).toBe(200)
  })
  test.each(['closed', 'broken'])('UPSTREAM_UNAVAILABLE: a service that is %s', async (how) => {
    const among = how === 'broken' ? [named('accounts')] : documentedCalls
    await provoke('UPSTREAM_UNAVAILABLE', () => away(how), { at: gateway, among })
  })
  test('SERVICE_UNAVAILABLE: the auth service cannot use its store', async () => {
    const { tokens } = authService
    authService.fail()
    const ask = (call: DocumentedCall) => ({
      headers: {
        'x-away': 'failing',
        ...bearer(tokens.accessToken),
        ...inCookie(tokens.refreshToken),
      },
      ...(isNamed(call, 'refresh') && { body: { refreshToken: tokens.refreshToken } }),
    })
    await provoke('SERVICE_UNAVAILABLE', ask, { at: gateway, among: proxied })
  })
  test('SERVICE_UNAVAILABLE: a credential that no one can verify is never accepted', async () => {
    await internal.close()
    const ask = () => ({ headers: bearer(makeApiKey()) })
    await provoke('SERVICE_UNAVAILABLE', ask, { at: gateway, among: own })
  })
  test('RATE_LIMITED', async () => {
    const ask = () => ({ headers: { 'x-away': 'closed', 'x-forwarded-for': '192.0.2.2' } })
    await Promise.all(documentedCalls.map((call) => send(call, ask(), gateway.url)))
    await provoke('RATE_LIMITED', ask, { at: gateway })
  })
  test('UPSTREAM_TIMEOUT', () => silent)
  test('OVERLOADED', async () => {
    const { port } = new URL(gateway.url)
    const idle = Array.from({ length: 120 }, () => connect(Number(port), '127.0.0.1'))
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    await new Promise((resolve) => setTimeout(resolve, 200)) // it counts them as it takes them
    await provoke('OVERLOADED', () => ({}), { at: gateway })
    for (const socket of idle) socket.destroy()
  })
})

const refusals: [ErrorCode, (call: DocumentedCall) => Changes][] = [
  [
    'VALIDATION_ERROR',
    (call) => {
      if (hasBody(call) && !isNamed(call, 'mcp')) return { body: ['nonsense'] }
      return takes(call, 'accessToken') ? { headers: { 'x-api-key': key } } : { without: ['host'] }
    },
  ],
  ['NOT_ACCEPTABLE', () => ({ headers: { accept: 'image/png' } })],
  ['PAYLOAD_TOO_LARGE', () => ({ raw: '', headers: { ...json, 'content-length': '70000000' } })],
  ['URI_TOO_LONG', () => ({ query: `?${'a'.repeat(9000)}` })],
  ['UNSUPPORTED_MEDIA_TYPE', () => ({ raw: 'a', headers: { 'content-type': 'text/plain' } })],
  ['HEADERS_TOO_LARGE', () => ({ headers: { 'x-long': 'a'.repeat(40_000) } })],
  ['INTERNAL_ERROR', () => ({ headers: { 'x-early-fault': 'thrown' } })],
  [
    'AUTHENTICATION_REQUIRED',
    (call) =>
      isNamed(call, 'login', 'pageLogin')
        ? { body: { email: 'demo@example.org', password: 'not the password' } }
        : { without: ['authorization'], ...(takesVisitors(call) && wrongKey) },
  ],
  ['TOKEN_EXPIRED', () => ({ headers: bearer('v4.public.AAAA') })],
  ['UNAUTHORIZED', () => ({ headers: { authorization: 'Basic ZGVtbzpkZW1v' } })],
]

describe('refusals', () => {
  test.each(refusals)('%s', (code, ask) => provoke(code, ask))

  test('an INTERNAL_ERROR has its cause in the log alone', () => {
    expect(stack.output()).toContain('the planted fault')
    expect([...seenErrors].join()).not.toContain('the planted fault')
  })
  test('RATE_LIMITED after failed logins', async () => {
    const body = { email: 'nobody@example.org', password: 'a wrong password' }
    const attempt = { body, headers: { 'x-forwarded-for': '192.0.2.1' } }
    for (let i = 0; i < 10; i++) await send(named('login'), attempt)
    expect(codeOf(await send(named('login'), attempt))).toBe('RATE_LIMITED')
  })
  test('a wrong password, a key in the place of a token, and a token in that of a key', async () => {
    const body = { currentPassword: 'not the password', newPassword: 'velvet-anchor-tulip' }
    expect(codeOf(await send(named('changePassword'), { body }))).toBe('AUTHENTICATION_REQUIRED')
    for (const call of [named('search'), named('me')])
      for (const credential of [token, key])
        await send(call, { without: ['authorization'], headers: { 'x-api-key': credential } })
  })
  test('OVERLOADED: more logins at once than wait for the hash', async () => {
    const logins = Array.from({ length: 60 }, (_, i) =>
      send(named('login'), { body: { email: `nobody${i}@example.org`, password: 'wrong' } }),
    )
    expect((await Promise.all(logins)).map(codeOf)).toContain('OVERLOADED')
  })
  test('NOT_FOUND', async () => {
    const isOfRecord = ({ path }: DocumentedCall) => path.includes('{id}')
    const of = (among: DocumentedCall[]) => ({ among })
    const unknown = () => ({ id: '00000000-0000-4000-8000-000000000000' })
    await provoke('NOT_FOUND', unknown, of(documentedCalls.filter(isOfRecord)))
    // as shipped no one can sign up
    const shipped = await startStack()
    const others = documentedCalls.filter((call) => !isOfRecord(call))
    await provoke('NOT_FOUND', () => ({}), { ...of(others), at: shipped })
    await shipped.stop()
  })
  test('FORBIDDEN', async () => {
    const narrow = await stack.mintKey({ name: 'narrow', scopes: ['grants:read'] })
    const reader = await tokenOf('reader')
    await provoke('FORBIDDEN', (call) => {
      if (isOfPages(call)) return { headers: { origin: 'https://elsewhere.example' } }
      if (isNamed(call, 'deleteAccount'))
        return { headers: bearer(adminToken), body: { password: ownPassword } } // of the only admin
      const ofReader = isOfUsers(call) || call.path.includes('/api-keys')
      return { headers: bearer(ofReader ? reader : narrow) }
    })
  })
  test('an index that is none, a path that is none, a method that is none', async () => {
    await send(named('search'), { body: { index: 'db*', body: { query: { match_all: {} } } } })
    for (const path of ['/nowhere', '/api/v1/organizations/search']) {
      const { status, headers, text } = await stack.request.get(path)
      expect(refusalMistakes({ status, headers, text })).toEqual([])
    }
  })
})

describe('good answers', () => {
  const good = async (call: DocumentedCall, changes: Changes = {}) => {
    const { status, text } = await send(call, changes)
    expect(`${call.operation.operationId} ${status} ${text.slice(0, 300)}`).toMatch(/^\w+ 20[012] /)
    return text
  }
  test('usage by day, hour and key', async () => {
    const hour = toHour(Date.now())
    const row = { hour, owner: '1', key: null, prefix: null, ...createUsed(), requests: 7 }
    await new UsageFiles(join(stack.dataDir, 'usage')).write({
      ...{ series: 'usage', hour, id: 'test', rows: [row] },
    })
    for (const by of ['day', 'hour', 'key'])
      expect(await good(named('usage'), { query: `?by=${by}` })).toMatch(/"requests":\d/)
  })
  test('each example of the document passes as it is, by each way to authenticate', async () => {
    const ways: Record<string, Changes> = {
      apiKeyBearer: { headers: bearer(key) },
      apiKeyHeader: { without: ['authorization'], headers: { 'x-api-key': key } },
      apiKeyQuery: { without: ['authorization'], query: `?api_key=${key}` },
    }
    const sessions = ['logout', 'logoutAll', 'changePassword', 'refresh', 'pageRefresh']
    const links = ['verify', 'reset', 'accept', 'deleteAccount']
    for (const call of documentedCalls.filter((one) => !isNamed(one, ...sessions, ...links))) {
      const { operationId } = call.operation
      for (const body of hasBody(call) ? examplesOf(call) : [undefined]) {
        const ended = operationId === 'deleteUser' ? spareUsers : spare
        const id = /revoke|rotate|delete/.test(operationId) ? ended.pop()! : undefined
        await good(call, { ...(id && { id }), ...(body && { body }) })
      }
      for (const [way, changes] of Object.entries(ways))
        if (takes(call, way)) await good(call, changes)
    }
  })
  test('a call of no message of JSON-RPC', async () => {
    const { status, text } = await send(named('mcp'), { body: ['nonsense'] })
    expect([status, JSON.parse(text).error.code]).toEqual([400, -32600])
  })
  test('a session from its refresh to its end', async () => {
    for (const end of ['logout', 'logoutAll']) {
      const { refreshToken } = await stack.login()
      const { data } = JSON.parse(await good(named('refresh'), { body: { refreshToken } }))
      await good(named('pageRefresh'), { headers: inCookie(data.refreshToken) })
      await good(named(end), { headers: bearer(data.accessToken) })
    }
    token = (await stack.login()).accessToken
  })
  test('an account from its invitation or sign-up to its end', async () => {
    const [email, password] = ['person@example.org', 'velvet-anchor-tulip']
    const mailed = async (to: string) => ({ token: (await smtp.mailTo(to)).token })
    const ask = (name: string, body: object, headers = {}) => good(named(name), { body, headers })
    await operate('inviteUser', { email: 'guest@example.org' })
    const invited = await mailed('guest@example.org')
    await ask('accept', { ...invited, name: 'Guest', password: ownPassword })
    await ask('register', { email, name: 'Person', password: ownPassword })
    await ask('verify', { ...(await mailed(email)), password: ownPassword })
    await ask('recover', { email })
    await ask('reset', { ...(await mailed(email)), password })
    const answer = await stack.request.post('/api/v1/auth/login').send({ email, password })
    await ask('deleteAccount', { password }, bearer(answer.body.data.accessToken))
  })
  test('304 for clients that have it already', async () => {
    for (const call of documentedCalls.filter(({ operation }) => operation.responses[304])) {
      const accept = call.path.startsWith('/api/') ? 'application/json' : 'text/html'
      const headers = { accept, 'if-none-match': '*' }
      expect((await send(call, { headers })).status).toBe(304)
    }
  })
  test('what a search template may answer besides', async () => {
    const { operation } = named('find')
    const facets = operation.parameters!.find(({ name }) => name === 'facets')!
    const query = `?near=Springfield&radius=500&facets=${facets.schema.items!.enum.join(',')}`
    await good(named('find'), { query })
    await good(named('find'), { query: '?q=food+between+1+and+5+million' })
    for (const name of ['find', 'organization', 'suggest'])
      await good(named(name), { query: '?explain=true' })
  })
  test('what a search may answer besides', async () => {
    const ask = async (index: string, body: object) =>
      JSON.parse(await good(named('search'), { body: { index, body } }))
    const query = { match_all: {} }
    const nothing = await ask('organization-entity', { query: { term: { state: 'RI' } } })
    expect(nothing.meta.hints).toEqual([expect.any(String)])
    const lower = await ask('organization-serp', { query, track_total_hits: 5, size: 1 })
    expect(lower.data.totalRelation).toBe('gte')
    await ask('organization-serp', { query, fields: ['region'], size: 1 })
    // Each family, so that every field of an organization occurs
    for (const family of ['organization-serp', 'organization-entity', 'map-serp'])
      await ask(family, { query, size: 100 })
    await good(named('listApiKeys')) // rotated ones are in it
    const mistaken = { index: 'nonsense', body: { query: { mach: {} } } }
    const refused = await good(named('explain'), { body: mistaken })
    expect(JSON.parse(refused).data).toMatchObject({ accepted: false, search: null })
  })
  test('the change of a password', () => good(named('changePassword')))
})

test('REQUEST_TIMEOUT', () => timedOut)
test('SHUTTING_DOWN', () => shutDown)

const ofAllowLists = [
  'AccessDetails/properties/reason',
  'KeyAllowList/properties/origins',
  'RotatedApiKey/properties/allow',
]

describe('the document and the answers', () => {
  test('no answer had a status, a header or a member that is not documented', () =>
    expect(wrong).toEqual([]))
  test.each(documentedCalls)(
    '$method $path was refused with each code that it may be refused with',
    (call) => {
      const codes = documentedCodes(call)
      expect([...(provoked.get(call.operation.operationId) ?? [])].sort()).toEqual(codes.sort())
    },
  )
  test('every code of the error table is documented, or METHOD_NOT_ALLOWED', () => {
    const codes = new Set(documentedCalls.flatMap(documentedCodes)).add('METHOD_NOT_ALLOWED')
    expect([...codes].sort()).toEqual(Object.keys(errorKinds).sort())
  })
  test.each(Object.keys(errorKinds) as ErrorCode[])(
    'the example of %s in the documentation is a real answer',
    (code) => {
      const { error } = exampleAnswer(code, { errors: errorExamples }) as { error: object }
      expect(seenErrors).toContain(comparable(error))
    },
  )
  test('every documented member occurred', () => {
    // of a full queue: test/unit/edge/fair-queue.test.ts
    seenMembers.add('/components/schemas/QueueDetails/properties/reason')
    // of plans and allow lists: test/http/people.test.ts
    for (const member of ['User/properties/plan', 'ApiKey/properties/plan', ...ofAllowLists])
      seenMembers.add(`/components/schemas/${member}`)
    // of typed texts: test/http/search-templates/finding.test.ts, which compares with it too
    for (const member of ['identifier', 'place', 'radius', 'region', 'city'])
      seenMembers.add(`/components/schemas/SearchMeta/properties/understood/properties/${member}`)
    // of loaded organizations: test/http/own-fields.test.ts, which compares with the document too
    const missing = [...documentedMembers()].filter(
      (member) => !seenMembers.has(member) && !loadedMembers.test(member),
    )
    expect(missing).toEqual([])
  })
})
