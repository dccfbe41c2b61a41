import { type RunningStack, startStack } from '../../support/stack.js'
import { type Attack, bodyAttacks } from '../../unit/plugins/search-rules/cases/attacks.js'
import {
  goodIndexes,
  indexAttacks,
  textAttacks,
} from '../../unit/plugins/search-rules/cases/envelope-attacks.js'
import { asSent, legitimate } from '../../unit/plugins/search-rules/cases/legitimate.js'
import { limitCases } from '../../unit/plugins/search-rules/cases/limits.js'
import { type RecordingEngine, startRecordingEngine } from './recording-engine.js'

/**
 * The case file of the search rules through the public port: what passes, and what the engine gets
 * to see.
 */

/**
 * Each attack on the body is in several places: a plain run sends every fourth, ALL_CASES=1
 * sends all.
 */
const everyNth = process.env.ALL_CASES ? 1 : 4

let engine: RecordingEngine
let stack: RunningStack
let key: string

beforeAll(async () => {
  engine = await startRecordingEngine()
  // What is at a limit may cost more than the shipped cap lets pass: price.test.ts is about
  // that
  const anyCost = (text: string) => text.replace(/maxCost: \d+/, 'maxCost: 1000000')
  stack = await startStack({
    env: { ELASTICSEARCH_URL: engine.url },
    config: { 'gateway.config.yml': anyCost },
  })
  key = await stack.mintKey()
}, 60_000)

afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

beforeEach(() => {
  engine.searches.length = 0
})

interface Answer {
  status: number
  body: {
    status: string
    error?: { code: string; message: string; details: Record<string, { _errors: string[] }> }
  }
}

async function search(body: string | Buffer): Promise<Answer> {
  const answer = await fetch(`${stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

const request = (body: unknown, index: unknown = 'organization-serp*') =>
  JSON.stringify({ index, body })

/** Eight at a time. */
async function each<T>(list: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const rest = [...list]
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await run(item)
    }),
  )
}

test('every legitimate request reaches the engine as it was meant', async () => {
  const bodies = [...legitimate.map(({ body }) => body), ...limitCases.map(([, at]) => at)]
  for (const body of bodies) {
    const answer = await search(request(body))
    expect([answer.status, body]).toEqual([200, body])
    expect(JSON.parse(engine.searches.at(-1)!.body)).toMatchObject(asSent(body))
  }
  for (const index of goodIndexes)
    expect((await search(request({ query: { match_all: {} } }, index))).status).toBe(200)
  expect(engine.searches).toHaveLength(bodies.length + goodIndexes.length)
  for (const { path } of engine.searches) {
    expect(path).toMatch(
      /^\/(?:map-serp|organization-entity|organization-serp)[a-z0-9._*%A-F-]*\/_search\?/,
    )
    expect(path).not.toMatch(/,|%2C|%2F|%3A|::/i)
  }
}, 120_000)

test('no attack reaches the engine', async () => {
  const overLimits: Attack[] = limitCases.map(([name, , body]) => ({ name, body, field: 'body' }))
  const onBody = bodyAttacks.filter((_, i) => i % everyNth === 0)
  const attacks = [...onBody, ...overLimits, ...indexAttacks, ...textAttacks]
  const wrong: unknown[] = []
  await each(attacks, async ({ name, index, body, text, bytes, field = 'body' }) => {
    const answer = await search(
      bytes ?? text ?? request(body, index === undefined ? 'organization-serp*' : index),
    )
    const { code, message, details = {} } = answer.body.error ?? {}
    const texts = details[field]?._errors ?? []
    const isRight =
      answer.status === 400 &&
      code === 'VALIDATION_ERROR' &&
      texts.length > 0 &&
      texts.length <= 10 &&
      message === texts[0]
    if (!isRight) wrong.push({ name, status: answer.status, code })
  })
  expect(wrong).toEqual([])
  expect(engine.searches).toEqual([])
  console.info(`search rules over HTTP: ${attacks.length} attacks refused`)
}, 300_000)
