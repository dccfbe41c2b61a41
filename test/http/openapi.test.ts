import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import { type ErrorCode, errorKinds } from '../../kit/api/errors.js'
import { makeApiKey } from '../../kit/credentials/api-key-format.js'
import { UsageFiles } from '../../kit/usage/files.js'
import { hourAt, nothingUsed } from '../../kit/usage/usage.js'
import { mailSettings, withAccounts } from '../support/accounts.js'
import { runCommand } from '../support/command.js'
import { goodAnswer } from '../support/fault-engine.js'
import {
  type DocumentedCall,
  documentedCall,
  documentedCalls,
  documentedCodes,
  documentedMembers,
  noteMembers,
  type SeenAnswer,
  undocumented,
} from '../support/openapi.js'
import { startService } from '../support/service.js'
import { type SmtpDouble, startSmtp } from '../support/smtp.js'
import {
  built,
  type RunningGateway,
  type RunningStack,
  startGateway,
  startStack,
  withScope,
} from '../support/stack.js'
import { rawRequest } from '../support/wire.js'

jest.setTimeout(120_000)

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
  /** Values of the path's parts. */
  id?: string
}

/** Members that some answer had, and what the document does not show. */
const seenMembers = new Set<string>()
const wrong: string[] = []
/** Codes that each call was answered with, by its operationId. */
const provoked = new Map<string, Set<string>>()

/**
 * A stack whose documents every pipeline may be asked to fail in, or to hang in, before a
 * credential is looked at.
 */
const withEarlyFaults = {
  'auth-service.config.yml': (text: string) =>
    withAccounts({ signUp: 'open' })(withScope['auth-service.config.yml'](text))
      .replace('roles:\n', 'roles:\n  reader: [organizations:read]\n')
      .replace('users:manage]', 'users:manage, grants:read]'), // to create users that have it
  'system.config.yml': (text: string) =>
    text.replace(
      'plugins:\n',
      'plugins:\n  early-fault: { package: ' +
        `"${join(__dirname, '../support')}/early-fault-plugin.mjs" }\n`,
    ),
  'gateway.config.yml': (text: string) =>
    edited(text, (pipelines) => {
      for (const { policies } of pipelines)
        policies.splice(1, 0, { 'early-fault': [{ action: {} }] })
      const [rules] = pipelines
        .flatMap(({ policies }) => policies)
        .flatMap((entry) => entry['search-rules'] ?? [])
      rules!.action.features = ['fields']
      const monthly = { by: 'owner', limit: 100000, window: 'month' }
      const limits = pipelines.find(({ policies }) => policies.some((entry) => entry.limits))!
      limits.policies.splice(-1, 0, {
        throttle: [{ condition: { name: 'always' }, action: monthly }],
      })
      const explain = pipelines.find(({ policies }) => policies.some((entry) => entry.explain))!
      explain.policies.splice(-1, 0, {
        budget: [
          {
            action: { by: 'owner', unit: 'cost', limit: 100000, windowSeconds: 60, name: 'costs' },
          },
        ],
      })
    }),
}

/** What samples lack, because only loads write it. */
const loadedMembers =
  /\/(?:(?:Organization|OrganizationRecord)\/properties\/(?:alternate_names|org_id|inactive_since|first_seen|updated_at)|SearchMeta\/properties\/(?:dataAsOf|attribution)|FieldFamilies\/properties\/sources|DataSource\/properties\/\w+)$/

type Step = { action: Record<string, unknown>; condition?: object }
type Pipelines = { policies: Record<string, Step[]>[] }[]

/** The YAML with other pipelines; JSON is YAML too. */
function edited(text: string, edit: (pipelines: Pipelines) => void): string {
  const config = parse(text, { merge: true }) as {
    policies: string[]
    pipelines: Record<string, { policies: Record<string, Step[]>[] }>
  }
  const pipelines = Object.values(config.pipelines)
  edit(pipelines)
  config.policies = [
    ...new Set(
      pipelines.flatMap(({ policies }) => policies.flatMap((entry) => Object.keys(entry))),
    ),
  ]
  return JSON.stringify(config)
}

let smtp: SmtpDouble
let stack: RunningStack
let token: string
/** Of a user with the scope users:manage. */
let adminToken: string
let key: string
let password: string
/** Ids of keys, and of users, that calls may end. */
const spare: string[] = []
const spareUsers: string[] = []
/** What takes ten seconds goes on while other calls are tested. */
let timedOut: Promise<void>
let shutDown: Promise<void>

beforeAll(async () => {
  smtp = await startSmtp()
  stack = await startStack({ config: withEarlyFaults, env: mailSettings(smtp) })
  token = (await stack.login()).accessToken
  key = await stack.mintKey()
  for (let i = 0; i < 8; i++) {
    const made = await stack.request
      .post('/api/v1/api-keys')
      .set('Authorization', `Bearer ${token}`)
      .send({ name: 'spare' })
    spare.push(made.body.data.id)
  }
  password = readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim()
  adminToken = await tokenOf('admin')
  for (let i = 0; i < 2; i++) {
    const made = await stack.request
      .post('/api/v1/users')
      .set('Authorization', `Bearer ${adminToken}`)
      .send({ email: `spare${i}@example.org`, name: 'Spare', password: 'marble-otter-canyon' })
    spareUsers.push(String(made.body.data.id))
  }
  timedOut = provoke('REQUEST_TIMEOUT', (call) => send(stack.url, call, { without: ['end'] }))
  timedOut.catch(() => {}) // its own test awaits it
})
afterAll(async () => {
  await stack?.stop()
  await smtp?.close()
})

/** The token of a new user of this role. */
async function tokenOf(role: string): Promise<string> {
  const env = { DATA_DIR: stack.dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
  const email = `${role}@example.org`
  const password = 'marble-otter-canyon'
  await runCommand(['users', 'add', email, role, '--role', role], env, { input: `${password}\n` })
  const answer = await stack.request.post('/api/v1/auth/login').send({ email, password })
  return answer.body.data.accessToken
}

const isOfUsers = ({ path }: DocumentedCall) => path.startsWith('/api/v1/users')

const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

/** What a good request of the call carries, by the first way that it takes. */
function credentialOf(call: DocumentedCall): Record<string, string> {
  const way = Object.keys(call.operation.security[0] ?? {})[0]
  return way === undefined ? {} : bearer(isOfUsers(call) ? adminToken : token)
}

function examplesOf({ operation }: DocumentedCall): object[] {
  const examples = Object.values(operation.requestBody?.content['application/json'].examples ?? {})
  return examples.map(({ value }) => filled(value))
}

/** An example with what only this stack knows. */
function filled(value: object): object {
  const known: Record<string, unknown> = { password, currentPassword: password }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, known[name] ?? one]))
}

/**
 * Sends a request of a call, good but for the changes, and takes down what the document says of its
 * answer.
 */
async function send(url: string, call: DocumentedCall, changes: Changes = {}): Promise<SeenAnswer> {
  const { without = [], query = '', raw } = changes
  const id = changes.id ?? idOf(call)
  const [example] = examplesOf(call)
  const body = 'body' in changes ? JSON.stringify(changes.body) : example && JSON.stringify(example)
  const sent = raw ?? body
  const headers: Record<string, string | undefined> = {
    host: 'a',
    connection: 'close',
    ...credentialOf(call),
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
  return isOfUsers(call) ? spareUsers[0]! : spare[0]!
}

/** The examples of the parameters that a query must have. */
function neededIn({ operation: { parameters = [] } }: DocumentedCall): string[] {
  return parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
}

function judged(call: DocumentedCall, answer: SeenAnswer): SeenAnswer {
  const found = undocumented(call, answer)
  wrong.push(...found)
  if (found.length === 0) noteMembers(seenMembers, call, answer)
  return answer
}

/** Provokes a code at every call that may be refused with it. */
async function provoke(
  code: ErrorCode,
  ask: (call: DocumentedCall) => Promise<SeenAnswer>,
  among = documentedCalls,
) {
  const calls = among.filter((call) => documentedCodes(call).includes(code))
  expect(calls.length).toBeGreaterThan(0)
  const answers = await Promise.all(calls.map(async (call) => ({ call, answer: await ask(call) })))
  const others = answers.filter(({ answer }) => codeOf(answer) !== code)
  expect(
    others.map(
      ({ call, answer }) => `${call.operation.operationId}: ${answer.status} ${answer.text}`,
    ),
  ).toEqual([])
  for (const { call } of answers) {
    const { operationId } = call.operation
    provoked.set(operationId, (provoked.get(operationId) ?? new Set()).add(code))
  }
}

const codeOf = ({ text }: SeenAnswer): unknown =>
  text === '' ? undefined : JSON.parse(text).error?.code
const hasBody = ({ operation }: DocumentedCall) => operation.requestBody !== undefined
const takes = ({ operation }: DocumentedCall, way: string) =>
  operation.security.some((one) => way in one)
const named = (...ids: string[]) =>
  documentedCalls.filter(({ operation }) => ids.includes(operation.operationId))
const notNamed = (...ids: string[]) =>
  documentedCalls.filter(({ operation }) => !ids.includes(operation.operationId))

describe('what every call may be refused with', () => {
  test('VALIDATION_ERROR', () =>
    provoke('VALIDATION_ERROR', (call) => {
      if (hasBody(call) && call.operation.operationId !== 'mcp')
        return send(stack.url, call, { body: ['nonsense'] })
      if (takes(call, 'accessToken'))
        return send(stack.url, call, { headers: { 'x-api-key': key } })
      return send(stack.url, call, { without: ['host'] })
    }))
  test('NOT_ACCEPTABLE', () =>
    provoke('NOT_ACCEPTABLE', (call) =>
      send(stack.url, call, { headers: { accept: 'image/png' } }),
    ))
  test('PAYLOAD_TOO_LARGE', () =>
    provoke('PAYLOAD_TOO_LARGE', (call) =>
      send(stack.url, call, {
        raw: '',
        headers: { 'content-type': 'application/json', 'content-length': '70000000' },
      }),
    ))
  test('URI_TOO_LONG', () =>
    provoke('URI_TOO_LONG', (call) => send(stack.url, call, { query: `?${'a'.repeat(9000)}` })))
  test('UNSUPPORTED_MEDIA_TYPE', () =>
    provoke('UNSUPPORTED_MEDIA_TYPE', (call) =>
      send(stack.url, call, { raw: 'a', headers: { 'content-type': 'text/plain' } }),
    ))
  test('HEADERS_TOO_LARGE', () =>
    provoke('HEADERS_TOO_LARGE', (call) =>
      send(stack.url, call, { headers: { 'x-long': 'a'.repeat(40_000) } }),
    ))
  test('INTERNAL_ERROR', () =>
    provoke('INTERNAL_ERROR', (call) =>
      send(stack.url, call, { headers: { 'x-early-fault': 'thrown' } }),
    ))
})

describe('credentials and records', () => {
  test('RATE_LIMITED after failed logins', async () => {
    const [login] = named('login')
    const body = { email: 'nobody@example.org', password: 'a wrong password' }
    for (let i = 0; i < 10; i++) await send(stack.url, login!, { body })
    expect(codeOf(await send(stack.url, login!, { body }))).toBe('RATE_LIMITED')
  })
  test('AUTHENTICATION_REQUIRED', () =>
    provoke('AUTHENTICATION_REQUIRED', (call) => {
      const password = 'not the password'
      if (call.operation.operationId === 'login')
        return send(stack.url, call, { body: { email: 'demo@example.org', password } })
      return send(stack.url, call, { without: ['authorization'] })
    }))
  test('a wrong password and a token in the place of a key', async () => {
    const [change] = named('changePassword')
    const body = { currentPassword: 'not the password', newPassword: 'velvet-anchor-tulip' }
    expect(codeOf(await send(stack.url, change!, { body }))).toBe('AUTHENTICATION_REQUIRED')
    for (const call of named('search', 'me')) {
      await send(stack.url, call, { without: ['authorization'], headers: { 'x-api-key': token } })
    }
  })
  test('TOKEN_EXPIRED', () =>
    provoke('TOKEN_EXPIRED', (call) =>
      send(stack.url, call, { headers: bearer('v4.public.AAAA') }),
    ))
  test('UNAUTHORIZED', () =>
    provoke('UNAUTHORIZED', (call) =>
      send(stack.url, call, { headers: { authorization: 'Basic ZGVtbzpkZW1v' } }),
    ))
  test('FORBIDDEN', async () => {
    const narrow = await stack.mintKey({ name: 'narrow', scopes: ['grants:read'] })
    const reader = await tokenOf('reader')
    const ofReader = (call: DocumentedCall) => isOfUsers(call) || call.path.includes('/api-keys')
    await provoke('FORBIDDEN', (call) =>
      call.operation.operationId === 'deleteAccount'
        ? send(stack.url, call, {
            headers: bearer(adminToken), // of the only admin
            body: { password: 'marble-otter-canyon' },
          })
        : send(stack.url, call, { headers: bearer(ofReader(call) ? reader : narrow) }),
    )
  })
  test('NOT_FOUND of calls that are not open', async () => {
    const closed = await startStack()
    await provoke('NOT_FOUND', (call) =>
      call.path.includes('{id}')
        ? send(stack.url, call, { id: '00000000-0000-4000-8000-000000000000' })
        : send(closed.url, call),
    )
    await closed.stop()
  })
})

describe('good answers', () => {
  test('usage by day, hour and key', async () => {
    const hour = hourAt(Date.now())
    const row = { hour, owner: '1', key: null, prefix: null, ...nothingUsed(), requests: 7 }
    await new UsageFiles(join(stack.dataDir, 'usage')).write({ hour, id: 'test', rows: [row] })
    const [usage] = named('usage')
    for (const by of ['day', 'hour', 'key'])
      expect((await send(stack.url, usage!, { query: `?by=${by}` })).text).toMatch(/"requests":\d/)
  })
  test('each example of the document passes as it stands, by each way to authenticate', async () => {
    const ways: Record<string, Changes> = {
      apiKeyBearer: { headers: bearer(key) },
      apiKeyHeader: { without: ['authorization'], headers: { 'x-api-key': key } },
      apiKeyQuery: { without: ['authorization'], query: `?api_key=${key}` },
    }
    const others = ['verify', 'reset', 'accept', 'deleteAccount']
    for (const call of notNamed('logout', 'logoutAll', 'changePassword', 'refresh', ...others)) {
      for (const body of hasBody(call) ? examplesOf(call) : [undefined]) {
        const { operationId } = call.operation
        const ended = operationId === 'deleteUser' ? spareUsers : spare
        const id = /revoke|rotate|delete/.test(operationId) ? ended.pop()! : undefined
        const answer = await send(stack.url, call, { ...(id && { id }), ...(body && { body }) })
        expect(
          `${call.operation.operationId} ${answer.status} ${answer.text.slice(0, 300)}`,
        ).toMatch(/^\w+ 20[012] /)
      }
      for (const [way, changes] of Object.entries(ways).filter(([name]) => takes(call, name))) {
        expect([way, (await send(stack.url, call, changes)).status]).toEqual([way, 200])
      }
    }
  })
  test('a call of no message of JSON-RPC', async () => {
    const [mcp] = named('mcp')
    const { status, text } = await send(stack.url, mcp!, { body: ['nonsense'] })
    expect([status, JSON.parse(text).error.code]).toEqual([400, -32600])
  })
  test('a session from its refresh to its end', async () => {
    for (const end of named('logout', 'logoutAll')) {
      const { refreshToken } = await stack.login()
      const [refresh] = named('refresh')
      const { text } = await send(stack.url, refresh!, { body: { refreshToken } })
      const { data } = JSON.parse(text) as { data: { accessToken: string } }
      expect((await send(stack.url, end, { headers: bearer(data.accessToken) })).status).toBe(200)
    }
    token = (await stack.login()).accessToken
  })
  test('an account from its invitation or sign-up to its end', async () => {
    const email = 'person@example.org'
    const [verify, reset, accept, end] = ['verify', 'reset', 'accept', 'deleteAccount'].map(
      (name) => named(name)[0]!,
    )
    const ask = async (call: DocumentedCall, body: object, headers = {}) => {
      const { status, text } = await send(stack.url, call, { body, headers })
      expect(`${call.operation.operationId} ${status} ${text}`).toMatch(/^\w+ 20\d /)
    }
    const env = { DATA_DIR: stack.dataDir, AUTH_INTERNAL_URL: stack.auth.internalUrl }
    await runCommand(['users', 'invite', 'guest@example.org'], env)
    const invitation = await smtp.mailTo('guest@example.org')
    await ask(accept!, { token: invitation.token, name: 'Guest', password: 'marble-otter-canyon' })
    await ask(named('register')[0]!, { email, name: 'Person', password: 'marble-otter-canyon' })
    await ask(verify!, { token: (await smtp.mailTo(email)).token, password: 'marble-otter-canyon' })
    await ask(named('recover')[0]!, { email })
    const password = 'velvet-anchor-tulip'
    await ask(reset!, { token: (await smtp.mailTo(email)).token, password })
    const answer = await stack.request.post('/api/v1/auth/login').send({ email, password })
    await ask(end!, { password }, bearer(answer.body.data.accessToken))
  })
  test('304 for who has it already', async () => {
    for (const call of documentedCalls.filter(({ operation }) => operation.responses[304])) {
      const accept = call.path.startsWith('/api/') ? 'application/json' : 'text/html'
      expect(
        (await send(stack.url, call, { headers: { accept, 'if-none-match': '*' } })).status,
      ).toBe(304)
    }
  })
  test('what a question may answer besides', async () => {
    const [find] = named('organizations')
    const facets = find!.operation.parameters!.find(({ name }) => name === 'facets')!
    const all = facets.schema.items!.enum.join(',')
    expect((await send(stack.url, find!, { query: `?near=02903&facets=${all}` })).status).toBe(200)
    for (const name of ['organizations', 'organization', 'organizationSuggest'])
      expect((await send(stack.url, named(name)[0]!, { query: '?explain=true' })).status).toBe(200)
  })
  test('what a search may answer besides', async () => {
    const [search] = named('search')
    const ask = async (index: string, body: object) => {
      const { status, text } = await send(stack.url, search!, { body: { index, body } })
      expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)])
      return JSON.parse(text)
    }
    const query = { match_all: {} }
    const nothing = await ask('organization-entity', { query: { term: { state: 'RI' } } })
    expect(nothing.meta.hints).toEqual([expect.any(String)])
    const lower = await ask('organization-serp', { query, track_total_hits: 5, size: 1 })
    expect(lower.data.totalRelation).toBe('gte')
    await ask('organization-serp', { query, fields: ['region'], size: 1 })
    // Each family, so that every field of an organization occurs
    for (const family of ['organization-serp', 'organization-entity', 'map-serp'])
      await ask(family, { query, size: 100 })
    const [explain] = named('explain')
    const [list] = named('listApiKeys') // rotated ones are in it
    await send(stack.url, list!)
    const refused = await send(stack.url, explain!, {
      body: { index: 'nonsense', body: { query: { mach: {} } } },
    })
    expect(JSON.parse(refused.text).data).toMatchObject({ accepted: false, search: null })
  })
  test('the change of a password', async () => {
    const [change] = named('changePassword')
    expect((await send(stack.url, change!)).status).toBe(200)
  })
})

test('REQUEST_TIMEOUT', () => timedOut)

/** Ends the stack with a request of every call under way. */
async function endUnderWay(): Promise<void> {
  const all = provoke('SHUTTING_DOWN', (call) =>
    send(stack.url, call, { headers: { 'x-early-fault': 'hanging' } }),
  )
  await pause(500) // all have begun then
  await stack.stop()
  await all
}

describe('when something is away', () => {
  beforeAll(() => {
    shutDown = endUnderWay()
    shutDown.catch(() => {}) // its own test awaits it
  })
  const proxied = documentedCalls.filter((call) =>
    documentedCodes(call).includes('UPSTREAM_TIMEOUT'),
  )
  const ownCalls = documentedCalls.filter((call) => !proxied.includes(call))

  test('UPSTREAM_UNAVAILABLE, ELASTICSEARCH_UNAVAILABLE', async () => {
    const away = 'http://127.0.0.1:9'
    const lonely = await startStack({ env: { AUTH_SERVICE_URL: away, ELASTICSEARCH_URL: away } })
    const ownKey = await mintedAt(lonely)
    await provoke('UPSTREAM_UNAVAILABLE', (call) => send(lonely.url, call))
    await provoke('ELASTICSEARCH_UNAVAILABLE', (call) =>
      send(lonely.url, call, { headers: bearer(ownKey) }),
    )
    await lonely.stop()
  })
  test('UPSTREAM_UNAVAILABLE with a reason: a service that fails, where the YAML wraps its answers', async () => {
    const failing = await startService((_req, res) => res.writeHead(500).end())
    const wrapped = (text: string) =>
      edited(text, (pipelines) => {
        for (const { policies } of pipelines)
          for (const { upstream } of policies)
            if (upstream) upstream[0]!.action.response = 'envelope'
      })
    const wrapping = await startGateway({
      env: { AUTH_SERVICE_URL: failing.url },
      config: { 'gateway.config.yml': wrapped },
    })
    await provoke('UPSTREAM_UNAVAILABLE', (call) => send(wrapping.url, call))
    await wrapping.stop()
    await failing.close()
  })
  test('UPSTREAM_TIMEOUT, SERVICE_UNAVAILABLE for who is judged by the gateway', async () => {
    const silent = await startService(() => {})
    const lonely = await startGateway({
      env: { AUTH_SERVICE_URL: silent.url },
      config: {
        'gateway.config.yml': (text) =>
          text
            .replaceAll('timeoutMs: 10000,', 'timeoutMs: 300,')
            .replace('timeoutMs: 10000 # from the request', 'timeoutMs: 300 # from the request'),
      },
    })
    await provoke('UPSTREAM_TIMEOUT', (call) => send(lonely.url, call))
    await provoke(
      'SERVICE_UNAVAILABLE',
      (call) => send(lonely.url, call, { headers: bearer(makeApiKey()) }),
      ownCalls,
    )
    await lonely.stop()
    await silent.close()
  })
  test('SERVICE_UNAVAILABLE: the auth service cannot use its store', async () => {
    const service = fork(join(__dirname, '../support/failing-auth-service.mjs'), {
      env: {
        ...process.env,
        BUILT: built,
        STORE_FOLDER: mkdtempSync(join(tmpdir(), 'directory-failing-')),
        AUTH_PORT: '0',
        DEMO_PASSWORD: 'marble-otter-canyon',
        LOG_LEVEL: 'silent',
      },
    })
    const [{ url }] = (await once(service, 'message')) as [{ url: string }]
    const engine = await startService(answerWithInnerHits)
    const failing = await startStack({
      env: { AUTH_SERVICE_URL: url, ELASTICSEARCH_URL: engine.url },
    })
    const login = { email: 'demo@example.org', password: 'marble-otter-canyon' }
    const { body } = await failing.request.post('/api/v1/auth/login').send(login)
    service.send('fail')
    await once(service, 'message')
    const tokens = body.data as { accessToken: string; refreshToken: string }
    await provoke(
      'SERVICE_UNAVAILABLE',
      (call) => {
        const { operationId } = call.operation
        const changes =
          operationId === 'refresh'
            ? { body: { refreshToken: tokens.refreshToken } }
            : { headers: bearer(tokens.accessToken) }
        return send(failing.url, call, operationId === 'login' ? { body: login } : changes)
      },
      proxied,
    )
    const [search] = named('search')
    expect(
      (await send(failing.url, search!, { headers: bearer(await mintedAt(failing)) })).status,
    ).toBe(200)
    service.kill()
    await failing.stop()
    await engine.close()
  })
})

/** What the embedded engine does not know. */
function answerWithInnerHits(_req: IncomingMessage, res: ServerResponse): void {
  const hits = [{ ...goodAnswer.hits.hits[0], inner_hits: { others: { hits: { hits: [] } } } }]
  const text = JSON.stringify({ ...goodAnswer, hits: { ...goodAnswer.hits, hits } })
  res
    .writeHead(200, { 'Content-Type': 'application/json', 'X-Elastic-Product': 'Elasticsearch' })
    .end(text)
}

/** A key made at the auth service itself, for a gateway that does not reach it. */
async function mintedAt({ auth, dataDir }: RunningStack): Promise<string> {
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(auth.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return ((await answer.json()) as { data: { accessToken: string; key: string } }).data
  }
  const password = readFileSync(join(dataDir, 'demo'), 'utf8').trim()
  const { accessToken } = await post('/api/v1/auth/login', { email: 'demo@example.org', password })
  return (await post('/api/v1/api-keys', { name: 'direct' }, bearer(accessToken))).key
}

describe('when it is too much', () => {
  let small: RunningGateway
  beforeAll(async () => {
    small = await startGateway({
      env: { MAX_CONNECTIONS: '60' },
      config: {
        'gateway.config.yml': (text) =>
          edited(text, (pipelines) => {
            for (const [i, { policies }] of pipelines.entries()) {
              const { action } = policies.find((entry) => entry.throttle)!.throttle![0]!
              Object.assign(action, { limit: 1, name: `of pipeline ${i}` })
            }
          }),
      },
    })
  })
  afterAll(() => small?.stop())

  test('RATE_LIMITED', async () => {
    await Promise.all(documentedCalls.map((call) => send(small.url, call)))
    await provoke('RATE_LIMITED', (call) => send(small.url, call))
  })
  test('OVERLOADED', async () => {
    const idle = Array.from({ length: 60 }, () =>
      connect(Number(new URL(small.url).port), '127.0.0.1'),
    )
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    await pause(200) // the gateway counts them as it takes them
    await provoke('OVERLOADED', (call) => send(small.url, call))
    for (const socket of idle) socket.destroy()
  })
})

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
      for (const code of codes) expect(errorKinds).toHaveProperty(code)
    },
  )
  test('every documented member occurred', () => {
    // of a full queue: test/unit/edge/fair-queue.test.ts
    seenMembers.add('/components/schemas/QueueDetails/properties/reason')
    // of plans and allow lists: test/http/people.test.ts
    for (const member of ['User/properties/plan', 'ApiKey/properties/plan', ...ofAllowLists])
      seenMembers.add(`/components/schemas/${member}`)
    // of loaded organizations: test/http/own-fields.test.ts, which compares with the document too
    const ofLoads = [...documentedMembers()].filter((member) => loadedMembers.test(member))
    for (const member of ofLoads) seenMembers.add(member)
    expect([...documentedMembers()].filter((member) => !seenMembers.has(member))).toEqual([])
  })
  test('a path is found by its template', () => {
    expect(documentedCall('GET', '/api/v1/api-keys/a?b=c')?.path).toBe('/api/v1/api-keys/{id}')
    expect(documentedCall('PUT', '/api/v1/api-keys/a')).toBeUndefined()
  })
})
