import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { runCommand } from '../../support/command.js'

const user = 'demo@example.org'
const admin = 'admin@example.org'

const withPlans = (plans: string) => (text: string) =>
  text
    .replace('plans: []', `plans: [${plans}]`)
    .replace('roles:\n', 'roles:\n  vip: { scopes: [organizations:read], plan: gold }\n')

const run = (auth: RunningAuthService, ...args: string[]) =>
  runCommand([...args, '--json'], { DATA_DIR: auth.dataDir, AUTH_INTERNAL_URL: auth.internalUrl })
const mint = async (auth: RunningAuthService, owner: string) => {
  const { accessToken } = await auth.login(owner)
  const { body } = await auth.as(accessToken, 'post', '/api/v1/api-keys', { name: 'one' })
  return { ...body.data, accessToken } as { id: string; key: string; accessToken: string }
}
/** The plan in the claims of a token. */
const claimed = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[2]!, 'base64url').subarray(0, -64).toString()).plan

test('plans of users, roles and keys, from the command to verification, token, feed and audit', async () => {
  const auth = await startAuthService({ config: withPlans('partner, gold') })
  const judged = async (key: string) => (await auth.verifyKey(key)).plan
  const { id, key, accessToken } = await mint(auth, user)
  expect([claimed(accessToken), await judged(key)]).toEqual([undefined, undefined])
  const { cursor } = await auth.changes()

  expect(JSON.parse((await run(auth, 'users', 'plan', user, 'partner')).out).plan).toBe('partner')
  const [at, until] = [expect.any(Number), expect.any(Number)]
  expect((await auth.changes(cursor)).users).toEqual([
    { id: '2', kind: 'changed', plan: 'partner', at, until },
  ])
  const me = await auth.as(accessToken, 'get', '/api/v1/auth/me').expect(200)
  expect(me.body.data).toMatchObject({ email: user, plan: 'partner' })
  const later = await auth.login()
  expect([claimed(later.accessToken), claimed(later.refreshToken)]).toEqual(['partner', undefined])
  expect(later.user).not.toHaveProperty('plan')
  const { refreshToken } = later
  const refreshed = await auth.request.post('/api/v1/auth/refresh').send({ refreshToken })
  expect(claimed(refreshed.body.data.accessToken)).toBe('partner')
  expect(await judged(key)).toBe('partner')

  const facts = { plan: 'gold', owner: user }
  expect(JSON.parse((await run(auth, 'keys', 'plan', id, 'gold')).out)).toMatchObject(facts)
  expect(await judged(key)).toBe('gold')
  const { body } = await auth.as(accessToken, 'get', '/api/v1/api-keys')
  expect(body.data.keys).toMatchObject([{ id, plan: 'gold' }])
  const rotated = JSON.parse((await run(auth, 'keys', 'rotate', id, '--grace', '60')).out)
  expect([await judged(rotated.key), await judged(key)]).toEqual(['gold', 'gold'])
  await run(auth, 'keys', 'plan', id, 'none')
  expect(await judged(key)).toBe('partner')
  await run(auth, 'users', 'plan', user, 'none')
  expect(await judged(key)).toBeUndefined()

  await run(auth, 'users', 'role', user, 'vip')
  expect([await judged(key), claimed((await auth.login()).accessToken)]).toEqual(['gold', 'gold'])
  await run(auth, 'users', 'plan', user, 'default')
  expect(await judged(key)).toBeUndefined()

  const by = { operator: true, userId: 2 }
  expect(auth.audited()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'user-plan-changed', ...by }),
      expect.objectContaining({ event: 'key-plan-changed', ...by, keyId: id }),
    ]),
  )
  const err = 'plan must be one of default, partner, gold\n'
  for (const [what, which] of [
    ['users', user],
    ['keys', id],
  ] as const)
    expect(await run(auth, what, 'plan', which, 'silver')).toMatchObject({ code: 1, err })
  await auth.stop()
})

test('after a restart the snapshot has the plans that older tokens lack; a lost plan counts as none', async () => {
  const dataDir = temporaryFolder()
  const config = withPlans('partner, gold')
  const first = await startAuthService({ dataDir, config })
  const { key } = await mint(first, admin)
  await run(first, 'users', 'plan', admin, 'partner')
  await first.stop()
  const second = await startAuthService({ dataDir, config })
  const changed = { id: '1', kind: 'changed', plan: 'partner' }
  expect((await second.changes()).users).toMatchObject([changed])
  await second.stop()
  const third = await startAuthService({ dataDir, config: withPlans('gold') })
  expect((await third.changes()).users).toMatchObject([{ id: '1', plan: 'default' }])
  expect((await third.verifyKey(key)).plan).toBeUndefined()
  expect(third.output()).toMatch(/"names":\["partner"\],"records":1.*users or keys have plans/)
  await third.stop()
  await forget(dataDir)
})
