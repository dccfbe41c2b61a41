import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthPair, startAuthPair } from '../../support/auth-pair.js'
import { until } from '../../support/until.js'

/**
 * A revocation is effective everywhere within this time (docs/auth-service.md), in milliseconds.
 */
const promisedMs = 5000
const fieldsOf = '/api/v1/organizations/fields'
const as = (token: string) => [token, { type: 'bearer' }] as const
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[3]!, 'base64url').toString()).kid as string

describe.each([5000, -5000])(
  'two auth services, the second with a clock that is %i ms ahead',
  (offsetMs) => {
    let pair: AuthPair
    beforeAll(async () => {
      pair = await startAuthPair(offsetMs)
      // a busy engine may not answer a gateway's first request; after it the gateway asks no more
      const { accessToken } = await pair.services[0].login()
      await until(async () => (await atGateways(accessToken)).join() === '200,200')
    })
    afterAll(() => pair?.close())

    /** Both services, either of them first. */
    const orders = () => [pair.services, [...pair.services].reverse()] as AuthPair['services'][]
    async function atGateways(credential: string): Promise<number[]> {
      const asked = pair.gateways.map((gateway) => gateway.get(fieldsOf).auth(...as(credential)))
      return (await Promise.all(asked)).map(({ status }) => status)
    }
    async function expectRefusedEverywhere(credential: string): Promise<void> {
      const isRefused = async () => (await atGateways(credential)).join() === '401,401'
      await until(isRefused, { withinMs: promisedMs })
    }
    const operate = (method: 'post' | 'delete', path: string, body: object = {}) =>
      pair.services[0].internal[method](`/internal${path}`)
        .auth(...as(pair.services[0].secret.operator))
        .send(body)
        .expect(200)

    test('a token of one is good at the other and at both gateways, and so is a refresh', async () => {
      for (const [one, other] of orders()) {
        const { accessToken, refreshToken } = await one.login()
        await other.request
          .get('/api/v1/auth/me')
          .auth(...as(accessToken))
          .expect(200)
        expect(await atGateways(accessToken)).toEqual([200, 200])
        const refreshed = await other.request.post('/api/v1/auth/refresh').send({ refreshToken })
        const repeated = await one.request.post('/api/v1/auth/refresh').send({ refreshToken })
        expect([refreshed.status, repeated.body.data]).toEqual([200, refreshed.body.data])
        const renewed = refreshed.body.data.accessToken
        expect(await atGateways(renewed)).toEqual([200, 200])
        await other.request
          .post('/api/v1/auth/logout')
          .auth(...as(renewed))
          .expect(200)
        await expectRefusedEverywhere(renewed)
      }
    })

    test('a key that was changed at one passes at every gateway; one that was revoked passes at none', async () => {
      for (const [one, other] of orders()) {
        const { accessToken } = await one.login()
        const made = await one.request
          .post('/api/v1/api-keys')
          .auth(...as(accessToken))
          .send({ name: 'round' })
        const { id, key } = made.body.data
        const path = `/api/v1/api-keys/${id}`
        const name = { name: 'renamed' }
        expect(await atGateways(key)).toEqual([200, 200])
        await other.request
          .patch(path)
          .auth(...as(accessToken))
          .send(name)
          .expect(200)
        const until = performance.now() + 1000 // as long as until every gateway has heard of it
        while (performance.now() < until) expect(await atGateways(key)).toEqual([200, 200])
        await other.request
          .delete(path)
          .auth(...as(accessToken))
          .expect(200)
        await expectRefusedEverywhere(key)
        // longer than a refusal is remembered: it is asked for again, at either service
        await sleep(1100)
        for (let i = 0; i < 2; i++) expect(await atGateways(key)).toEqual([401, 401])
      }
    })

    test('a role that was changed spares the logins that follow', async () => {
      const [, other] = pair.services
      const before = await other.login()
      await operate('post', '/users/demo@example.org/role', { role: 'user' })
      const after = await other.login()
      await expectRefusedEverywhere(before.accessToken)
      expect(await atGateways(after.accessToken)).toEqual([200, 200])
    })

    test('signing keys rotate under logins: no token is refused', async () => {
      /** The key that signed last, at each service. */
      const signing: string[] = []
      const refused: string[] = []
      let newest = ''
      let isOver = false
      /** Logs in at both by turns, and uses each token at once at every service and gateway. */
      async function logIn(): Promise<void> {
        for (let i = 0; !isOver; i++) {
          const { accessToken } = await pair.services[i % 2]!.login()
          signing[i % 2] = kidOf(accessToken)
          const services = pair.services.map(({ request }) =>
            request.get('/api/v1/auth/me').auth(...as(accessToken)),
          )
          const statuses = (await Promise.all(services)).map(({ status }) => status)
          statuses.push(...(await atGateways(accessToken)))
          if (statuses.some((status) => status !== 200)) refused.push(statuses.join())
        }
      }
      const running = [logIn(), logIn()]
      await until(() => signing.length === 2)
      for (let i = 0; i < 2; i++) {
        newest = (await operate('post', '/signing-keys/rotate')).body.data.keys[0].kid
        await until(() => signing.every((kid) => kid === newest), { withinMs: 60_000 })
      }
      isOver = true
      await Promise.all(running)
      expect(refused).toEqual([])
    })

    test('a key that leaked and was withdrawn at one signs nothing more at the other within a second', async () => {
      const [one, other] = pair.services
      const leaked = kidOf((await one.login()).accessToken)
      await operate('post', '/signing-keys/rotate')
      await operate('delete', `/signing-keys/${leaked}`)
      expect(kidOf((await one.login()).accessToken)).not.toBe(leaked)
      await sleep(1500)
      const { accessToken } = await other.login()
      expect(kidOf(accessToken)).not.toBe(leaked)
      expect(await atGateways(accessToken)).toEqual([200, 200])
    })
  },
)
