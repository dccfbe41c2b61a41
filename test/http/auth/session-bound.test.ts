import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'

/**
 * The records are made older between two starts, in the file of one machine; other stores:
 * bounded-sessions.ts.
 */
const dataDir = temporaryFolder()
const options = {
  dataDir,
  env: { AUTH_STORE: 'lowdb' },
  config: (text: string) => text.replace('maxPerUser: 1000', 'maxPerUser: 3'),
}
const admin = 'admin@example.org'

let auth: RunningAuthService
beforeAll(async () => {
  auth = await startAuthService(options)
})
afterAll(async () => {
  await auth?.stop()
  await forget(dataDir)
})

const logIn = () =>
  auth.request.post('/api/v1/auth/login').send({ email: admin, password: 'marble-otter-canyon' })
const me = async (token: string) =>
  (await auth.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' })).status
const changes = async (since = '') => {
  const { service } = auth.secret
  const { body } = await auth.internal
    .get('/internal/changes')
    .query({ since })
    .auth(service, { type: 'bearer' })
  return body.data
}

test('33 logins of one user: three sessions, and 429 with Retry-After until they are an hour old', async () => {
  const answers = await Promise.all(Array.from({ length: 33 }, logIn))
  const tokens = answers.flatMap(({ status, body }) =>
    status === 200 ? [body.data.accessToken as string] : [],
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect([tokens.length, refused.length]).toEqual([3, 30])
  expect(await Promise.all(tokens.map(me))).toEqual([200, 200, 200])
  for (const { headers, body } of refused) {
    expect(body.error.code).toBe('RATE_LIMITED')
    expect(body.error.message).toMatch(
      /^You hold 3 sessions younger than an hour, the maximum\. Log out of one, or/,
    )
    expect(Number(headers['retry-after'])).toBeGreaterThan(3500)
  }
  expect((await logIn()).status).toBe(429)

  await auth.stop()
  await makeOlder()
  auth = await startAuthService(options)
  const { cursor } = await changes()
  const { accessToken } = await auth.login(admin)
  const after = await Promise.all(tokens.map(me))
  expect(after.toSorted()).toEqual([200, 200, 401])
  expect(await me(accessToken)).toBe(200)
  const { sessions } = await changes(cursor)
  const displaced = auth.audited().filter(({ event }) => event === 'session-displaced')
  expect(sessions).toEqual([
    expect.objectContaining({ id: displaced[0]?.sessionId, kind: 'ended' }),
  ])
  expect(displaced).toEqual([expect.objectContaining({ userId: 1 })])
})

/** All sessions began two hours ago. */
async function makeOlder(): Promise<void> {
  const store = await openLowdbStore(dataDir)
  const ids = (await store.list('sessions')).map(({ id }) => id)
  await store.changeAll('sessions', ids, (session) => ({
    ...session,
    createdAt: session.createdAt - 7_200_000,
  }))
  await store.close()
}
