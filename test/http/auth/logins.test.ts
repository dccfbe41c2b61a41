import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import {
  forget,
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { until } from '../../support/until.js'

const [admin, demo] = ['admin@example.org', 'demo@example.org']
const [home, elsewhere] = ['192.0.2.1', '198.51.100.7']
const hour = 3_600_000

let clock = Date.now()
const now = () => clock

const attempt = async (
  auth: RunningAuthService,
  typed: string,
  { email = demo, from = home } = {},
) => {
  const login = auth.request.post('/api/v1/auth/login').set('X-Forwarded-For', from)
  return login.send({ email, password: typed })
}
const count = (auth: RunningAuthService, name: string) =>
  auth.audited().filter(({ event }) => event === name).length

describe('failed logins', () => {
  let auth: RunningAuthService
  beforeAll(async () => {
    auth = await startAuthService({ now })
  })
  afterAll(() => auth?.stop())

  test('after ten an account waits; tokens and keys go on; the right password works after the wait', async () => {
    const { accessToken } = await auth.login()
    const from = { from: '192.0.2.9' }
    for (let i = 0; i < 10; i++) expect((await attempt(auth, `wrong ${i}`, from)).status).toBe(401)
    const refused = await attempt(auth, password, from)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'RATE_LIMITED'])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    await auth.as(accessToken, 'get', '/api/v1/auth/me').expect(200)
    await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'x' }).expect(201)
    clock += seconds * 1000 - 1
    const early = await attempt(auth, password, from)
    expect(early.status).toBe(429)
    clock += Number(early.headers['retry-after']) * 1000
    expect((await attempt(auth, password, from)).status).toBe(200)
    const { requestId } = refused.body.meta
    expect(auth.audited()).toContainEqual(
      expect.objectContaining({ event: 'login-throttled', address: '192.0.2.9', requestId }),
    )
  })

  test('300 at once: at most twelve reach the hash, whatever X-Forwarded-For says between', async () => {
    const before = count(auth, 'login-failed')
    const answers = []
    for (let i = 0; i < 10; i++) {
      const batch = Array.from({ length: 30 }, (_, j) => {
        const from = `198.51.100.${i * 20 + (j % 20)}, 203.0.113.7`
        return attempt(auth, 'wrong', { email: admin, from })
      })
      answers.push(...(await Promise.all(batch)))
    }
    expect(answers.every(({ status }) => [401, 429].includes(status))).toBe(true)
    expect(count(auth, 'login-failed') - before).toBeLessThanOrEqual(12)
  })
})

describe('a hundred wrong passwords in a row', () => {
  /** Waits would take a day; the bound holds without them. */
  const config = (text: string) => text.replace('freeFailures: 10', 'freeFailures: 10000')
  const dataDir = temporaryFolder()
  const start = () => startAuthService({ dataDir, config })
  afterAll(() => forget(dataDir))

  const guess = async (auth: RunningAuthService, times: number) => {
    for (let i = 0; i < times; i++) {
      const { status } = await attempt(auth, `wrong ${i}`, { email: admin, from: elsewhere })
      expect(status).toBe(401)
    }
  }
  /** The failures of each user, while no service uses the folder, and others instead. */
  async function failures(instead?: number): Promise<(number | undefined)[]> {
    const store = await openLowdbStore(dataDir)
    const users = await store.all('users')
    if (instead !== undefined)
      await store.changeAll('users', [...users.keys()], (user) => ({
        ...user,
        failedLogins: instead,
      }))
    await store.close()
    return [...users.values()].map(({ failedLogins }) => failedLogins)
  }

  test('over restarts: then the right one is refused but to who is known', async () => {
    const logIn = async (typed: string, from: string) => {
      const { status, body } = await attempt(auth, typed, { email: admin, from })
      return { status, message: body.error?.message, tokens: body.data }
    }
    let auth = await start()
    const { tokens } = await logIn(password, home)
    await guess(auth, 2)
    await logIn(password, home)
    await auth.stop()
    expect(await failures(98)).toEqual([undefined]) // the count begins again

    auth = await start()
    await guess(auth, 1)
    expect((await logIn(password, elsewhere)).status).toBe(200)
    await logIn(password, home)
    await guess(auth, 99)
    expect(count(auth, 'login-locked')).toBe(0)
    await guess(auth, 1)
    await until(() => count(auth, 'login-locked') === 1) // it is written next to the answer
    const right = await logIn(password, '203.0.113.9')
    expect(right).toEqual(await logIn('wrong', '203.0.113.9'))
    // where it was logged in to before: forgiven
    expect((await logIn(password, home)).status).toBe(200)
    await auth.stop()
    expect(await failures(100)).toEqual([undefined])

    auth = await start()
    expect((await logIn(password, home)).status).toBe(401) // no place is known any more
    const change = { currentPassword: password, newPassword }
    // a session proves who it is
    await auth.as(tokens.accessToken, 'post', '/api/v1/auth/password', change).expect(200)
    expect((await logIn(newPassword, elsewhere)).status).toBe(200)
    await auth.stop()
  })

  test('the operator opens it by enabling the account or by a new password', async () => {
    const before = await start()
    const other = { email: demo, name: 'Demo User', password }
    await before.operate('post', '/internal/users', other).expect(201)
    await before.stop()
    await failures(100)
    const auth = await start()
    for (const [email, call, typed] of [
      [admin, 'enable', newPassword],
      [demo, 'password', password],
    ] as const) {
      expect((await attempt(auth, typed, { email })).status).toBe(401)
      await auth.operate('post', `/internal/users/${email}/${call}`, { password }).expect(200)
      expect((await attempt(auth, typed, { email })).status).toBe(200)
    }
    await auth.stop()
  })
})

test('a password that was set under a laxer rule goes on', async () => {
  const dataDir = temporaryFolder()
  const short = { password: 'otter-Vq3rT9' }
  const set = `/internal/users/${admin}/password`
  const config = (text: string) => text.replace('minLength: 15', 'minLength: 12')
  const before = await startAuthService({ dataDir, config })
  await before.operate('post', set, short).expect(200)
  await before.stop()
  const after = await startAuthService({ dataDir })
  await after.login(admin, short.password)
  const { body } = await after.operate('post', set, short)
  expect(body.error.message).toBe('password must have at least 15 characters')
  await after.stop()
  await forget(dataDir)
})

test('33 logins of one user: three sessions, and 429 with Retry-After until they are an hour old', async () => {
  const config = (text: string) => text.replace('maxPerUser: 1000', 'maxPerUser: 3')
  const auth = await startAuthService({ config, now })
  const me = async (token: string) => (await auth.as(token, 'get', '/api/v1/auth/me')).status
  const logIn = () => attempt(auth, password, { email: admin })
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
      /^You have 3 sessions younger than an hour, the maximum\. Log out of one, or/,
    )
    expect(headers['retry-after']).toBe('3600')
  }
  clock += hour - 1
  expect((await logIn()).headers['retry-after']).toBe('1')

  clock += 1
  const { cursor } = await auth.changes()
  await auth.login(admin)
  const { sessions } = await auth.changes(cursor)
  const displaced = auth.audited().filter(({ event }) => event === 'session-displaced')
  expect(displaced).toEqual([expect.objectContaining({ userId: 1 })])
  expect(sessions).toMatchObject([{ id: displaced[0]!.sessionId, kind: 'ended' }])
  await auth.stop()
})
