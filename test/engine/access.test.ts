import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTarget } from '../../directory/loader/write/target.js'
import { type RunningHost, startHost } from '../http/gateway/project.js'
import { cert } from '../support/certificate.js'
import { otherCert } from '../support/other-certificate.js'
import { configCopy, testEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'
import { type Front, openFront } from './front.js'

/** A node behind TLS and a credential, which gateways without an auth service ask. */

const find = '/api/v1/organizations?q=water'
const apiKey = 'VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw=='
const basic = { ELASTICSEARCH_USERNAME: 'reader-of-three', ELASTICSEARCH_PASSWORD: 'p:ässwörd "1"' }
const basicHeader = `Basic ${Buffer.from(Object.values(basic).join(':')).toString('base64')}`

const configDir = configCopy()
const authority = join(configDir, 'authority.pem')
const stranger = join(configDir, 'stranger.pem')
let keyFront: Front
let basicFront: Front

beforeAll(async () => {
  const node = process.env.TEST_ENGINE_URL!
  writeFileSync(authority, cert)
  writeFileSync(stranger, otherCert)
  keyFront = await openFront(node, `ApiKey ${apiKey}`)
  basicFront = await openFront(node, basicHeader)
})
afterAll(() => {
  for (const front of [keyFront, basicFront]) front?.close()
  rmSync(configDir, { recursive: true })
})

interface Seen {
  status: number
  body: { data: { total: number }; error: { code: string; details: object } }
  healthy: boolean
  output: string
}

interface Status {
  engine?: { nodes: { url: string; healthy: boolean }[] }
}
const statusOf = async ({ adminUrl }: RunningHost) =>
  (await (await fetch(`${adminUrl}/status`)).json()) as Status

/** What a caller, /status and the log say of an engine that is reached like this. */
async function seenThrough(env: NodeJS.ProcessEnv): Promise<Seen> {
  const host: RunningHost = await startHost(
    testEnvironment(join(configDir, 'data'), configDir, {
      AUTH_SERVICE_URL: 'http://127.0.0.1:9',
      AUTH_INTERNAL_URL: 'http://127.0.0.1:9',
      SERVICE_SECRET: 'the-service-secret-of-this-very-test',
      ELASTICSEARCH_URL: keyFront.url,
      ELASTICSEARCH_API_KEY: apiKey,
      ...env,
    }),
  )
  try {
    const answer = await fetch(host.url + find)
    const body = (await answer.json()) as Seen['body']
    // a worker reports its first state some moments after its start, under load a healthy one late
    const node = await until(async () => {
      const seen = (await statusOf(host)).engine?.nodes[0]
      return seen?.healthy || answer.status !== 200 ? seen : undefined
    })
    expect(node.url).toBe(keyFront.url)
    return { status: answer.status, body, healthy: node.healthy, output: host.output() }
  } finally {
    await host.stop()
  }
}

test('TLS with an authority of its own and an API key', async () => {
  const seen = await seenThrough({ ELASTICSEARCH_CA: authority })
  expect([seen.status, seen.body.error, seen.healthy]).toEqual([200, undefined, true])
  expect(seen.body.data.total).toBeGreaterThan(0)
})

test('a certificate that another authority signed is not believed', async () => {
  const seen = await seenThrough({ ELASTICSEARCH_CA: stranger })
  expect([seen.status, seen.healthy]).toEqual([503, false])
  expect(seen.output).toMatch(/certificate/)
  expect(seen.output).not.toContain(apiKey)
})

test('the loader goes the same way, with a user name and a password', async () => {
  const target = openTarget(basicFront.url, { ...basic, ELASTICSEARCH_CA: authority })
  try {
    const made = await target.send('PUT', '/access-test/_doc/1?refresh=true', { name: 'x' })
    const { body } = await target.send('GET', '/access-test/_count')
    expect([made.status, body]).toMatchObject([201, { count: 1 }])
  } finally {
    await target.send('DELETE', '/access-test')
    await target.close()
  }
})
