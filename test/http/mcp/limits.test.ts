import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, message, post } from './calls.js'

/** A call of a tool spends what the GET of its question would, once. */

jest.setTimeout(120_000)

const budget =
  '      - throttle:\n' +
  '          - action: { by: owner, unit: cost, limit: 1000, windowSeconds: 3600, name: prices }\n'

let stack: RunningStack
let key: string
beforeAll(async () => {
  stack = await startStack({
    config: {
      'gateway.config.yml': (text) =>
        text
          .replace(/ {6}# The cost budget of the searches.*\n.*\n.*\n/g, budget)
          .replace(
            /(\n {2}mcp:\n {4}apiEndpoints: [\s\S]*?by: owner, limit: )60000, windowSeconds: 60/,
            '$18, windowSeconds: 3600',
          ),
    },
  })
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

test('requests and prices are counted exactly', async () => {
  const url = `${stack.url}/api/v1/mcp`
  const ask = async () => {
    const target = `${stack.url}/api/v1/organizations?q=food+bank&region=RI`
    const { headers } = await fetch(target, { headers: { 'x-api-key': key } })
    expect(headers.get('ratelimit-limit')).toBe('1000')
    const [price, left] = ['x-query-cost', 'ratelimit-remaining'].map((name) => headers.get(name))
    return { price: Number(price), left: Number(left) }
  }
  /** Calls, and expects how many requests are left. */
  const call = async (body: string, left: number) => {
    const { status, headers } = await post(url, body, { 'x-api-key': key })
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, '8'])
    expect(headers.get('ratelimit-remaining')).toBe(String(left))
    return headers.get('x-query-cost')
  }
  const { price, left } = await ask()
  const spent = Math.ceil(price)
  expect([spent > 0, left]).toEqual([true, 1000 - spent])

  const find = callOf('find_organizations', { q: 'food bank', region: 'RI' })
  expect(await call(find, 7)).toBe(String(price))
  expect((await ask()).left).toBe(1000 - 3 * spent)

  // these spend a request, and no price
  expect(await call(callOf('find_organizations', { size: 0 }), 6)).toBeNull()
  expect(await call(message('tools/list'), 5)).toBeNull()
  expect(await call(callOf('describe_fields', { index: 'map-serp' }), 4)).toBeNull()
  expect(await call(message('ping'), 3)).toBeNull()
  expect((await ask()).left).toBe(1000 - 4 * spent)

  for (const rest of [2, 1, 0]) await call(find, rest)
  expect((await ask()).left).toBe(1000 - 8 * spent)
  const over = await post(url, find, { 'x-api-key': key })
  expect([over.status, over.body.error?.code]).toEqual([429, 'RATE_LIMITED'])
  expect((await ask()).left).toBe(1000 - 9 * spent)
})
