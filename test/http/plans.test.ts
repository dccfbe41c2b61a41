import { join } from 'node:path'
import { runCommand } from '../support/command.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

const plugin = join(__dirname, '../support/plan-plugin.mjs')

/** The plans of users and keys, as a step of the gateway sees them. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    config: {
      'system.config.yml': (text) =>
        text.replace('plugins:\n', `plugins:\n  shown-plan: { package: "${plugin}" }\n`),
      'gateway.config.yml': (text) =>
        text
          .replace('policies: [envelope,', 'policies: [shown-plan, envelope,')
          // a parameter by which the plans are known to the check at the start
          .replaceAll(
            '      - search-rules:',
            '      - shown-plan: [{ action: { plans: { partner: {}, gold: {} } } }]\n      - search-rules:',
          ),
      'auth-service.config.yml': (text) =>
        text
          .replace('plans: []', 'plans: [partner, gold]')
          .replace('roles:\n', `roles:\n  vip: { scopes: ${scopes}, plan: gold }\n`),
    },
  })
})
afterAll(() => stack?.stop())

const scopes = '[organizations:read, api-keys:manage]'

async function command(...args: string[]) {
  const { code, out, err } = await runCommand(args, {
    DATA_DIR: stack.dataDir,
    AUTH_INTERNAL_URL: stack.auth.internalUrl,
  })
  if (code !== 0) throw new Error(err)
  return out
}

async function planOf(credential: string): Promise<string | undefined> {
  const { headers } = await stack.request
    .post('/api/v1/organizations/search')
    .auth(credential, { type: 'bearer' })
    .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })
    .expect(200)
  return headers['x-plan']
}

const untilPlans = (plan: string, credentials: readonly string[]) =>
  until(async () => {
    const plans = await Promise.all(credentials.map(planOf))
    return plans.every((one) => one === plan)
  })

test('a changed plan holds for keys and for tokens in use, which stay valid', async () => {
  const user = 'demo@example.org'
  const { accessToken, refreshToken } = await stack.login()
  const key = await stack.mintKey()
  await untilPlans('default', [accessToken, key])
  expect(await command('users', 'plan', user, 'partner')).toMatch(/^plan +partner$/m)
  await untilPlans('partner', [accessToken, key])
  const me = await stack.request.get('/api/v1/auth/me').auth(accessToken, { type: 'bearer' })
  expect(me.body.data).toMatchObject({ email: user, plan: 'partner' })

  const [prefix] = /^npd_\w{8}/.exec(key)!
  expect(await command('keys', 'plan', prefix, 'gold')).toMatch(/^plan +gold$/m)
  await untilPlans('gold', [key])
  expect(await planOf(accessToken)).toBe('partner')
  const { body } = await stack.request.get('/api/v1/api-keys').auth(accessToken, { type: 'bearer' })
  expect(body.data.keys).toMatchObject([{ prefix, plan: 'gold' }])
  await command('keys', 'plan', prefix, 'none')
  await untilPlans('partner', [key])

  const refreshed = await stack.request.post('/api/v1/auth/refresh').send({ refreshToken })
  expect(await planOf(refreshed.body.data.accessToken)).toBe('partner')
  await command('users', 'plan', user, 'none')
  await untilPlans('default', [accessToken, refreshed.body.data.accessToken, key])
})

test('another role brings its plan, unless the user has one', async () => {
  const user = 'demo@example.org'
  const key = await stack.mintKey()
  await command('users', 'role', user, 'vip')
  await untilPlans('gold', [key, (await stack.login()).accessToken])
  await command('users', 'plan', user, 'default')
  await untilPlans('default', [key, (await stack.login()).accessToken])
})
