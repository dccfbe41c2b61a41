import { features } from '../../../packages/query-guard/src/rule/rule.js'
import { makeValidator } from '../../../packages/query-guard/src/validate/request.js'
import { grammarSamples } from '../../support/grammar-samples.js'
import { EngineClient } from '../differential/engines.js'

/** A null in place of each parameter of the grammar, asked of the search rules and of the engine. */

const node = new EngineClient(process.env.TEST_ENGINE_URL!)
const index = 'organization-serp'
const judge = makeValidator({
  indexPrefixes: [index],
  maxCost: Number.MAX_SAFE_INTEGER,
  features: [...features],
})

/** Keys whose members are the caller's own, which the engine returns or looks up. */
const ownNames = new Set(['meta', 'after'])

type Nulled = [place: string, withNull: object, without: object]

/** The same body with a null for each member of its objects, and without the member. */
function* nulled(body: object): Generator<Nulled> {
  const copy = structuredClone(body)
  function* walk(value: object, place: string): Generator<Nulled> {
    for (const [key, inner] of Object.entries(value)) {
      const members = value as Record<string, unknown>
      if (!Array.isArray(value)) {
        members[key] = null
        yield [`${place}.${key}`, copy, withoutNull(copy)]
        members[key] = inner
      }
      if (typeof inner === 'object' && inner !== null && !ownNames.has(key))
        yield* walk(inner, `${place}.${key}`)
    }
  }
  yield* walk(copy, '')
}

const isTaken = (body: object) => 'search' in judge(JSON.stringify({ index, body }))
const withoutNull = (body: object): object =>
  JSON.parse(JSON.stringify(body, (_, value) => value ?? undefined))
const status = async (body: object) => (await node.search(index, body)).status

test('the search rules take null where the engine takes it', async () => {
  const asked = new Set<string>()
  const refused: string[] = []
  for (const { body } of grammarSamples()) {
    for (const [place, changed, absent] of nulled(body)) {
      if (asked.has(place) || !isTaken(changed)) continue
      if ((await status(changed)) === 200) asked.add(place)
      else if ((await status(absent)) === 200) refused.push(place)
    }
  }
  expect(refused).toEqual([])
  expect(asked.size).toBeGreaterThan(50)
})
