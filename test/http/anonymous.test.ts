import { withoutCredential } from '../support/anonymous.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { until } from '../support/until.js'
import { callOf, dataIn, post } from './mcp/calls.js'

/** Callers without a credential, where the operator lets them call search templates. */

const budget =
  '      - throttle:\n' +
  '          - action: { by: owner, unit: cost, limit: 5000, windowSeconds: 3600, name: costs }\n'

/** The shipped YAML with some pipelines open. */
const opened = (...pipelines: string[]) => ({
  'gateway.config.yml': (text: string) =>
    withoutCredential(...pipelines)(text).replace(
      / {6}# The cost \w+ of the searches.*\n.*\n.*\n/g,
      budget,
    ),
})

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({ config: opened('search-templates', 'mcp') })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

const find = '/api/v1/organizations?q=food&size=1'

async function ask(target: string, headers: Record<string, string> = {}) {
  const answer = await fetch(stack.url + target, { headers })
  const { error } = (await answer.json()) as { error?: { code: string } }
  return { status: answer.status, code: error?.code, headers: answer.headers }
}

test('a search template is answered without a credential, and with one', async () => {
  expect((await ask(find)).status).toBe(200)
  expect((await ask(find, { 'x-api-key': key })).status).toBe(200)
  const answer = await post(`${stack.url}/api/v1/mcp`, callOf('find_organizations', { q: 'food' }))
  expect(dataIn(answer)).toMatchObject({ version: 'v9' })
})

test.each([
  ['a wrong key', find, { 'x-api-key': 'npd_wrong' }, 'AUTHENTICATION_REQUIRED'],
  ['an empty key', find, { 'x-api-key': '' }, 'AUTHENTICATION_REQUIRED'],
  ['a wrong token', find, { authorization: 'Bearer v4.public.AAAA' }, 'TOKEN_EXPIRED'],
  ['another scheme', find, { authorization: 'Basic ZGVtbzpkZW1v' }, 'UNAUTHORIZED'],
  ['a key by a wrong name', `${find}&API_KEY=npd_a`, {}, 'AUTHENTICATION_REQUIRED'],
  ['the fields', '/api/v1/organizations/fields', {}, 'AUTHENTICATION_REQUIRED'],
])('%s is refused', async (_, target, headers: Record<string, string>, code) => {
  expect(await ask(target, headers)).toMatchObject({ status: 401, code })
})

test('the free search is refused', async () => {
  const search = stack.request.post('/api/v1/organizations/search')
  const { body } = await search.send({ index: 'map-serp', body: {} })
  expect(body.error.code).toBe('AUTHENTICATION_REQUIRED')
})

test('costs are counted for each address, IPv6 by /64', async () => {
  const left = async (address: string) => {
    const { headers } = await ask(find, { 'x-forwarded-for': address })
    expect(headers.get('ratelimit-limit')).toBe('5000')
    const spent = Math.ceil(Number(headers.get('x-query-cost')))
    return { spent, left: Number(headers.get('ratelimit-remaining')) }
  }
  const { spent, left: rest } = await left('2001:db8:77:1::1')
  expect(rest).toBe(5000 - spent)
  expect((await left('2001:db8:77:1:ffff::2')).left).toBe(5000 - 2 * spent)
  expect((await left('2001:db8:77:2::1')).left).toBe(5000 - spent)
  expect((await left('192.0.2.71')).left).toBe(5000 - spent)
  expect((await left('192.0.2.72')).left).toBe(5000 - spent)
})

test('the access log has an address and no owner', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.77' }
  await ask(find, headers)
  const lines = () => stack.output().split('\n')
  const text = await until(() => lines().find((line) => line.includes('192.0.2.77')))
  const line = JSON.parse(text.slice(text.indexOf('{')))
  expect(line).toMatchObject({ address: '192.0.2.77', endpoint: 'find', status: 200 })
  expect(line).not.toHaveProperty('caller')
  expect(line).not.toHaveProperty('credential')
})

test('the OpenAPI document says where no credential is needed', async () => {
  const { body } = await stack.request.get('/api/v1/openapi.json')
  const security = (path: string, method: string) => body.paths[path][method].security as object[]
  expect(security('/api/v1/organizations', 'get')).toContainEqual({})
  expect(security('/api/v1/mcp', 'post')).toContainEqual({})
  expect(security('/api/v1/organizations/search', 'post')).not.toContainEqual({})
  expect(security('/api/v1/organizations/fields', 'get')).not.toContainEqual({})
})
