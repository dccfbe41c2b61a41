import { Agent } from 'node:http'
import { parseApiKey } from '../../../kit/credentials/api-key-format.js'
import {
  forget,
  type RunningAuthService,
  startAuthService,
  temporaryFolder,
} from '../../support/auth-service.js'
import { until } from '../../support/until.js'

/** `KILL_ROUNDS=20 KEYS_AT_ONCE=1000` for the full measure. */
const rounds = Number(process.env.KILL_ROUNDS ?? 3)
const atOnce = Number(process.env.KEYS_AT_ONCE ?? 200)
jest.setTimeout(600_000)

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
afterAll(() => agent.destroy())

async function isActive(auth: RunningAuthService, key: string): Promise<boolean> {
  const { body } = await auth.internal
    .post('/internal/api-keys/verify')
    .agent(agent)
    .auth(auth.secret.service, { type: 'bearer' })
    .send(parseApiKey(key))
  return body.data.state === 'active'
}

test(`kill -9 while keys are made, ${rounds} rounds: none that was acknowledged is lost`, async () => {
  const dataDir = temporaryFolder()
  const config = (text: string) => text.replace('maxPerUser: 10000', 'maxPerUser: 1000000')
  let auth = await startAuthService({ dataDir, config })
  const acknowledged: string[] = []
  for (let round = 1; round <= rounds; round++) {
    const { accessToken } = await auth.login('admin@example.org')
    const create = async () => {
      const answer = await auth.request
        .post('/api/v1/api-keys')
        .agent(agent)
        .auth(accessToken, { type: 'bearer' })
        .send({ name: 'x' })
      if (answer.status === 201) acknowledged.push(answer.body.data.key)
    }
    const before = acknowledged.length
    const creating = Promise.allSettled(Array.from({ length: atOnce }, create))
    await until(() => acknowledged.length >= before + (atOnce * round) / (rounds + 1))
    await auth.kill()
    await creating
    auth = await startAuthService({ dataDir, config })
    const lost: string[] = []
    for (const key of acknowledged) if (!(await isActive(auth, key))) lost.push(key.slice(0, 12))
    expect({ round, lost }).toEqual({ round, lost: [] })
  }
  expect(acknowledged.length).toBeGreaterThan(0)
  await auth.stop()
  await forget(dataDir)
})
