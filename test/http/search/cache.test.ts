import { setTimeout as wait } from 'node:timers/promises'
import { type HeldEngine, startHeldEngine } from '../../support/held-engine.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** The micro-cache of the step `search`, on an engine that answers when the test says so. */

let engine: HeldEngine
let stack: RunningStack
let key: string

const cached = 'cache: { seconds: 60, maxBytes: 65536 }'

/**
 * The shipped YAML with a cache, and the pipeline of searches twice more: `brief` keeps for a
 * second, `plain` not at all.
 */
const withCaches = (text: string) =>
  ['brief', 'plain'].reduce(
    (sum, name) => withCopy(sum, name),
    text
      .replace(/^( +)slots: .*\n/m, (line, indent: string) => `${line}${indent}${cached}\n`)
      .replaceAll('timeoutMs: 10000', 'timeoutMs: 60000'),
  )

function withCopy(text: string, name: string): string {
  const endpoint = `  ${name}: { host: "*", paths: /api/v1/organizations/${name}, methods: [POST] }\n`
  const pipeline =
    /^ {2}organizations:\n {4}apiEndpoints: \[organizations\]\n([\s\S]*?)(?=\n {2}(#|\w))/m
  return text
    .replace(/^apiEndpoints:\n/m, (line) => line + endpoint)
    .replace(pipeline, (whole, policies: string) => {
      const copy = policies
        .replace(/ &[\w-]+/g, '') // an anchor is once
        .replace(/^ +cache: .*\n/m, (line) =>
          name === 'brief' ? line.replace(cached, 'cache: { seconds: 1 }') : '',
        )
      return `${whole}\n\n  ${name}:\n    apiEndpoints: [${name}]\n${copy}`
    })
}

beforeAll(async () => {
  engine = await startHeldEngine()
  stack = await startStack({ engine: engine.url, config: { 'gateway.config.yml': withCaches } })
  key = await stack.mintKey()
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})
beforeEach(() => Object.assign(engine, { holds: false, pad: 0, changes: {}, status: 200 }))

let names = 0
/** A query that no one has asked before. */
const newQuery = () => ({ term: { tax_code: `number-${++names}` } })

interface Answer {
  status: number
  cache: string | null
  headers: Headers
  body: {
    data: { results: { name: string }[]; took?: number }
    error?: { code: string }
    meta: Record<string, string>
  }
}

async function search(
  body: object | string,
  options: { index?: string; signal?: AbortSignal; path?: string; as?: string } = {},
): Promise<Answer> {
  const { index = 'organization-serp', signal, path = 'search', as = key } = options
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${stack.url}/api/v1/organizations/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${as}` },
    body: `{"index":${JSON.stringify(index)},"body":${text}}`,
    ...(signal && { signal }),
  })
  const { status, headers } = response
  return {
    status,
    headers,
    cache: headers.get('cache-status'),
    body: (await response.json()) as Answer['body'],
  }
}

/** How often the engine is asked meanwhile. */
async function askedBy<Result>(
  work: () => Promise<Result>,
): Promise<{ asked: number; result: Result }> {
  const before = engine.asked.length
  const result = await work()
  return { asked: engine.asked.length - before, result }
}

/** How many searches have joined one that was under way. */
async function joined(): Promise<number> {
  const text = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
  return Number(/^directory_search_cache_total\{outcome="collapsed"\} (\d+)/m.exec(text)?.[1] ?? 0)
}

const hit = /^nonprofit-directory; hit; ttl=\d+$/
const miss = 'nonprofit-directory; fwd=miss'
const collapsed = 'nonprofit-directory; fwd=miss; collapsed'

test('the same search again is answered from what is kept, whatever the order of its members, as an answer of its own', async () => {
  const query = newQuery()
  const { asked, result } = await askedBy(async () => [
    await search({ query, size: 3 }),
    await search(`{ "size": 3.0, "query": ${JSON.stringify(query)} }`),
  ])
  const [first, second] = result as [Answer, Answer]
  expect(asked).toBe(1)
  expect([first.status, first.cache, second.status]).toEqual([200, miss, 200])
  expect(second.cache).toMatch(hit)
  expect(second.body.data).toEqual(first.body.data)
  expect(second.body.meta.requestId).toBe(second.headers.get('x-request-id'))
  expect(second.body.meta.requestId).not.toBe(first.body.meta.requestId)
  expect(second.body.meta.timestamp! >= first.body.meta.timestamp!).toBe(true)
  expect(second.headers.get('x-query-cost')).toBe(first.headers.get('x-query-cost'))
})

test('a hit counts against the limits of its caller', async () => {
  const query = newQuery()
  const remaining = async () => Number((await search({ query })).headers.get('ratelimit-remaining'))
  const [first, second] = [await remaining(), await remaining()]
  expect(second).toBe(first - 1)
})

test('100 equal searches at once are one request to the engine, of callers of all kinds', async () => {
  const { accessToken } = await stack.login()
  const query = newQuery()
  engine.holds = true
  const [before, already] = [engine.asked.length, await joined()]
  const searches = Array.from({ length: 100 }, (_, i) =>
    search({ query }, { as: i % 2 ? key : accessToken }),
  )
  await until(async () => (await joined()) === already + 99)
  engine.asked[before]!.answer()
  const answers: Answer[] = await Promise.all(searches)
  expect(engine.asked.length - before).toBe(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.meta.requestId)).size).toBe(100)
  expect(new Set(answers.map(({ body }) => body.data.results[0]!.name)).size).toBe(1)
  expect(answers.filter(({ cache }) => cache === miss)).toHaveLength(1)
  expect(answers.filter(({ cache }) => cache === collapsed)).toHaveLength(99)
})

describe('who leaves', () => {
  /** A search under way, asked by one caller, and joined by another. */
  async function two() {
    engine.holds = true
    const already = await joined()
    const query = newQuery()
    const before = engine.asked.length
    const leaving = new AbortController()
    const first = search({ query }, { signal: leaving.signal }).catch((error: Error) => error.name)
    await until(() => engine.asked.length > before)
    const staying = new AbortController()
    const second = search({ query }, { signal: staying.signal }).catch((error: Error) => error.name)
    await until(async () => (await joined()) > already)
    return { asked: engine.asked[before]!, before, first, second, leaving, staying }
  }

  test('the first leaves: the others get their answer', async () => {
    const { asked, before, first, second, leaving } = await two()
    leaving.abort()
    expect(await first).toBe('AbortError')
    await wait(200)
    expect(asked.isAbandoned).toBe(false)
    asked.answer()
    expect(await second).toMatchObject({ status: 200, cache: collapsed })
    expect(engine.asked.length).toBe(before + 1)
  })

  test('the last leaves: the engine need not go on', async () => {
    const { asked, first, second, leaving, staying } = await two()
    leaving.abort()
    staying.abort()
    expect([await first, await second]).toEqual(['AbortError', 'AbortError'])
    await until(() => asked.isAbandoned)
    engine.holds = false
    expect(await search(asked.body)).toMatchObject({ status: 200, cache: miss })
  })
})

const parsing = { error: { type: 'parsing_exception', reason: 'no', root_cause: [] } }
const failedShard = { _shards: { total: 2, successful: 1, skipped: 0, failed: 1 } }
test.each<[string, number, object, number]>([
  ['a refusal', 400, parsing, 400],
  ['a failure', 500, {}, 503],
  ['part of an answer', 200, { timed_out: true }, 503],
  ['an answer of shards that failed', 200, failedShard, 503],
])(
  '%s is the answer of all that wait for it, and not cached',
  async (_name, status, changes, told) => {
    const query = newQuery()
    Object.assign(engine, { status, changes, holds: true })
    const [before, already] = [engine.asked.length, await joined()]
    const searches = [1, 2, 3].map(() => search({ query }))
    await until(async () => (await joined()) === already + 2)
    engine.asked[before]!.answer()
    const answers = await Promise.all(searches)
    expect(answers.map((answer) => [answer.status, answer.cache])).toEqual(
      [1, 2, 3].map(() => [told, null]),
    )
    expect(engine.asked.length).toBe(before + 1)
    Object.assign(engine, { status: 200, changes: {}, holds: false })
    expect(await search({ query })).toMatchObject({ status: 200, cache: miss })
  },
)

test('a hit and one who joins need no slot', async () => {
  const known = newQuery()
  await search({ query: known })
  engine.holds = true
  const before = engine.asked.length
  const under = [newQuery(), newQuery()] // as many as one owner may have under way
  const first = under.map((query) => search({ query }))
  await until(() => engine.asked.length === before + 2)
  const waiting = search({ query: newQuery() })
  expect((await search({ query: known })).cache).toMatch(hit)
  const already = await joined()
  const joining = search({ query: under[0]! })
  await until(async () => (await joined()) > already)
  expect(engine.asked.length).toBe(before + 2)
  engine.holds = false
  for (const { answer } of engine.asked.slice(before)) answer()
  const caches = (await Promise.all([...first, waiting])).map(({ cache }) => cache)
  expect(caches).toEqual(Array(3).fill(miss))
  expect((await joining).cache).toBe(collapsed)
})

test('what was not asked for longest goes when there is no room; what is larger than all of it is not kept', async () => {
  engine.pad = 40_000
  const [one, other, large] = [newQuery(), newQuery(), newQuery()]
  expect((await search({ query: one })).cache).toBe(miss)
  expect((await search({ query: one })).cache).toMatch(hit)
  expect((await search({ query: other })).cache).toBe(miss)
  expect((await search({ query: one })).cache).toBe(miss)
  engine.pad = 100_000
  expect((await search({ query: large })).cache).toBe(miss)
  expect((await search({ query: large })).cache).toBe(miss)
})

test('a body too long to compare is asked for itself', async () => {
  const query = {
    terms: { tax_code: Array.from({ length: 900 }, (_, i) => `${'x'.repeat(80)}${i}`) },
  }
  const { asked, result } = await askedBy(() => Promise.all([search({ query }), search({ query })]))
  expect(asked).toBe(2)
  for (const { status, cache } of result)
    expect([status, cache]).toEqual([200, 'nonprofit-directory; fwd=bypass'])
})

test('/metrics counts', async () => {
  const text = await (await fetch(`${stack.gateway.adminUrl}/metrics`)).text()
  for (const outcome of ['hit', 'miss', 'collapsed', 'bypass'])
    expect(text).toMatch(
      new RegExp(`^directory_search_cache_total\\{outcome="${outcome}"\\} [1-9]`, 'm'),
    )
})

test('pipelines share nothing: each has what its own rules let through', async () => {
  const query = newQuery()
  expect((await search({ query })).cache).toBe(miss)
  expect((await search({ query }, { path: 'brief' })).cache).toBe(miss)
})

test('an answer is kept no longer than said', async () => {
  const query = newQuery()
  expect((await search({ query }, { path: 'brief' })).cache).toBe(miss)
  await wait(1100)
  expect((await search({ query }, { path: 'brief' })).cache).toBe(miss)
})

test('without the parameter each search is asked for itself', async () => {
  const query = newQuery()
  const { asked, result } = await askedBy(async () => [
    await search({ query }, { path: 'plain' }),
    await search({ query }, { path: 'plain' }),
  ])
  expect([asked, ...result.map(({ status, cache }) => `${status} ${cache}`)]).toEqual([
    ...[2, '200 null', '200 null'],
  ])
})
