import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthPair, startAuthPair } from '../../support/auth-pair.js'

/** `ROUNDS=50` for the full measure. */
const rounds = Number(process.env.ROUNDS ?? 1)
/**
 * A revocation is effective everywhere within this time (docs/auth-service.md), in milliseconds.
 */
const promisedMs = 5000

describe.each([5000, -5000])(
  'two auth services, the second with a clock that is %i ms ahead',
  (offsetMs) => {
    let pair: AuthPair
    beforeAll(async () => {
      pair = await startAuthPair(offsetMs)
    })
    afterAll(() => pair?.close())

    /** Both services, either of them first. */
    const orders = () => [pair.services, [...pair.services].reverse()] as AuthPair['services'][]
    const atGateways = async (credential: string) => {
      const answers = pair.gateways.map((gateway) =>
        gateway.get('/api/v1/organizations/fields').auth(credential, { type: 'bearer' }),
      )
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    const everywhere = async (credential: string, wanted: number) => {
      const until = performance.now() + promisedMs
      while (performance.now() < until) {
        if ((await atGateways(credential)).every((status) => status === wanted))
          return promisedMs - (until - performance.now())
        await sleep(10)
      }
      throw new Error(`not ${wanted} everywhere within ${promisedMs} ms`)
    }
    const as = (token: string) => [token, { type: 'bearer' }] as const

    test('a token of one is good at the other and at both gateways, and so is a refresh', async () => {
      for (let round = 0; round < rounds; round++) {
        for (const [one, other] of orders()) {
          const { accessToken, refreshToken } = await one.login()
          expect((await other.request.get('/api/v1/auth/me').auth(...as(accessToken))).status).toBe(
            200,
          )
          expect(await atGateways(accessToken)).toEqual([200, 200])
          const refreshed = await other.request.post('/api/v1/auth/refresh').send({ refreshToken })
          const repeated = await one.request.post('/api/v1/auth/refresh').send({ refreshToken })
          expect([refreshed.status, repeated.body.data]).toEqual([200, refreshed.body.data])
          expect(await atGateways(refreshed.body.data.accessToken)).toEqual([200, 200])
          const logout = other.request
            .post('/api/v1/auth/logout')
            .auth(...as(refreshed.body.data.accessToken))
          expect((await logout).status).toBe(200)
          await everywhere(refreshed.body.data.accessToken, 401)
        }
      }
    })

    test('a key that was changed at one passes at every gateway; one that was revoked passes at none', async () => {
      const slowest: number[] = []
      for (let round = 0; round < rounds; round++) {
        for (const [one, other] of orders()) {
          const { accessToken } = await one.login()
          const made = await one.request
            .post('/api/v1/api-keys')
            .auth(...as(accessToken))
            .send({ name: 'round' })
          const { id, key } = made.body.data
          expect(await atGateways(key)).toEqual([200, 200])
          await other.request
            .patch(`/api/v1/api-keys/${id}`)
            .auth(...as(accessToken))
            .send({ name: 'renamed' })
            .expect(200)
          const until = performance.now() + 1000 // as long as until every gateway has heard of it
          while (performance.now() < until) expect(await atGateways(key)).toEqual([200, 200])
          await other.request
            .delete(`/api/v1/api-keys/${id}`)
            .auth(...as(accessToken))
            .expect(200)
          slowest.push(await everywhere(key, 401))
          // longer than a refusal is remembered: it is asked for again, at either service
          await sleep(1100)
          expect([await atGateways(key), await atGateways(key)]).toEqual([
            [401, 401],
            [401, 401],
          ])
        }
      }
      process.stdout.write(
        `revocations: ${slowest.length}, slowest ${Math.round(Math.max(...slowest))} ms\n`,
      )
    })

    test('a role that was changed at one spares the logins that follow at the other', async () => {
      for (const [one, other] of orders()) {
        const before = await other.login()
        const role = { role: 'user' }
        const path = '/internal/users/demo@example.org/role'
        await one.internal
          .post(path)
          .auth(...as(one.secret.operator))
          .send(role)
          .expect(200)
        const after = await other.login()
        await everywhere(before.accessToken, 401)
        expect(await atGateways(after.accessToken)).toEqual([200, 200])
      }
    })
  },
)
