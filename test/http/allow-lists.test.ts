import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** Keys with an allow list, behind a trusted proxy. */
let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

const search = (key: string, headers: Record<string, string>) =>
  stack.request
    .post('/api/v1/organizations/search')
    .set({ 'X-API-Key': key, ...headers })
    .send({ index: 'organization-serp*', body: { query: { match_all: {} }, size: 0 } })

test('a key passes from its networks and origins alone; a change is effective without a restart', async () => {
  const { accessToken } = await stack.login()
  const owner = { Authorization: `Bearer ${accessToken}` }
  const allow = { addresses: ['203.0.113.0/24', '2001:db8::/32'] }
  const made = await stack.request
    .post('/api/v1/api-keys')
    .set(owner)
    .send({ name: 'office', allow })
    .expect(201)
  const { id, key } = made.body.data
  const from = (address: string) => search(key, { 'X-Forwarded-For': address })
  for (const address of ['203.0.113.200', '2001:db8:1::7', '::ffff:203.0.113.1'])
    await from(address).expect(200)
  for (const address of ['203.0.114.1', '2001:db9::1', '203.0.113.200, 198.51.100.7']) {
    const { body, text } = await from(address).expect(403)
    expect(body.error).toMatchObject({ code: 'FORBIDDEN', details: { reason: 'address' } })
    expect(text).not.toContain('203.0.113')
  }

  const origin = 'https://app.example'
  const change = (allow: object | null) =>
    stack.request.patch(`/api/v1/api-keys/${id}`).set(owner).send({ allow }).expect(200)
  await change({ origins: [origin] })
  await until(async () => (await search(key, { Origin: origin })).status === 200)
  await search(key, { Origin: 'https://b.example' }).expect(403)
  await search(key, {}).expect(403)
  const rotated = await stack.request
    .post(`/api/v1/api-keys/${id}/rotate`)
    .set(owner)
    .send({ graceSeconds: 3600 })
    .expect(201)
  expect(rotated.body.data.allow).toEqual({ origins: [origin] })
  await change(null)
  await until(async () => (await search(key, {})).status === 200)
})
