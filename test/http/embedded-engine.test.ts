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

/** The first sample of each: it uses nothing else. unit/dev/embedded-engine.test.ts asks all. */
const constructs = ['query function_score', 'key suggest']
const samples = new Map(
  grammarSamples()
    .map(({ construct, body }) => [construct, body] as const)
    .reverse(),
)

test.each(constructs)(
  'the caller reads that the embedded engine does not know %s',
  async (name) => {
    const { status, body } = await search(samples.get(name)!)
    const details = { body: { _errors: [unknown(name.split(' ')[1]!)] } }
    expect([status, body.error]).toMatchObject([400, { code: 'VALIDATION_ERROR', details }])
  },
)

test('a mistake of the caller is told as one, not as a lack of the engine', async () => {
  const { body } = await search({ query: { match_all: {} }, sort: ['nowhere'] })
  expect(body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: {
      body: {
        _errors: [
          'sort[0]: the engine refused the query: query_shard_exception: No mapping found for [nowhere] in order to sort on',
        ],
      },
    },
  })
})
