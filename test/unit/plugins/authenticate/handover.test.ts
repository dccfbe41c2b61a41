import { connectAuthService } from '../../../../plugins/authenticate/auth-service-connection.js'
import { listKnown, takeOver } from '../../../../plugins/authenticate/verifiers.js'
import { passTime } from '../../../support/clock.js'
import { secret } from './auth-double.js'
import { ask, bearer, Door, untilStatus } from './door.js'

const door = new Door()

/** A second worker: the same service, by a connection of its own. */
const second = () => `${door.auth.url}/`
const open = (authServiceUrl: string) => door.open({ authServiceUrl })

/** What the first worker knows, as it goes from process to process. */
async function handOver() {
  const known = structuredClone(listKnown(connectAuthService(door.auth.url, secret)))
  expect(JSON.stringify(known)).not.toMatch(/npd_\w{8}_/)
  await takeOver(connectAuthService(second(), secret), known)
}

test('what one worker knows passes at the next one without the auth service, until it is stale', async () => {
  const first = await open(door.auth.url)
  const [token, key] = [await door.signer.token(), door.newKey()]
  const confined = door.newKey({ id: 'key-2', allow: { origins: ['https://a.example'] } })
  const origin = { origin: 'https://a.example' }
  const unknown = door.newKey({ id: 'key-3' })
  for (const good of [token, key]) await untilStatus(200, first, bearer(good))
  await untilStatus(200, first, { ...bearer(confined), ...origin })
  door.auth.failWith = 503
  const next = await open(second())
  expect((await ask(next, bearer(key))).status).toBe(503)
  await handOver()
  for (const good of [token, key]) expect((await ask(next, bearer(good))).status).toBe(200)
  expect((await ask(next, { ...bearer(confined), ...origin })).status).toBe(200)
  expect((await ask(next, bearer(confined))).status).toBe(403)
  expect((await ask(next, bearer(unknown))).status).toBe(503)
  passTime(61_000)
  for (const good of [token, key]) expect((await ask(next, bearer(good))).status).toBe(503)
})

test('what has ended before passes at none, nor what ends afterwards', async () => {
  const first = await open(door.auth.url)
  const ended = await door.signer.token({ sid: 's-1' })
  const [token, key] = [await door.signer.token({ sid: 's-2' }), door.newKey()]
  for (const good of [ended, token, key]) await untilStatus(200, first, bearer(good))
  door.auth.change('sessions', 's-1')
  await untilStatus(401, first, bearer(ended))
  door.auth.failWith = 503
  const next = await open(second())
  await handOver()
  expect((await ask(next, bearer(ended))).status).toBe(401)
  for (const good of [token, key]) expect((await ask(next, bearer(good))).status).toBe(200)
  door.auth.change('sessions', 's-2')
  door.judge(key, { state: 'revoked' })
  door.auth.change('keys', 'key-1')
  door.auth.failWith = undefined
  for (const bad of [ended, token, key]) await untilStatus(401, next, bearer(bad))
})

test('a worker that the auth service has answered goes on from the position of the other one', async () => {
  const first = await open(door.auth.url)
  const key = door.newKey()
  await untilStatus(200, first, bearer(key))
  const next = await open(second())
  await untilStatus(200, next, bearer(await door.signer.token()))
  await handOver()
  const asked = door.auth.asked['/internal/api-keys/verify']
  expect((await ask(next, bearer(key))).status).toBe(200)
  expect(door.auth.asked['/internal/api-keys/verify']).toBe(asked)
  door.judge(key, { state: 'revoked' })
  door.auth.change('keys', 'key-1')
  await untilStatus(401, next, bearer(key))
})
