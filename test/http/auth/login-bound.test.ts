import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import {
  newPassword,
  password,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { until } from '../../support/until.js'

const [admin, demo] = ['admin@example.org', 'demo@example.org']
const [home, elsewhere] = ['192.0.2.1', '198.51.100.7']
/** Waits would take a day; the bound holds without them. */
const config = (text: string) => text.replace('freeFailures: 10', 'freeFailures: 10000')

const attempt = async (auth: RunningAuthService, typed: string, from: string, email = admin) => {
  const sent = auth.request.post('/api/v1/auth/login').set('X-Forwarded-For', from)
  const { status, body } = await sent.send({ email, password: typed })
  return { status, message: body.error?.message as string | undefined, tokens: body.data }
}
const guess = async (auth: RunningAuthService, times: number) => {
  for (let i = 0; i < times; i++)
    expect((await attempt(auth, `wrong ${i}`, elsewhere)).status).toBe(401)
}
const operate = (auth: RunningAuthService, email: string, call: string, body = {}) =>
  auth.internal
    .post(`/internal/users/${email}/${call}`)
    .auth(auth.secret.operator, { type: 'bearer' })
    .send(body)
    .expect(200)

/**
 * The wrong passwords in a row of each user in a folder that no service uses, and others instead.
 */
async function failuresIn(dataDir: string, instead?: number): Promise<(number | undefined)[]> {
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

test('after 100 wrong passwords in a row, over restarts, the right one is refused but to who is known', async () => {
  const dataDir = temporaryFolder()
  let auth = await startAuthService({ dataDir, config })
  const { tokens } = await attempt(auth, password, home)
  await guess(auth, 2)
  await attempt(auth, password, home)
  await auth.stop()
  expect(await failuresIn(dataDir, 98)).toEqual([undefined]) // the count begins again

  auth = await startAuthService({ dataDir, config })
  await guess(auth, 1)
  expect(await attempt(auth, password, elsewhere)).toMatchObject({ status: 200 })
  await attempt(auth, password, home)
  await guess(auth, 100)
  // the count is written next to the answer
  await until(() => auth.audited().some(({ event }) => event === 'login-locked'))
  const right = await attempt(auth, password, '203.0.113.9')
  expect(right).toEqual(await attempt(auth, 'wrong', '203.0.113.9'))
  // where it was logged in to before: forgiven
  expect((await attempt(auth, password, home)).status).toBe(200)
  await auth.stop()
  expect(await failuresIn(dataDir, 100)).toEqual([undefined])

  auth = await startAuthService({ dataDir, config })
  expect((await attempt(auth, password, home)).status).toBe(401) // no place is known any more
  const change = { currentPassword: password, newPassword }
  const changed = auth.request
    .post('/api/v1/auth/password')
    .auth(tokens.accessToken, { type: 'bearer' })
    .send(change)
  expect((await changed).status).toBe(200) // a session proves who it is
  expect((await attempt(auth, newPassword, elsewhere)).status).toBe(200)
  await auth.stop()
}, 180_000)

test('the operator opens it by enabling the account or by a new password', async () => {
  const dataDir = temporaryFolder()
  const before = await startAuthService({ dataDir, config })
  await before.internal
    .post('/internal/users')
    .auth(before.secret.operator, { type: 'bearer' })
    .send({ email: demo, name: 'Demo User', password })
    .expect(201)
  await before.stop()
  await failuresIn(dataDir, 100)
  const auth = await startAuthService({ dataDir, config })
  for (const [email, call, body] of [
    [admin, 'enable', {}],
    [demo, 'password', { password }],
  ] as const) {
    expect((await attempt(auth, password, home, email)).status).toBe(401)
    await operate(auth, email, call, body)
    expect((await attempt(auth, password, home, email)).status).toBe(200)
  }
  await auth.stop()
})

test('a password of twelve letters that was set before goes on', async () => {
  const dataDir = temporaryFolder()
  const short = 'otter-canyon'
  const before = await startAuthService({
    dataDir,
    config: (text) => text.replace('minLength: 15', 'minLength: 12'),
  })
  await operate(before, admin, 'password', { password: short })
  await before.stop()
  const after = await startAuthService({ dataDir })
  expect((await attempt(after, short, home)).status).toBe(200)
  const again = after.internal
    .post(`/internal/users/${admin}/password`)
    .auth(after.secret.operator, { type: 'bearer' })
  const { body } = await again.send({ password: short })
  expect(body.error.message).toBe('password must have at least 15 characters')
  await after.stop()
})
