import { type RunningStack, startStack } from '../../support/stack.js'
import { bodyAttacks } from '../../unit/plugins/search-rules/cases/attacks.js'
import {
  indexAttacks,
  textAttacks,
} from '../../unit/plugins/search-rules/cases/envelope-attacks.js'
import { expensiveCases } from '../../unit/plugins/search-rules/cases/expensive.js'
import { legitimate } from '../../unit/plugins/search-rules/cases/legitimate.js'
import { limitCases } from '../../unit/plugins/search-rules/cases/limits.js'
import { type RecordingEngine, startRecordingEngine } from './recording-engine.js'

/**
 * The verdict next to the search: of the same request both say the same, and only one of them asks
 * the engine.
 */

const search = '/api/v1/organizations/search'
const all = { match_all: {} }

let engine: RecordingEngine
let stack: RunningStack
let bearer: Record<string, string>

/** The budget that the shipped YAML shows, in force. */
const inForce = (text: string) =>
  text.replaceAll(
    /^( {6})# (?=- (?:throttle|budget):$| {4}- action: \{ by: owner, unit: (?:cost|hits))/gm,
    '$1',
  )

beforeAll(async () => {
  engine = await startRecordingEngine()
  stack = await startStack({
    env: { ELASTICSEARCH_URL: engine.url },
    config: { 'gateway.config.yml': inForce },
  })
  bearer = { Authorization: `Bearer ${(await stack.login()).accessToken}` }
}, 60_000)
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

async function ask(path: string, body: string | Buffer, headers = bearer) {
  const answer = await fetch(stack.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const request = (body: unknown, index: unknown = 'organization-serp*') =>
  JSON.stringify({ index, body })
const explained = async (body: unknown, index?: unknown) =>
  (await ask(`${search}/explain`, request(body, index))).body.data

/**
 * A sample of the case files: what passes, what is at a limit and over it, what is too expensive,
 * what is an attack.
 */
const sample: [string, string | Buffer][] = [
  ...legitimate.map(({ name, body, index }) => [name, request(body, index)] as [string, string]),
  ...limitCases.flatMap(([name, at, over]): [string, string][] => [
    [name, request(at)],
    [`over ${name}`, request(over)],
  ]),
  ...expensiveCases.map(
    ({ name, body, index }) => [name, request(body, index)] as [string, string],
  ),
  ...[...bodyAttacks.filter((_, i) => i % 10 === 0), ...indexAttacks, ...textAttacks].map(
    ({ name, index = 'organization-serp*', body, text, bytes }): [string, string | Buffer] => [
      name,
      bytes ?? text ?? request(body, index),
    ],
  ),
]

test('of every request it says what the search answers, at the same price, and the engine hears nothing of it', async () => {
  const wrong: unknown[] = []
  const seen = { accepted: 0, refused: 0, unreadable: 0 }
  for (const [name, text] of sample) {
    const told = await ask(`${search}/explain`, text)
    engine.searches.length = 0
    const answered = await ask(search, text)
    const { data } = told.body
    if (told.status !== 200) {
      // what is no request at all is no query to explain
      seen.unreadable++
      const isSame =
        told.status === answered.status && answered.status >= 400 && engine.searches.length === 0
      if (!isSame || JSON.stringify(told.body.error) !== JSON.stringify(answered.body.error))
        wrong.push(name)
    } else if (data.accepted) {
      seen.accepted++
      const price = Number(answered.headers.get('x-query-cost'))
      if (answered.status !== 200 || data.cost.total !== price || price > data.cost.cap)
        wrong.push([name, data.cost])
      if (JSON.stringify(data.search.body) !== engine.searches.at(-1)?.body)
        wrong.push([name, data.search])
      if (Object.keys(data.problems).length > 0) wrong.push([name, data.problems])
    } else {
      seen.refused++
      if (answered.status !== 400 || data.search !== null || engine.searches.length > 0)
        wrong.push(name)
      if (JSON.stringify(data.problems) !== JSON.stringify(answered.body.error.details))
        wrong.push(name)
    }
  }
  expect(wrong).toEqual([])
  expect(Math.min(seen.accepted, seen.refused, seen.unreadable)).toBeGreaterThan(10)
  console.info(
    `explain: ${seen.accepted} accepted, ${seen.refused} refused, ${seen.unreadable} no requests`,
  )
}, 300_000)

test('the parts name the places that cost, the most expensive first, and add up', async () => {
  const body = {
    query: {
      bool: { must: [{ match: { name: 'food bank' } }], filter: [{ term: { region: 'IL' } }] },
    },
    aggs: { regions: { terms: { field: 'region' } } },
  }
  const { cost, limits, search: sent } = await explained(body)
  const parts = new Map<string, number>(
    cost.parts.map(({ path, cost }: { path: string; cost: number }) => [path, cost]),
  )
  expect([...parts.keys()].sort()).toEqual([
    'aggs.regions.terms',
    'body',
    'query.bool.filter[0].term',
    'query.bool.must[0].match',
  ])
  expect([...parts.values()]).toEqual([...parts.values()].sort((a, b) => b - a))
  expect(Math.ceil([...parts.values()].reduce((sum, one) => sum + one, 0))).toBe(cost.total)
  expect(limits).toMatchObject({ size: 10_000, clauses: 1024, maxCost: 1600 })
  expect(sent).toEqual({
    index: 'organization-serp*',
    body: { track_total_hits: true, timeout: '10000ms', ...body },
  })
})

test('of a price with very many parts the hundred most expensive are listed', async () => {
  const many = {
    query: { bool: { should: Array.from({ length: 300 }, () => ({ term: { region: 'IL' } })) } },
  }
  expect((await explained(many)).cost.parts).toHaveLength(100)
})

test('of what is refused for its price the price is told; of a wrong index too', async () => {
  const { body, index } = expensiveCases[0]!
  const expensive = await explained(body, index)
  expect([expensive.accepted, expensive.cost.total > expensive.cost.cap]).toEqual([false, true])
  const denied = await explained({ query: all }, 'directory-auth')
  const reason = 'index must begin with map-serp, organization-entity or organization-serp'
  expect(denied).toMatchObject({
    accepted: false,
    problems: { index: { _errors: [reason] } },
    cost: { total: 2.7 },
  })
})

test('it tells what is left of the budget, and spends nothing of it', async () => {
  const before = (await explained({ query: all })).budget
  expect(before).toMatchObject({ limit: 100_000, windowSeconds: 60 })
  expect([before.remaining <= 100_000, before.resetSeconds <= 60]).toEqual([true, true])
  // a window may end in between: then it is looked at once more
  for (let tries = 0; ; tries++) {
    const left = [
      (await explained({ query: all })).budget,
      (await explained({ query: all })).budget,
    ]
    const price = Math.ceil(
      Number((await ask(search, request({ query: all }))).headers.get('x-query-cost')),
    )
    const after = (await explained({ query: all })).budget
    if (tries < 3 && after.resetSeconds > left[0].resetSeconds) continue
    expect([left[1].remaining, after.remaining]).toEqual([
      left[0].remaining,
      left[0].remaining - price,
    ])
    return
  }
})

test.each<[string, string | Buffer, Record<string, string>, number, string]>([
  ['no credential', request({ query: all }), {}, 401, 'AUTHENTICATION_REQUIRED'],
  [
    'a key that is none',
    request({ query: all }),
    { 'X-API-Key': 'npd_aaaaaaaa_bad' },
    401,
    'AUTHENTICATION_REQUIRED',
  ],
  ['no JSON', '{"index":', { key: 'good' }, 400, 'VALIDATION_ERROR'],
  ['no object', '[]', { key: 'good' }, 400, 'VALIDATION_ERROR'],
  ['too much', `"${'x'.repeat(1_048_576)}"`, { key: 'good' }, 413, 'PAYLOAD_TOO_LARGE'],
])('refused: %s', async (_, body, headers, status, code) => {
  const answer = await ask(
    `${search}/explain`,
    body,
    'key' in headers ? { 'X-API-Key': await stack.mintKey() } : headers,
  )
  expect([answer.status, answer.body.error.code, answer.body.data]).toEqual([
    status,
    code,
    undefined,
  ])
})

test('a key will do, and only POST', async () => {
  const key = await stack.mintKey()
  const answer = await ask(`${search}/explain`, request({ query: all }), { 'X-API-Key': key })
  expect([answer.status, answer.body.data.accepted]).toEqual([200, true])
  const get = await fetch(`${stack.url}${search}/explain`, { headers: { 'X-API-Key': key } })
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
})
