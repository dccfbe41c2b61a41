import { until } from '../../../support/until.js'
import { ask, bearer, Door, untilStatus } from './door.js'

const door = new Door()

const planOf = async (url: string, credential: string) =>
  (await ask(url, bearer(credential))).caller?.plan

const untilPlan = (plan: string, url: string, credential: string) =>
  until(async () => (await planOf(url, credential)) === plan)

/** A token that is old enough to end with a change of its user. */
const oldToken = (claims: object = {}) =>
  door.signer.token({ iat: new Date(Date.now() - 15_000).toISOString(), ...claims })

test('tokens and keys without a plan have the default, others their own', async () => {
  const url = await door.open()
  const credentials = [
    [await door.signer.token(), 'default'],
    [await door.signer.token({ plan: 'gold' }), 'gold'],
    [door.newKey(), 'default'],
    [door.newKey({ plan: 'gold' }), 'gold'],
  ] as const
  for (const [credential, plan] of credentials) expect(await planOf(url, credential)).toBe(plan)
  expect((await ask(url, bearer(await door.signer.token({ plan: 5 })))).status).toBe(401)
})

test('a changed plan is that of older tokens too, which stay valid', async () => {
  const url = await door.open()
  const token = await oldToken({ plan: 'gold' })
  expect(await planOf(url, token)).toBe('gold')
  door.auth.changePlan('7', 'partner')
  await untilPlan('partner', url, token)
  door.auth.changePlan('7', 'default')
  await untilPlan('default', url, token)
  expect(await planOf(url, await door.signer.token({ sub: '8', plan: 'gold' }))).toBe('gold')
})

test('a new snapshot brings the plan again, or another change takes it back', async () => {
  const url = await door.open()
  const token = await oldToken({ plan: 'gold' })
  door.auth.changePlan('7', 'partner')
  await untilPlan('partner', url, token)
  door.auth.forget()
  door.auth.changePlan('7', 'silver')
  await untilPlan('silver', url, token)
  // another role: older tokens end, and newer ones carry their plan
  door.auth.change('users', '7', 'changed')
  await untilStatus(401, url, bearer(token))
  expect(await planOf(url, await door.signer.token({ plan: 'gold' }))).toBe('gold')
})

test('a verdict that was made before a change of the plan is not used again', async () => {
  const url = await door.open()
  const key = door.newKey({ plan: 'gold' })
  expect(await planOf(url, key)).toBe('gold')
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const scopes = ['organizations:read']
  door.judge(key, { id: 'key-1', ownerId: '7', scopes, state: 'active', expiresAt })
  door.auth.changePlan('7', 'default')
  await untilPlan('default', url, key)
})
