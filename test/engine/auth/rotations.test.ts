import { setTimeout as sleep } from 'node:timers/promises'
import { type AuthPair, startAuthPair } from '../../support/auth-pair.js'

/** `ROTATIONS=30` for the full measure. */
const rotations = Number(process.env.ROTATIONS ?? 3)
/** From one rotation to the next, in milliseconds. */
const everyMs = 2000
/** From a rotation until its key signs at both services, whose clocks are 5 s apart. */
const untilSignedMs = 16_000

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
  const opened = [await openPair(), await openPair(5000)]
  await Promise.all(
    opened.map(async (pair) => {
      const { refused, kids } = await rotateUnderLogins(pair)
      expect(refused).toEqual([])
      expect(kids.size).toBe(rotations + 1)
    }),
  )
})

async function rotateUnderLogins(pair: AuthPair) {
  const [one] = pair.services
  const kids = new Set<string>()
  const refused: string[] = []
  let logins = 0
  let isOver = false

  /** Logs in at both by turns, and uses each token at once at every service and every gateway. */
  async function logIn(): Promise<void> {
    while (!isOver) {
      const { accessToken } = await pair.services[logins++ % 2]!.login()
      kids.add(kidOf(accessToken))
      const asked = [
        ...pair.services.map(({ request }) =>
          request.get('/api/v1/auth/me').auth(...as(accessToken)),
        ),
        ...pair.gateways.map((gateway) =>
          gateway.get('/api/v1/organizations/fields').auth(...as(accessToken)),
        ),
      ]
      for (const { status, text } of await Promise.all(asked))
        if (status !== 200) refused.push(`${status} ${text}`)
      await sleep(20)
    }
  }

  const running = [logIn(), logIn()]
  for (let i = 0; i < rotations; i++) {
    await one.internal
      .post('/internal/signing-keys/rotate')
      .auth(...as(one.secret.operator))
      .expect(200)
    await sleep(everyMs)
  }
  await sleep(untilSignedMs)
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
    expect(
      (await gateway.get('/api/v1/organizations/fields').auth(...as(accessToken))).status,
    ).toBe(200)
  }
})
