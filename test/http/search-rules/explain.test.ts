import { bodyAttacks } from '../../../packages/query-guard/test/cases/attacks.js'
import {
  goodIndexes,
  indexAttacks,
  textAttacks,
} from '../../../packages/query-guard/test/cases/envelope-attacks.js'
import { expensiveCases } from '../../../packages/query-guard/test/cases/expensive.js'
import { legitimate } from '../../../packages/query-guard/test/cases/legitimate.js'
import { limitCases } from '../../../packages/query-guard/test/cases/limits.js'
import { type RunningStack, startStack } from '../../support/stack.js'
import { type RecordingEngine, startRecordingEngine } from './recording-engine.js'

/**
 * The case files of the search rules through the public port: what the engine is asked, and the
 * verdict of explain, which never asks it.
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
  stack = await startStack({ engine: engine.url, config: { 'gateway.config.yml': inForce } })
  bearer = { Authorization: `Bearer ${(await stack.login()).accessToken}` }
})
afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

async function ask(path: string, body: string | Buffer, headers: Record<string, string> = bearer) {
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

/** Every nth of the case files, which unit tests go through whole; ALL_CASES=1 sends all. */
const every = <Some>(nth: number, cases: readonly Some[]): Some[] =>
  process.env.ALL_CASES ? [...cases] : cases.filter((_, i) => i % nth === 0)

/** What is accepted or refused; what is at a limit may be too expensive. */
type Verdict = 'accepted' | 'refused' | 'either'
type Case = [name: string, verdict: Verdict, sent: string | Buffer]
const sample: Case[] = [
  ...every(10, legitimate).map(({ name, body, index }): Case => {
    return [name, 'accepted', request(body, index)]
  }),
  ...goodIndexes.map((index): Case => [index, 'accepted', request({ query: all }, index)]),
  ...every(10, limitCases).flatMap(([name, at, over]): Case[] => [
    [name, 'either', request(at)],
    [`over ${name}`, 'refused', request(over)],
  ]),
  ...expensiveCases.map(({ name, body, index }): Case => [name, 'refused', request(body, index)]),
  ...[...every(50, bodyAttacks), ...indexAttacks, ...textAttacks].map(
    ({ name, index = 'organization-serp*', body, text, bytes }): Case => {
      return [name, 'refused', bytes ?? text ?? request(body, index)]
    },
  ),
]

const path = /^\/(?:map-serp|organization-entity|organization-serp)[a-z0-9._*%A-F-]*\/_search\?/

/** What is wrong with the verdict on a search, or with the search. */
async function mistakesOf([, verdict, sent]: Case): Promise<string[]> {
  const told = await ask(`${search}/explain`, sent)
  engine.searches.length = 0
  const answered = await ask(search, sent)
  const { data } = told.body
  const isAccepted = told.status === 200 && data.accepted
  const { code, message, details = {} } = answered.body.error ?? {}
  const cost = answered.headers.get('x-query-cost') ?? ''
  const [asked] = engine.searches
  const [named] = Object.values(details as Record<string, { _errors: string[] }>)
  const texts = named?._errors ?? []
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const holds: Record<string, boolean> = isAccepted
    ? {
        verdict: verdict !== 'refused',
        status: answered.status === 200,
        cost: /^\d+(\.\d)?$/.test(cost) && Number(cost) <= data.cost.cap,
        'same cost': data.cost.total === Number(cost),
        'same body': JSON.stringify(data.search.body) === asked?.body,
        path: path.test(asked?.path ?? '') && !/,|%2C|%2F|%3A|::/i.test(asked?.path ?? ''),
        'no problems': isSame(data.problems, {}),
      }
    : {
        verdict: verdict !== 'accepted',
        status: answered.status === 400 && code === 'VALIDATION_ERROR',
        texts: texts.length > 0 && texts.length <= 10 && message === texts[0],
        'engine not asked': engine.searches.length === 0,
        // what is no request at all is no query to explain
        'same refusal':
          told.status === 200
            ? data.search === null && isSame(data.problems, details)
            : told.status === 400 && isSame(told.body.error, answered.body.error),
      }
  return Object.keys(holds).filter((name) => !holds[name])
}

test('of every request it says what the search answers, at the same cost, without the engine', async () => {
  const wrong: unknown[] = []
  for (const one of sample) {
    const mistakes = await mistakesOf(one)
    if (mistakes.length > 0) wrong.push([one[0], ...mistakes])
  }
  expect(wrong).toEqual([])
})

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
