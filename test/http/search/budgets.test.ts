import { expensiveCases } from '../../../packages/query-guard/test/cases/expensive.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { callOf, message, post } from '../mcp/calls.js'

/**
 * A budget of query costs that all searches of an owner share, as docs/query-cost.md recommends it,
 * and what pages of another origin may read. Each test has an owner of its own.
 */

const limit = 1300
const requests = 12
const origin = 'https://directory.example.org'
const budget =
  `      - throttle:\n          - action: { by: owner, unit: cost, limit: ${limit}, ` +
  'windowSeconds: 600, name: costs }\n'
const edited = (text: string) =>
  text
    .replaceAll('origins: []', `origins: ["${origin}"]`)
    .replace('      - search:\n', `${budget}$&`)
    .replace(/ {6}# The cost \w+ of the searches.*\n.*\n.*\n/g, budget)
    .replace(
      /(\n {2}mcp:\n {4}apiEndpoints: [\s\S]*?- throttle: )\*by-owner/,
      `$1[{ action: { by: owner, limit: ${requests}, windowSeconds: 3600, name: calls } }]`,
    )

let stack: RunningStack
let keys: string[]
let credentials: Record<string, string>[]

beforeEach(async () => {
  stack = await startStack({ config: { 'gateway.config.yml': edited } })
  const { accessToken } = await stack.login()
  keys = [await stack.mintKey(), await stack.mintKey()]
  credentials = [
    { Authorization: `Bearer ${accessToken}` },
    ...keys.map((key) => ({ 'X-API-Key': key })),
  ]
})
afterEach(() => stack?.stop())

const all = { query: { match_all: {} } }
const large = { ...all, size: 10_000 }

async function search(body: object, credential = 0) {
  const sent = stack.request
    .post('/api/v1/organizations/search')
    .set('Origin', origin)
    .set(credentials[credential]!)
  const { status, headers, body: answer } = await sent.send({ index: 'organization-serp', body })
  return {
    ...{ status, headers, price: Math.ceil(Number(headers['x-query-cost'])) },
    left: Number(headers['ratelimit-remaining']),
    ...(answer.error as { code: string; message: string } | undefined),
  }
}

test('what is refused for its cost or its form takes nothing', async () => {
  const first = await search(all)
  const tooExpensive = expensiveCases.find(({ name }) => name.startsWith('10,000 hits'))!
  for (const body of [tooExpensive.body, { query: { nothing: {} } }]) {
    const refused = await search(body)
    expect([refused.status, refused.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(refused.headers['ratelimit-limit']).toBe('60000')
  }
  expect((await search(all)).left).toBe(first.left - first.price)
})

test('the searches of an owner spend one window; a cheaper one still fits at its end', async () => {
  const { price, left } = await search(large)
  expect([left, left >= price, left < 2 * price]).toEqual([limit - price, true, true])
  const second = await search(large, 1)
  expect(second).toMatchObject({ status: 200, price, left: left - price })
  expect(second.headers).toMatchObject({
    'ratelimit-limit': `${limit}`,
    'ratelimit-policy':
      `"requests-per-address";q=60000;w=60, ` +
      `"requests-per-owner";q=60000;w=60, "costs";q=${limit};qu="cost";w=600`,
  })
  const third = await search(large, 2)
  expect(third).toMatchObject({ status: 429, code: 'RATE_LIMITED', price, left: left - price })
  expect(third.message).toBe(`No more than ${limit} units of query cost in 600 seconds`)
  const wait = third.headers['retry-after']
  expect([Number(wait) > 500, Number(wait) <= 600]).toEqual([true, true])
  expect(third.headers['ratelimit-reset']).toBe(wait)
  const cheap = await search(all, 2)
  expect(cheap).toMatchObject({ status: 200, left: left - price - cheap.price })
  expect(cheap.price).toBeGreaterThan(0)
})

const find = callOf('find_organizations', { q: 'food bank', region: 'RI', size: 1 })

/** The search template behind the tool that is called, as a GET. */
async function ask() {
  const target = `${stack.url}/api/v1/organizations?q=food+bank&region=RI&size=1`
  const { status, headers } = await fetch(target, { headers: { 'x-api-key': keys[0]! } })
  const [price, left] = ['x-query-cost', 'ratelimit-remaining'].map((name) => headers.get(name))
  return { status, price: String(price), left: Number(left) }
}
/** How many requests are left of the limit of the tools. */
function requestsLeft(headers: Headers): number {
  const [, name] = new RegExp(`"([^"]+)";q=${requests};`).exec(headers.get('ratelimit-policy')!)!
  return Number(new RegExp(`"${name}";r=(\\d+)`).exec(headers.get('ratelimit')!)![1])
}
const send = (body: string) => post(`${stack.url}/api/v1/mcp`, body, { 'x-api-key': keys[0]! })

test('a call of a tool spends a request, and once the cost of its template', async () => {
  const { price, left } = await ask()
  const spent = Math.ceil(Number(price))
  expect([spent > 0, left]).toEqual([true, limit - spent])
  const free = [
    callOf('find_organizations', { size: 0 }),
    message('tools/list'),
    callOf('describe_fields', { index: 'map-serp' }),
    message('ping'),
  ]
  const costs: (string | null)[] = []
  for (const [i, body] of [find, ...free].entries()) {
    const { status, headers } = await send(body)
    expect([status, requestsLeft(headers)]).toEqual([200, requests - 1 - i])
    costs.push(headers.get('x-query-cost'))
  }
  expect(costs).toEqual([price, null, null, null, null])
  expect((await ask()).left).toBe(limit - 3 * spent)
  for (let i = 5; i < requests; i++) expect((await send(message('ping'))).status).toBe(200)
  const over = await send(find)
  expect([over.status, over.body.error?.data?.code]).toEqual([429, 'RATE_LIMITED'])
  expect((await ask()).left).toBe(limit - 4 * spent)
})

test('an exceeded budget refuses tools that search, and no others', async () => {
  let last = await ask()
  while (last.status === 200) last = await ask()
  const over = await send(find)
  expect([over.status, over.body.error?.data?.code]).toEqual([429, 'RATE_LIMITED'])
  expect(over.headers.get('ratelimit-remaining')).toBe(String(last.left))
  expect((await ask()).status).toBe(429)
  for (const body of [message('tools/list'), callOf('describe_fields', { index: 'map-serp' })])
    expect((await send(body)).status).toBe(200)
})
