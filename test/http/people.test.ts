import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** What the operator does with users, as callers notice it at the gateway. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    config: {
      'auth-service.config.yml': (text) =>
        text.replace('roles:\n', 'roles:\n  guest: [api-keys:manage]\n'),
    },
  })
})
afterAll(() => stack?.stop())

async function command(...args: string[]) {
  const { code, out, err } = await runCommand(args, {
    DATA_DIR: stack.dataDir,
    AUTH_INTERNAL_URL: stack.auth.internalUrl,
  })
  if (code !== 0) throw new Error(err)
  return out
}

/** Searches until the answer is this one. */
async function searchUntil(credential: string, status: number): Promise<{ code?: string }> {
  const answer = await until(async () => {
    const answer = await stack.request
      .post('/api/v1/organizations/search')
      .auth(credential, { type: 'bearer' })
      .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })
    return answer.status === status && answer
  })
  return answer.body.error ?? {}
}

test('a role change and a deletion are effective at the gateway, for keys and tokens that it knows', async () => {
  const { accessToken } = await stack.login()
  const key = await stack.mintKey()
  for (const credential of [accessToken, key]) await searchUntil(credential, 200)

  expect(await command('users', 'role', 'demo@example.org', 'guest')).toMatch(/^role +guest$/m)
  expect((await searchUntil(key, 403)).code).toBe('FORBIDDEN')
  expect((await searchUntil(accessToken, 401)).code).toBe('TOKEN_EXPIRED')
  const narrow = await stack.login()
  expect([narrow.user.role, (await searchUntil(narrow.accessToken, 403)).code]).toEqual([
    'guest',
    'FORBIDDEN',
  ])

  await command('users', 'role', 'demo@example.org', 'user')
  await searchUntil(key, 200)
  expect((await searchUntil(narrow.accessToken, 401)).code).toBe('TOKEN_EXPIRED')
  const wide = await stack.login()
  await searchUntil(wide.accessToken, 200)

  await command('users', 'delete', 'demo@example.org', '--yes')
  expect((await searchUntil(key, 401)).code).toBe('AUTHENTICATION_REQUIRED')
  expect((await searchUntil(wide.accessToken, 401)).code).toBe('TOKEN_EXPIRED')
})
