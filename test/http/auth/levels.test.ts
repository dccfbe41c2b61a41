import { demands, ownLevel } from '../../../kit/api/levels.js'
import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'

/**
 * A key that demands what the next version enforces first: here its name does. The auth service of
 * this process is the next version after `learn()`.
 */
const next = {
  ...{ level: ownLevel() + 1, since: 'the next', what: 'keys with a certain name' },
  isMadeBy: ({ name }: Readonly<Record<string, unknown>>) => name === 'demanding',
}
const learn = () => demands.push(next)
const forgetNext = () => demands.pop()

const dataDir = temporaryFolder()
const keys: Record<'plain' | 'confined' | 'demanding', string> = {
  plain: '',
  confined: '',
  demanding: '',
}
const names = Object.keys(keys) as (keyof typeof keys)[]
let auth: RunningAuthService | undefined

beforeAll(async () => {
  learn()
  auth = await startAuthService({ dataDir })
  const { accessToken } = await auth.login('admin@example.org')
  for (const name of names) {
    const allow = name === 'confined' && { allow: { addresses: ['127.0.0.0/8'] } }
    const body = { name, ...allow }
    const made = await auth.as(accessToken, 'post', '/api/v1/api-keys', body).expect(201)
    keys[name] = made.body.data.key
  }
})
afterAll(async () => {
  if (demands.includes(next)) forgetNext()
  await auth?.stop()
  await forget(dataDir)
})

const statesFor = async (level: string) => {
  const verified = await Promise.all(
    names.map((name) => auth!.verifyKey(keys[name], '127.0.0.1', level)),
  )
  return verified.map(({ state }) => state)
}

test.each([
  ['2', ['active', 'active', 'active']],
  ['1', ['active', 'active', 'unknown']],
  ['0', ['active', 'unknown', 'unknown']],
  ['', ['active', 'unknown', 'unknown']],
  ['one', ['active', 'unknown', 'unknown']],
])(
  'a gateway that tells the level %j learns of the keys that it can enforce',
  async (level, states) => {
    expect(await statesFor(level)).toEqual(states)
  },
)

test('the log names the key that its gateway cannot enforce', async () => {
  expect(await statesFor('1')).toContain('unknown')
  expect(auth!.audited().findLast(({ event }) => event === 'key-needs-upgrade')).toMatchObject({
    ...{ keyId: expect.any(String), userId: 1, needs: 2, enforces: 1 },
  })
})

test('a service of this version beside the next one neither serves such a key nor changes it', async () => {
  const { accessToken } = await auth!.login('admin@example.org')
  const call = (method: 'get' | 'patch' | 'post', path: string, body?: object) =>
    auth!.as(accessToken, method, `/api/v1/api-keys${path}`, body)
  const { body } = await call('get', '')
  const { id } = body.data.keys.find(({ name }: { name: string }) => name === 'demanding')
  forgetNext()
  try {
    expect(await statesFor('2')).toEqual(['active', 'active', 'unknown'])
    expect((await call('patch', `/${id}`, { name: 'other' })).status).toBe(503)
    expect((await call('post', `/${id}/rotate`, {})).status).toBe(503)
  } finally {
    learn()
  }
})

test('a service of this version does not start on the store, and says why', async () => {
  await auth!.stop()
  auth = undefined
  forgetNext()
  await expect(startAuthService({ dataDir })).rejects.toThrow(
    /the auth store \((file \S+auth\.json|index \S+)\) has 1 record\(s\) of a newer version.*level above 1.*backup/,
  )
})
