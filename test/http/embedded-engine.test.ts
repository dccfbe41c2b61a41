import { sampleOrganizations } from '../../dev/samples/organizations.js'
import { analysis, fieldMappings } from '../../directory/fields/mapping.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { features, unsafeNames } from '../../packages/query-guard/src/rule/rule.js'
import { serveEngine } from '../support/embedded-engine.js'
import { grammarSamples } from '../support/grammar-samples.js'
import { type RunningStack, startStack, withRules } from '../support/stack.js'

/**
 * What a caller reads whose query the embedded engine does not know; the rules let everything pass
 * that they may.
 */

let engine: Awaited<ReturnType<typeof serveEngine>>
let stack: RunningStack
let key: string

beforeAll(async () => {
  const embedded = new Engine()
  embedded.createIndex('organization-serp', {
    settings: { analysis },
    mappings: { properties: fieldMappings },
  })
  for (const organization of sampleOrganizations().slice(0, 20)) {
    embedded.index('organization-serp', organization.id, JSON.stringify(organization))
  }
  engine = await serveEngine(embedded)
  const rules = [`features: [${features}]`, `unsafe: [${unsafeNames}]`]
  stack = await startStack({ engine: engine.url, config: withRules(rules) })
  key = await stack.mintKey()
})

afterAll(async () => {
  await stack?.stop()
  await engine?.close()
})

async function search(
  body: object,
): Promise<{ status: number; body: { error?: { code: string; details: unknown } } }> {
  return stack.request
    .post('/api/v1/organizations/search')
    .set('X-API-Key', key)
    .send({ index: 'organization-serp', body })
}

const unknown = (name: string) =>
  `the embedded engine does not know ${name}; set ELASTICSEARCH_URL for a real one`

/** What Elasticsearch refuses too: a point in time next to the name of an index. */
const alsoRefused = ['key pit']

/** The first sample of each query, aggregation and key of the grammar: it uses nothing else. */
const constructs = new Map<string, Record<string, unknown>>()
for (const { construct, body } of grammarSamples())
  if (!constructs.has(construct)) constructs.set(construct, body)

test('each query, aggregation and key of the grammar is answered, or the caller reads what the embedded engine does not know', async () => {
  const blamed: unknown[] = []
  const counts = { answered: 0, 'not known': 0 }
  for (const [construct, body] of constructs) {
    const answer = await search(body)
    const wanted = {
      code: 'VALIDATION_ERROR',
      details: { body: { _errors: [unknown(construct.split(' ')[1]!)] } },
    }
    const { code, details } = answer.body.error ?? {}
    if (alsoRefused.includes(construct)) expect(code).toBe('VALIDATION_ERROR')
    else if (answer.status === 200) counts.answered++
    else if (answer.status === 400 && JSON.stringify({ code, details }) === JSON.stringify(wanted))
      counts['not known']++
    else blamed.push([construct, answer.status, details])
  }
  expect(blamed).toEqual([])
  expect(counts.answered).toBeGreaterThan(60)
  expect(counts['not known']).toBeGreaterThan(60)
})

test('a mistake of the caller is told as one, not as a lack of the engine', async () => {
  const { body } = await search({ query: { match_all: {} }, sort: ['nowhere'] })
  expect(body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: {
      body: {
        _errors: [
          expect.stringMatching(
            /^sort\[0\]: the index has no field "nowhere" .*\(query_shard_exception\)$/,
          ),
        ],
      },
    },
  })
})
