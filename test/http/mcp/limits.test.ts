import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, message, post } from './calls.js'

/** A call of a tool spends what the GET of its question would, once. */

jest.setTimeout(120_000)

/** The shipped YAML with these limits of an owner: requests to MCP, and prices of all searches. */
const withLimits = (requests: number, prices: number) => ({
  'gateway.config.yml': (text: string) =>
    text
      .replace(
        / {6}# The cost budget of the searches.*\n.*\n.*\n/g,
        '      - throttle:\n          - action: ' +
          `{ by: owner, unit: cost, limit: ${prices}, windowSeconds: 3600, name: costs }\n`,
      )
      .replace(
        /(\n {2}mcp:\n {4}apiEndpoints: [\s\S]*?by: owner, limit: )60000, windowSeconds: 60/,
        `$1${requests}, windowSeconds: 3600`,
      ),
})

let stack: RunningStack
let key: string
async function start(requests: number, prices: number) {
  stack = await startStack({ config: withLimits(requests, prices) })
  key = await stack.mintKey()
}
afterEach(() => stack?.stop())

const find = callOf('find_organizations', { q: 'food bank', region: 'RI' })
async function ask() {
  const target = `${stack.url}/api/v1/organizations?q=food+bank&region=RI`
  const { status, headers } = await fetch(target, { headers: { 'x-api-key': key } })
  const [price, left] = ['x-query-cost', 'ratelimit-remaining'].map((name) => headers.get(name))
  return { status, price: Number(price), left: Number(left), limit: headers.get('ratelimit-limit') }
}

test('requests and prices are counted exactly', async () => {
  await start(8, 1000)
  const url = `${stack.url}/api/v1/mcp`
  /** Calls, and expects how many requests are left. */
  const call = async (body: string, left: number) => {
    const { status, headers } = await post(url, body, { 'x-api-key': key })
    expect([status, headers.get('ratelimit-limit')]).toEqual([200, '8'])
    expect(headers.get('ratelimit-remaining')).toBe(String(left))
    return headers.get('x-query-cost')
  }
  const { price, left, limit } = await ask()
  const spent = Math.ceil(price)
  expect([spent > 0, left, limit]).toEqual([true, 1000 - spent, '1000'])

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

test('an exceeded budget refuses tools that search, and no others', async () => {
  await start(60_000, 1000)
  const { price } = await ask()
  await stack.stop()
  const spent = Math.ceil(price)
  await start(60_000, 3 * spent - 1)
  const send = (body: string) => post(`${stack.url}/api/v1/mcp`, body, { 'x-api-key': key })
  expect([(await send(find)).status, (await send(find)).status]).toEqual([200, 200])
  for (let calls = 0; calls < 2; calls++) {
    const over = await send(find)
    expect([over.status, over.body.error?.code]).toEqual([429, 'RATE_LIMITED'])
    expect(over.headers.get('ratelimit-remaining')).toBe(String(spent - 1))
    expect((await ask()).status).toBe(429)
  }
  for (const body of [message('tools/list'), callOf('describe_fields', { index: 'map-serp' })])
    expect((await send(body)).status).toBe(200)
})
