import { samples } from '../../../test/support/samples.js'
import { makeValidator } from '../src/validate/request.js'
import { bodyAttacks } from './cases/attacks.js'
import { textAttacks } from './cases/envelope-attacks.js'
import { legitimate } from './cases/legitimate.js'
import { limitCases } from './cases/limits.js'
import { randomFrom } from './random.js'

const judge = makeValidator({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
})

const bodies = samples(4000)
const seed = Number(process.env.SEED ?? 20260101)

const request = (body: unknown) => JSON.stringify({ index: 'organization-serp*', body })
const short = (text: string) => text.length < 5000
const corpus = [
  ...legitimate.map(({ body }) => request(body)),
  ...bodyAttacks.map(({ body }) => request(body)),
  ...limitCases.flatMap(([, at, over]) => [request(at), request(over)]),
  ...textAttacks.flatMap(({ text }) => text ?? []),
].filter(short)

/** Words that mean something to Elasticsearch, JSON or JavaScript. */
const words = [
  'script',
  'query',
  'terms',
  'aggs',
  'index',
  '__proto__',
  'constructor',
  '_source',
  'size',
  '*',
  '"',
  '\\',
  '\\u0073',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  'null',
  'true',
  '1e400',
  '9007199254740993',
  '-0',
  '\u0000',
  '\ud800',
  'é',
  '赤',
  '//',
  '/*',
]
const values: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'script',
  '10000000',
  [],
  {},
  [[]],
  { script: { source: '1' } },
  { match_all: {} },
  { bool: { filter: {} } },
  { index: 'x', id: '1', path: 'y' },
  ['*'],
  { terms: { field: 'region' } },
]

/**
 * What no forwarded body may contain, however it came there: a second look that knows nothing of
 * the grammar.
 */
const forbidden =
  /"(?:script|_script|script_fields|script_score|script_heuristic|runtime_mappings|indexed_shape|wrapper|percolate|pit|retriever|scripted_metric|bucket_script|query_vector_builder)":\{"(?:source|id|lang|index|script|map_script)":/

const random = randomFrom(seed)
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!

test('no text throws, and nothing forbidden is forwarded', () => {
  const counts = { total: 0, json: 0, passed: 0 }
  for (; counts.total < bodies; counts.total++) {
    const text =
      counts.total % 3 === 0
        ? decoded(flipped(Buffer.from(mangled(pick(corpus)))))
        : String(JSON.stringify(changed(parsed(pick(corpus)))))
    if (text === undefined) continue // not UTF-8: kit/api/body refuses it
    if (parsed(text) !== undefined) counts.json++
    const judgement = judge(text)
    if ('problems' in judgement) {
      const { index = [], body = [] } = judgement.problems
      if (index.length + body.length === 0 || index.length + body.length > 10)
        throw new Error(`no reason: ${text}`)
      continue
    }
    counts.passed++
    const { search } = judgement
    if (!/^(?:map-serp|organization-entity|organization-serp)[a-z0-9._*-]*$/.test(search.index))
      throw new Error(`passed: ${text}`)
    if (forbidden.test(search.body)) throw new Error(`passed: ${text}`)
    const again = judge(JSON.stringify({ index: search.index, body: JSON.parse(search.body) }))
    if ('problems' in again || again.search.body !== search.body)
      throw new Error(`not judged alike twice: ${text}`)
  }
  console.info(
    `search rules: ${counts.total} bodies, ${counts.json} of them JSON, ${counts.passed} ` +
      `passed (seed ${seed})`,
  )
  expect(counts.json).toBeGreaterThan(bodies / 2)
  expect(counts.passed).toBeGreaterThan(bodies / 100)
})

/** A text with bytes lost, doubled, swapped or put in. */
function mangled(text: string): string {
  let now = text
  for (let i = random(4); i >= 0; i--) {
    const at = random(now.length + 1)
    const to = at + random(12)
    const ways = [
      () => now.slice(0, at) + now.slice(to),
      () => now.slice(0, at) + pick(words) + now.slice(at),
      () => now.slice(0, at) + pick(words) + now.slice(to),
      () => now.slice(0, to) + now.slice(at),
      () => now.slice(0, at) + String.fromCharCode(random(256)) + now.slice(at + 1),
      () => `${now.slice(0, at)}${pick(corpus).slice(random(40))}`,
    ]
    now = pick(ways)()
  }
  return now
}

/** Every other time, one bit turned over. */
function flipped(bytes: Buffer): Buffer {
  const at = random(bytes.length * 2)
  if (at < bytes.length) bytes[at]! ^= 1 << random(8)
  return bytes
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A value with keys renamed, members moved or lost, values put instead of others. */
function changed(value: unknown): unknown {
  const copy: unknown = structuredClone(value)
  const places: { parent: Record<string, unknown>; key: string }[] = []
  collect(copy)
  for (let i = random(3); i >= 0 && places.length > 0; i--) {
    const { parent, key } = pick(places)
    const ways = [
      () => (parent[key] = pick(values)),
      () => (parent[pick(words)] = pick(values)),
      () => (parent[pick(words)] = parent[key]),
      () => (parent[key] = structuredClone(pick(places).parent)),
      () => (parent[key] = [parent[key], pick(values)]),
      () => (parent[key] = { [pick(words)]: parent[key] }),
      () => delete parent[key],
    ]
    pick(ways)()
  }
  return copy

  function collect(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    for (const [key, inner] of Object.entries(node)) {
      places.push({ parent: node as Record<string, unknown>, key })
      collect(inner)
    }
  }
}

/** The JSON value of a text, or undefined. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
