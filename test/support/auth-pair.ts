import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import supertest from 'supertest'
import { type RunningAuthService, startAuthProcess, temporaryFolder } from './auth-service.js'
import { startBalancer } from './balancer.js'
import { clockAhead } from './clock-ahead.js'
import { configCopy, end, startReady, testEnvironment } from './stack.js'

/**
 * Two auth services on one store in Elasticsearch, and two gateways: the first asks the first, the
 * second asks both by turns.
 */
export interface AuthPair {
  services: readonly [RunningAuthService, RunningAuthService]
  gateways: readonly [ReturnType<typeof supertest>, ReturnType<typeof supertest>]
  close(): Promise<void>
}

/** @param offsetMs How far the clock of the second service is ahead of everyone else's. */
export async function startAuthPair(offsetMs: number): Promise<AuthPair> {
  const index = `auth-test-pair-${randomUUID()}`
  const secrets = {
    SERVICE_SECRET: 'the-service-secret-of-the-very-pair',
    OPERATOR_SECRET: 'the-operator-secret-of-the-very-pair',
  }
  const env = { ...secrets, AUTH_INDEX: index }
  const off = clockAhead(offsetMs)
  const one = await startAuthProcess({ env })
  const other = await startAuthProcess({ env: { ...env, ...off }, dataDir: temporaryFolder() })
  const balancer = await startBalancer([one.internalUrl, other.internalUrl])
  // tests ask for a while, and a quick machine as often as the shipped limit allows in a minute
  const settings = { ...secrets, REQUESTS_PER_MINUTE: '60000' }
  const gateways = await Promise.all(
    [one.internalUrl, balancer.url].map((url) =>
      startGateway({ ...settings, AUTH_INTERNAL_URL: url }),
    ),
  )
  return {
    services: [one, other],
    gateways: [gateways[0]!.request, gateways[1]!.request],
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await balancer.close()
      await Promise.all([one.stop(), other.stop()])
      rmSync(other.dataDir, { recursive: true })
      await fetch(`${process.env.TEST_ENGINE_URL}/${index}-1`, { method: 'DELETE' })
    },
  }
}

async function startGateway(env: NodeJS.ProcessEnv) {
  const dataDir = temporaryFolder()
  const configDir = configCopy()
  const { child, message } = await startReady<{ url: string }>(
    'gateway/main.js',
    testEnvironment(dataDir, configDir, env),
  )
  return {
    request: supertest(message.url),
    async stop() {
      await end(child)
      for (const folder of [dataDir, configDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
