import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthPair, startAuthPair } from '../../support/auth-pair.js'
import { samples } from '../../support/samples.js'
import { until } from '../../support/until.js'

const rotations = samples(3)
/** From one rotation to the next, in milliseconds. */
const everyMs = 1000

const pairs: AuthPair[] = []
const openPair = async (offsetMs?: number) => {
  const pair = await startAuthPair(offsetMs)
  pairs.push(pair)
  return pair
}
afterEach(() => Promise.all(pairs.splice(0).map((pair) => pair.close())))

const as = (token: string) => [token, { type: 'bearer' }] as const
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[3]!, 'base64url').toString()).kid as string

test('signing keys rotate under logins, clocks alike or 5 s apart: no token is refused', async () => {
  const opened = await Promise.all([openPair(), openPair(5000)])
  await Promise.all(
    opened.map(async (pair) => {
      await knowFields(pair)
      const { refused, kids } = await rotateUnderLogins(pair)
      expect(refused).toEqual([])
      expect(kids.size).toBe(rotations + 1)
    }),
  )
})

const fieldsOf = '/api/v1/organizations/fields'

/** A busy engine may not answer a gateway's first question; after it the gateway asks no more. */
async function knowFields({ services, gateways }: AuthPair): Promise<void> {
  const { accessToken } = await services[0].login()
  for (const gateway of gateways)
    await until(async () => (await gateway.get(fieldsOf).auth(...as(accessToken))).status === 200)
}

async function rotateUnderLogins(pair: AuthPair) {
  const [one] = pair.services
  const kids = new Set<string>()
  /** The key that signed last, at each service. */
  const signing: string[] = []
  const refused: string[] = []
  let logins = 0
  let isOver = false

  /** Logs in at both by turns, and uses each token at once at every service and every gateway. */
  async function logIn(): Promise<void> {
    while (!isOver) {
      const at = logins++ % 2
      const { accessToken } = await pair.services[at]!.login()
      signing[at] = kidOf(accessToken)
      kids.add(signing[at])
      const asked = [
        ...pair.services.map(({ request }) =>
          request.get('/api/v1/auth/me').auth(...as(accessToken)),
        ),
        ...pair.gateways.map((gateway) => gateway.get(fieldsOf).auth(...as(accessToken))),
      ]
      for (const { status, text } of await Promise.all(asked))
        if (status !== 200) refused.push(`${status} ${text}`)
      await sleep(100)
    }
  }

  const running = [logIn(), logIn()]
  let newest = ''
  for (let i = 0; i < rotations; i++) {
    const { body } = await one.internal
      .post('/internal/signing-keys/rotate')
      .auth(...as(one.secret.operator))
      .expect(200)
    newest = body.data.keys[0].kid
    await sleep(everyMs)
  }
  await until(() => signing.every((kid) => kid === newest), { withinMs: 60_000 })
  isOver = true
  await Promise.all(running)
  process.stdout.write(`rotations: ${rotations}, logins ${logins}, keys that signed ${kids.size}\n`)
  return { refused, kids }
}

test('a key that leaked and was withdrawn at one signs nothing more at the other within a second', async () => {
  const pair = await openPair()
  const [one, other] = pair.services
  const operate = (method: 'post' | 'delete', path: string) =>
    one.internal[method](`/internal/signing-keys${path}`)
      .auth(...as(one.secret.operator))
      .expect(200)
  const leaked = kidOf((await one.login()).accessToken)
  await operate('post', '/rotate')
  await operate('delete', `/${leaked}`)
  expect(kidOf((await one.login()).accessToken)).not.toBe(leaked)
  await sleep(1500)
  const { accessToken } = await other.login()
  expect(kidOf(accessToken)).not.toBe(leaked)
  for (const gateway of pair.gateways) {
    expect((await gateway.get(fieldsOf).auth(...as(accessToken))).status).toBe(200)
  }
})
