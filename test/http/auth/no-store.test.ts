import type { RouteRow } from '../../../auth-service/http/route.js'
import { internalRoutes, publicRoutes } from '../../../auth-service/routes/tables.js'
import type { AuthService } from '../../../auth-service/service.js'
import { allOpen, mailSettings } from '../../support/accounts.js'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
} from '../../support/auth-service.js'
import { type RunningStack, startStack } from '../../support/stack.js'

/** The tables alone: no handler is called here. */
const service = { config: { tokens: {} } } as AuthService

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService({
    config: allOpen,
    env: mailSettings({ url: 'smtp://127.0.0.1:9' }), // no server is there
  })
})
afterAll(() => auth?.stop())

type Sent = Record<string, unknown>
type Agent = RunningAuthService['request']

const send = (
  agent: Agent,
  { method, path, body: takes }: RouteRow,
  body: Sent,
  credential?: string,
  id = 'x',
) => {
  const name = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete'
  const asked = agent[name](path.replaceAll(/\{\w+\}/g, id))
  if (credential) asked.auth(credential, { type: 'bearer' })
  return takes ? asked.send(body) : asked
}

/** A body that each call takes. */
const bodies: Record<string, (refreshToken: string) => Sent> = {
  '/api/v1/auth/login': () => ({ email: 'demo@example.org', password }),
  '/api/v1/auth/refresh': (refreshToken) => ({ refreshToken }),
  '/api/v1/auth/password': () => ({ currentPassword: password, newPassword }),
  '/api/v1/api-keys': () => ({ name: 'one' }),
  '/api/v1/api-keys/{id}': () => ({ name: 'another' }),
  '/api/v1/users': () => ({ email: 'new@example.org', name: 'New', password }),
  '/api/v1/users/{id}': () => ({ disabled: true }),
  '/api/v1/auth/register': () => ({ email: 'demo@example.org', name: 'Demo', password }),
  '/api/v1/auth/recover': () => ({ email: 'demo@example.org' }),
  '/api/v1/auth/delete': () => ({ password }),
}
/** Calls that succeed only with the token of a mail. */
const byLink = ['/api/v1/auth/verify', '/api/v1/auth/reset', '/api/v1/auth/accept']

let count = 0
/** A new user. */
async function added(): Promise<{ id: number; email: string }> {
  const user = { email: `person${++count}@example.org`, name: 'Someone', password }
  const adding = auth.internal.post('/internal/users')
  const answer = await adding.auth(auth.secret.operator, { type: 'bearer' }).send(user).expect(201)
  return answer.body.data
}

test.each(publicRoutes(service).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s is stored by nobody, whether it succeeds or not',
  async (name, row) => {
    const { email } = await added()
    const { accessToken, refreshToken } = await auth.login(email)
    const refused = await send(auth.request, row, { wrong: true }, 'nonsense')
    expect(refused.headers['cache-control']).toBe('no-store')
    if (byLink.includes(row.path)) return
    const made = await auth.request
      .post('/api/v1/api-keys')
      .auth(accessToken, { type: 'bearer' })
      .send({ name: 'x' })
    const body = bodies[row.path]?.(refreshToken) ?? {}
    const credential = row.access === 'token' ? accessToken : undefined
    const id = row.path.includes('/users') ? `${(await added()).id}` : made.body.data.id
    const done = await send(auth.request, row, body, credential, id)
    expect([name, done.status < 300, done.headers['cache-control']]).toEqual([
      name,
      true,
      'no-store',
    ])
  },
)

test.each(internalRoutes(service).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s inside is stored by nobody',
  async (_name, row) => {
    for (const credential of [undefined, auth.secret.service, auth.secret.operator]) {
      expect((await send(auth.internal, row, {}, credential)).headers['cache-control']).toBe(
        'no-store',
      )
    }
  },
)

describe('through the gateway', () => {
  let stack: RunningStack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack?.stop())

  const search = { index: 'organization-serp', body: { query: { match_all: {} } } }
  const calls: [string, 'get' | 'post', string, object][] = [
    ['who am I', 'get', '/api/v1/auth/me', {}],
    ['the own keys', 'get', '/api/v1/api-keys', {}],
    [
      'an explanation, which tells the own budget',
      'post',
      '/api/v1/organizations/search/explain',
      search,
    ],
    ['a search that is refused', 'post', '/api/v1/organizations/search', {}],
    ['a path that is none', 'get', '/api/v1/nothing', {}],
  ]
  test.each(calls)('%s', async (_name, method, path, body) => {
    const { accessToken } = await stack.login()
    for (const credential of [accessToken, 'v4.public.none']) {
      const asked = stack.request[method](path).auth(credential, { type: 'bearer' })
      expect((await (method === 'post' ? asked.send(body) : asked)).headers['cache-control']).toBe(
        'no-store',
      )
    }
  })
})
