import fc from 'fast-check'
import { words } from '../../../test/support/cases.js'
import { samples } from '../../../test/support/samples.js'
import { makeValidator } from '../src/validate/request.js'
import { bodyAttacks } from './cases/attacks.js'
import { textAttacks } from './cases/envelope-attacks.js'
import { legitimate } from './cases/legitimate.js'
import { limitCases } from './cases/limits.js'

const judge = makeValidator({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
})

const request = (body: unknown) => JSON.stringify({ index: 'organization-serp*', body })
const corpus = [
  ...legitimate.map(({ body }) => request(body)),
  ...bodyAttacks.map(({ body }) => request(body)),
  ...limitCases.flatMap(([, at, over]) => [request(at), request(over)]),
  ...textAttacks.flatMap(({ text }) => text ?? []),
].filter((text) => text.length < 5000)

/** What means something to Elasticsearch, JSON or JavaScript, as it may stand in a text. */
const pieces = words(`
  "script" "query" "terms" "aggs" "index" "__proto__" "constructor" "_source" "size" "*" "10000000"
  null true -1 1.5 9007199254740993 [] {} [[]] ["*"] {"match_all":{}} {"bool":{"filter":{}}}
  {"script":{"source":"1"}} {"index":"x","id":"1","path":"y"} {"terms":{"field":"region"}}`)
const signs = [...words('" \\ \\u0073 { } [ ] : , 1e400 -0 é 赤 // /*'), '', '\u0000', '\ud800']

type Change = [at: number, way: number, piece: string]
function changedFrom(
  texts: readonly string[],
  put: readonly string[],
  change: (text: string, change: Change) => string,
): fc.Arbitrary<string> {
  const one = fc.tuple(fc.nat(), fc.nat(5), fc.constantFrom(...put))
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(one, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce(change, text))
}

/** A text with letters lost, doubled or put in. */
function mangled(text: string, [at, way, piece]: Change): string {
  const from = at % (text.length + 1)
  const to = from + (at % 12)
  if (way < 2) return text.slice(0, from) + text.slice(to)
  if (way < 4) return text.slice(0, from) + piece + text.slice(way === 2 ? from : to)
  return text.slice(0, to) + text.slice(from)
}

/** A text of JSON with members lost, renamed or put in, or values put in place of others. */
function changed(text: string, [at, way, piece]: Change): string {
  const root: unknown = JSON.parse(text)
  const places: [parent: Record<string, unknown>, key: string][] = []
  const collect = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, inner] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key])
      collect(inner)
    }
  }
  collect(root)
  if (places.length === 0) return text
  const [parent, key] = places[at % places.length]!
  const name = String(JSON.parse(piece))
  if (way === 0) delete parent[key]
  else if (way === 1) parent[key] = { [name]: parent[key] }
  else if (way === 2 && !Array.isArray(parent)) parent[name] = parent[key]
  else if (way === 3) parent[key] = [parent[key], JSON.parse(piece)]
  else parent[key] = JSON.parse(piece)
  return JSON.stringify(root)
}

const isJson = (text: string): boolean => {
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
/** Two of three stay JSON. */
const anyText = fc.oneof(
  { weight: 2, arbitrary: changedFrom(corpus.filter(isJson), pieces, changed) },
  { weight: 1, arbitrary: changedFrom(corpus, [...pieces, ...signs], mangled) },
)

/**
 * What no forwarded body may contain, however it came there: a second look that knows nothing of
 * the grammar, but that the engine gives back the `meta` of an aggregation as it came.
 */
const forbidden =
  /"(?:script|_script|script_fields|script_score|script_heuristic|runtime_mappings|indexed_shape|wrapper|percolate|pit|retriever|scripted_metric|bucket_script|query_vector_builder)":\{"(?:source|id|lang|index|script|map_script)":/

test('no text throws, and nothing forbidden is forwarded', () => {
  const counts = { json: 0, passed: 0 }
  fc.assert(
    fc.property(anyText, (text) => {
      const judgement = judge(text)
      if ('problems' in judgement) {
        const { index = [], body = [] } = judgement.problems
        if (isJson(text)) counts.json++
        expect(index.length + body.length).toBeGreaterThan(0)
        expect(index.length + body.length).toBeLessThanOrEqual(10)
        return
      }
      counts.json++
      counts.passed++
      const { index, body } = judgement.search
      expect(index).toMatch(/^(?:map-serp|organization-entity|organization-serp)[a-z0-9._*-]*$/)
      const read = JSON.stringify(JSON.parse(body), (name, value) => (name === 'meta' ? 0 : value))
      expect(read).not.toMatch(forbidden)
      // judged alike twice
      const again = judge(JSON.stringify({ index, body: JSON.parse(body) }))
      expect(again).toMatchObject({ search: { body } })
    }),
    { numRuns: samples(4000) },
  )
  expect(counts.json).toBeGreaterThan(samples(1600))
  expect(counts.passed).toBeGreaterThan(samples(40))
})
