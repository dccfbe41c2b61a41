import { openTarget } from '../../loader/target.js'
import { type Door, openDoor } from './door.js'
import { empty, fill, fillNode } from './families.js'
import { type Authority, type Front, makeAuthority, openFront } from './front.js'
import { ElasticsearchNode } from './node/node.js'

const query = { query: { match: { name: 'water' } } }
const apiKey = 'VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw=='
const basic = { ELASTICSEARCH_USERNAME: 'reader-of-three', ELASTICSEARCH_PASSWORD: 'p:ässwörd "1"' }
const basicHeader =
  'Basic ' +
  `${Buffer.from(`${basic.ELASTICSEARCH_USERNAME}:${basic.ELASTICSEARCH_PASSWORD}`).toString('base64')}`

let node: ElasticsearchNode
let authority: Authority
let stranger: Authority
let keyFront: Front
let basicFront: Front

beforeAll(async () => {
  node = await new ElasticsearchNode().start()
  await fillNode(node.url)
  authority = makeAuthority()
  stranger = makeAuthority()
  keyFront = await openFront(node.url, authority, `ApiKey ${apiKey}`)
  basicFront = await openFront(node.url, authority, basicHeader)
})
afterAll(async () => {
  keyFront?.close()
  basicFront?.close()
  for (const made of [authority, stranger]) made?.remove()
  await node.stop()
})

/** Opens a gateway for one use. */
async function through(
  url: string,
  env: NodeJS.ProcessEnv,
  use: (door: Door) => Promise<void>,
): Promise<void> {
  const door = await openDoor(url, { env })
  try {
    await use(door)
  } finally {
    await door.close()
  }
}

const ways: readonly [string, () => Front, NodeJS.ProcessEnv][] = [
  ['an API key', () => keyFront, { ELASTICSEARCH_API_KEY: apiKey }],
  ['a user name and a password', () => basicFront, basic],
]

test.each(ways)('TLS with an authority of its own and %s', async (_way, front, credential) => {
  const env = { ...credential, ELASTICSEARCH_CA: authority.ca }
  await through(front().url, env, async (door) => {
    const { status, body } = await door.search('organization-serp*', query)
    expect([status, body.error]).toEqual([200, undefined])
    expect(body.data.total).toBeGreaterThan(0)
    expect(await door.nodes()).toEqual([{ url: front().url, healthy: true }])
  })
})

const refusals: readonly [string, NodeJS.ProcessEnv][] = [
  ['no credential', {}],
  ['a wrong key', { ELASTICSEARCH_API_KEY: 'd3Jvbmc6c2VjcmV0LXdyb25nLWtleQ==' }],
  ['a wrong password', { ...basic, ELASTICSEARCH_PASSWORD: 'secret-wrong-password' }],
]

test.each(refusals)(
  '%s is our failure, not the caller’s: ELASTICSEARCH_UNAVAILABLE',
  async (_name, env) => {
    await through(keyFront.url, { ...env, ELASTICSEARCH_CA: authority.ca }, async (door) => {
      const { status, body } = await door.search('organization-serp*', query)
      expect([status, body.error.code, body.error.details]).toEqual([
        503,
        'ELASTICSEARCH_UNAVAILABLE',
        {
          version: 'v9',
          reason: 'refused_credential',
        },
      ])
      expect(await door.nodes()).toEqual([{ url: keyFront.url, healthy: false }])
      expect(door.stack.output()).toContain('401')
      for (const secret of Object.values(env))
        expect(door.stack.output() + JSON.stringify(body)).not.toContain(secret)
    })
  },
)

test.each([
  ['the system’s authorities', {}],
  ['another authority', { ELASTICSEARCH_CA: 'stranger' }],
])('a certificate that %s did not sign is not believed', async (_name, env: NodeJS.ProcessEnv) => {
  const ca = env.ELASTICSEARCH_CA && { ELASTICSEARCH_CA: stranger.ca }
  await through(keyFront.url, { ELASTICSEARCH_API_KEY: apiKey, ...ca }, async (door) => {
    expect((await door.search('organization-serp*', query)).status).toBe(503)
    expect(await door.nodes()).toEqual([{ url: keyFront.url, healthy: false }])
    expect(door.stack.output()).toMatch(/certificate/)
    expect(door.stack.output()).not.toContain(apiKey)
  })
})

test('the loader goes the same way', async () => {
  const target = openTarget(basicFront.url, { ...basic, ELASTICSEARCH_CA: authority.ca })
  await empty(target)
  await fill(target)
  await target.close()
  await through(basicFront.url, { ...basic, ELASTICSEARCH_CA: authority.ca }, async (door) => {
    expect((await door.search('organization-entity', query)).body.data.total).toBeGreaterThan(0)
  })
})
