import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { samples } from '../../../test/support/samples.js'
import { makeValidator } from '../src/validate/request.js'
import { aggregationNodes, legitimateBody, queryNodes } from './arbitraries.js'
import { forbiddenAggregations, forbiddenQueries } from './cases/attacks.js'
import { randomFrom } from './random.js'

/** Whatever the price: the bodies are random. */
const maxCost = Number.MAX_SAFE_INTEGER
const judge = makeValidator({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
  maxCost,
})
const judgeBody = (body: unknown) => judge(JSON.stringify({ index: 'organization-serp*', body }))

const plants = samples(2000)
const seed = Number(process.env.SEED ?? 20260101)
const plantsPerBody = 40

/** Keys that may be in no object, whatever its place. */
const forbiddenKeys: [string, unknown][] = [
  ['script', { source: 'params._source.secret', lang: 'painless' }],
  ['_script', { type: 'number', script: { source: '1' } }],
  ['script_fields', { x: { script: '1' } }],
  ['script_score', { script: { source: '1' } }],
  ['runtime_mappings', { x: { type: 'keyword', script: 'emit(1)' } }],
  ['wrapper', { query: 'eyJzY3JpcHQiOnt9fQ==' }],
  ['indexed_shape', { index: 'directory-auth', id: '1' }],
  ['query_vector_builder', { lookup: { index: 'directory-auth' } }],
  ['pit', { id: 'x' }],
  ['retriever', { standard: {} }],
  ['scripted_metric', { map_script: '1' }],
  ['__proto__', { script: { source: '1' } }],
  ['constructor', { prototype: { script: '1' } }],
  ['no_such_key', { source: '1' }],
]

test('legitimate bodies pass unchanged in meaning; what is planted in them never does', () => {
  let bodies = 0
  let count = 0
  fc.assert(
    fc.property(legitimateBody, fc.integer(), (body, ownSeed) => {
      bodies++
      const judgement = judgeBody(body)
      if ('problems' in judgement) throw new Error(`refused: ${JSON.stringify(judgement.problems)}`)
      const forwarded = JSON.parse(judgement.search.body)
      const expected = {
        track_total_hits: true,
        timeout: '10000ms',
        ...JSON.parse(JSON.stringify(body)),
      }
      if (!isDeepStrictEqual(forwarded, expected)) throw new Error('changed in meaning')

      const random = randomFrom(ownSeed)
      const request = { index: 'organization-serp*', body }
      const places = placesOf(request)
      for (let i = 0; i < plantsPerBody; i++) {
        const hostile = planted(request, places[random(places.length)]!, random)
        count++
        if (!('problems' in judge(hostile))) throw new Error(`passed: ${hostile}`)
      }
    }),
    { numRuns: Math.ceil(plants / plantsPerBody), seed },
  )
  console.info(
    `search rules: ${bodies} legitimate bodies passed, ${count} plants refused (seed ${seed})`,
  )
  expect(count).toBeGreaterThanOrEqual(plants)
})

/** One object of a body, by where it hangs. */
interface Place {
  parent: Record<string, unknown>
  key: string
  kind: 'query' | 'aggregation' | 'object'
}

function placesOf(parent: object): Place[] {
  return Object.entries(parent).flatMap(([key, value]) => {
    if (typeof value !== 'object' || value === null) return []
    const place = { parent: parent as Place['parent'], key }
    const own: Place[] = []
    if (!Array.isArray(value)) own.push({ ...place, kind: 'object' })
    if (queryNodes.has(value)) own.push({ ...place, kind: 'query' })
    if (aggregationNodes.has(value)) own.push({ ...place, kind: 'aggregation' })
    return [...own, ...placesOf(value)]
  })
}

/**
 * The text of a request with something forbidden at one place; the request itself is left as it
 * was.
 */
function planted(
  request: object,
  { parent, key, kind }: Place,
  random: (below: number) => number,
): string {
  const before = parent[key]
  if (kind === 'query') parent[key] = oneOf(forbiddenQueries, random)[1]
  else if (kind === 'aggregation') parent[key] = oneOf(forbiddenAggregations, random)[1]
  else
    parent[key] = Object.fromEntries([
      ...Object.entries(before as object),
      oneOf(forbiddenKeys, random),
    ])
  const text = JSON.stringify(request)
  parent[key] = before
  return text
}

function oneOf<T>(list: readonly T[], random: (below: number) => number): T {
  return list[random(list.length)]!
}
