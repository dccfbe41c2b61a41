import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { runCommand } from '../../support/command.js'

const user = 'demo@example.org'
const admin = 'admin@example.org'

const withPlans = (plans: string) => (text: string) =>
  text.replace('plans: []', `plans: [${plans}]`)

async function run(auth: RunningAuthService, ...args: string[]) {
  const env = { DATA_DIR: auth.dataDir, AUTH_INTERNAL_URL: auth.internalUrl }
  return runCommand([...args, '--json'], env)
}

async function mint(auth: RunningAuthService, owner = user) {
  const { accessToken } = await auth.login(owner)
  const { body } = await auth.request
    .post('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
    .send({ name: 'one' })
  return { ...body.data, accessToken } as { id: string; key: string; accessToken: string }
}

/** The plan in the verdict on a key. */
async function judged(auth: RunningAuthService, key: string): Promise<string | undefined> {
  const { body } = await auth.internal
    .post('/internal/api-keys/verify')
    .auth(auth.secret.service, { type: 'bearer' })
    .send(parseApiKey(key))
  return body.data.plan
}

/** The plan in the claims of a token. */
const claimed = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[2]!, 'base64url').subarray(0, -64).toString()).plan

async function changes(auth: RunningAuthService, since?: string) {
  const { body } = await auth.internal
    .get('/internal/changes')
    .query(since === undefined ? {} : { since })
    .auth(auth.secret.service, { type: 'bearer' })
  return body.data as { cursor: string; users: { id: string; kind: string; plan?: string }[] }
}

test('plans of users and keys, from the command to verdict, token, feed and audit', async () => {
  const auth = await startAuthService({ config: withPlans('partner, gold') })
  const { id, key, accessToken } = await mint(auth)
  expect([claimed(accessToken), await judged(auth, key)]).toEqual([undefined, undefined])
  const { cursor } = await changes(auth)

  expect(JSON.parse((await run(auth, 'users', 'plan', user, 'partner')).out).plan).toBe('partner')
  expect((await changes(auth, cursor)).users).toEqual([
    {
      id: '2',
      kind: 'changed',
      plan: 'partner',
      at: expect.any(Number),
      until: expect.any(Number),
    },
  ])
  const later = await auth.login()
  expect([claimed(later.accessToken), claimed(later.refreshToken)]).toEqual(['partner', undefined])
  expect(later.user).not.toHaveProperty('plan')
  expect(await judged(auth, key)).toBe('partner')
  expect(JSON.parse((await run(auth, 'keys', 'plan', id, 'gold')).out)).toMatchObject({
    plan: 'gold',
    owner: user,
  })
  expect(await judged(auth, key)).toBe('gold')
  const rotated = JSON.parse((await run(auth, 'keys', 'rotate', id, '--grace', '60')).out)
  expect([await judged(auth, rotated.key), await judged(auth, key)]).toEqual(['gold', 'gold'])
  await run(auth, 'keys', 'plan', id, 'none')
  expect(await judged(auth, key)).toBe('partner')

  const facts = { operator: true, userId: 2 }
  expect(auth.audited()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'user-plan-changed', ...facts }),
      expect.objectContaining({ event: 'key-plan-changed', ...facts, keyId: id }),
    ]),
  )
  for (const [what, which] of [
    ['users', user],
    ['keys', id],
  ] as const)
    expect(await run(auth, what, 'plan', which, 'silver')).toMatchObject({
      code: 1,
      err: 'plan must be one of default, partner, gold\n',
    })
  await auth.stop()
})

test('after a restart the snapshot has the plans that older tokens lack; a lost plan counts as none', async () => {
  const dataDir = temporaryFolder()
  const first = await startAuthService({ dataDir, config: withPlans('partner, gold') })
  const { key } = await mint(first, admin)
  await run(first, 'users', 'plan', admin, 'gold')
  await first.stop()
  const second = await startAuthService({ dataDir, config: withPlans('gold') })
  expect((await changes(second)).users).toMatchObject([{ id: '1', kind: 'changed', plan: 'gold' }])
  await second.stop()
  const third = await startAuthService({ dataDir, config: withPlans('partner') })
  expect((await changes(third)).users).toMatchObject([{ id: '1', plan: 'default' }])
  expect(await judged(third, key)).toBeUndefined()
  expect(third.output()).toMatch(/"names":\["gold"\],"records":1.*users or keys have plans/)
  const { body } = await third.internal.get('/internal/health')
  expect(body.data.warnings).toEqual([expect.stringMatching(/^gold: users or keys have plans/)])
  await third.stop()
})
