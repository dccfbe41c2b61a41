import { type LoadTarget, openTarget } from '../../../loader/target.js'
import { features } from '../../../plugins/search-rules/rule/rule.js'
import { validatorOf } from '../../../plugins/search-rules/validate/request.js'
import { grammarSamples } from '../../support/grammar-samples.js'
import { mappings } from '../../unit/plugins/search-rules/cases/fields.js'
import { legitimate } from '../../unit/plugins/search-rules/cases/legitimate.js'
import { variantsOf } from './forms.js'
import { reasons, refusedOnPurpose } from './refusal-reasons.js'

/** The search rules refuse nothing that a node takes, unless a list says why. */

const index = 'organization-refusals'
const judge = validatorOf({
  indexPrefixes: ['organization', 'map-serp'],
  features: [...features],
  analyzers: ['standard', 'simple', 'whitespace', 'english'],
  maxCost: Number.MAX_SAFE_INTEGER,
})
/** Fields of the grammar's samples that the legitimate cases do not name. */
const further = {
  registered_on: { type: 'date' },
  assets: { type: 'long' },
  employees: { type: 'integer' },
}
const document = {
  ...{
    id: 'x',
    name: 'croce rossa',
    region: 'Lazio',
    founded_year: 1990,
    revenue: 1.5,
    tags: ['a'],
  },
  ...{
    created: '2020-01-01',
    location: { lat: 41, lon: 12 },
    contacts: [{ name: 'Ann', role: 'chair', age: 40 }],
  },
}

let target: LoadTarget

beforeAll(async () => {
  const { TEST_ENGINE_URL: url } = process.env
  if (!url)
    throw new Error('TEST_ENGINE_URL is not set: this test belongs to `npm run test:engine`')
  target = openTarget(url)
  await target.send('DELETE', `/${index}`)
  const definition = { mappings: { properties: { ...mappings.properties, ...further } } }
  expect(await target.send('PUT', `/${index}`, JSON.stringify(definition))).toMatchObject({
    status: 200,
  })
  const lines = `{"index":{"_id":"x"}}\n${JSON.stringify(document)}\n`
  const loaded = await target.send('POST', `/_bulk?index=${index}&refresh=true`, lines)
  expect(loaded.body).toMatchObject({ errors: false })
})
afterAll(async () => {
  await target?.send('DELETE', `/${index}`)
  await target?.close()
})

/** What the rules say of a body; undefined where it passes. */
function problemOf(body: object): string | undefined {
  const judgement = judge(JSON.stringify({ index, body }))
  return 'problems' in judgement ? judgement.problems.body?.[0] : undefined
}

const isTaken = async (body: object): Promise<boolean> =>
  (await target.send('POST', `/${index}/_search`, JSON.stringify(body))).status === 200

/** The refused variants of all bodies that pass: one for each place and form. */
function refusedVariants() {
  const bodies = [...legitimate, ...grammarSamples()].map(({ body }) => body)
  const found = new Map<string, { form: string; problem: string; body: object }>()
  for (const { path, form, body } of bodies.flatMap((one) => [...variantsOf(one)])) {
    if (found.has(`${path} ${form}`)) continue
    const problem = problemOf(body)
    if (problem !== undefined) found.set(`${path} ${form}`, { form, problem, body })
  }
  return [...found.values()]
}

test('each form of a value that a node takes passes, or a reason is listed', async () => {
  const variants = refusedVariants()
  const used = new Set<string>()
  const unexplained: string[] = []
  const ask = async ({ form, problem, body }: (typeof variants)[number]) => {
    if (!(await isTaken(body))) return
    const reason = reasons.find((one) => one.form.test(form) && one.problem.test(problem))
    if (reason) used.add(reason.why)
    else unexplained.push(`${form}: ${problem}: ${JSON.stringify(body)}`)
  }
  const queue = variants.values()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const variant of queue) await ask(variant)
    }),
  )
  console.info(`refusals: ${variants.length} refused variants asked of the node`)
  expect(unexplained).toEqual([])
  expect(reasons.map(({ why }) => why).filter((why) => !used.has(why))).toEqual([])
}, 300_000)

test.each(refusedOnPurpose)('is refused on purpose: %s: %j', async (_, body) => {
  expect(problemOf(body)).toBeDefined()
  expect(await isTaken(body)).toBe(true)
})
