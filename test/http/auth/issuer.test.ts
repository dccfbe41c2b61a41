import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningStack, startStack } from '../../support/stack.js'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack({
    config: {
      'auth-service.config.yml': (text) =>
        text.replace(/^( +issuer| {2}audience): .*$/gm, '$1: another-register'),
    },
  })
})
afterAll(() => stack?.stop())

test('issuer and audience, set in auth-service.config.yml alone, hold at every door', async () => {
  const { accessToken } = await stack.login()
  const claims = Buffer.from(accessToken.split('.')[2]!, 'base64url').toString('latin1')
  expect(claims).toContain('"iss":"another-register","aud":"another-register"')
  const search = { index: 'organization-serp*', body: { query: { match_all: {} }, size: 1 } }
  const authorization = `Bearer ${accessToken}`
  await stack.request
    .post('/api/v1/organizations/search')
    .set({ authorization })
    .send(search)
    .expect(200)
  await stack.request.get('/api/v1/auth/me').set({ authorization }).expect(200)
})

test('the gateway learns them with the public keys', async () => {
  const secret = readFileSync(join(stack.dataDir, 'secrets/SERVICE_SECRET'), 'utf8').trim()
  const answer = await fetch(`${stack.auth.internalUrl}/internal/public-keys`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(((await answer.json()) as { data: object }).data).toEqual({
    issuer: 'another-register',
    audience: 'another-register',
    keys: [
      { kid: expect.stringMatching(/^k4\.pid\./), key: expect.stringMatching(/^k4\.public\./) },
    ],
  })
})
