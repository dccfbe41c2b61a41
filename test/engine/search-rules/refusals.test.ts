import { validatorOf } from '../../../packages/query-guard/src/index.js'
import { features } from '../../../packages/query-guard/src/rule/rule.js'
import { mappings } from '../../../packages/query-guard/test/cases/fields.js'
import { legitimate } from '../../../packages/query-guard/test/cases/legitimate.js'
import { EngineClient } from '../differential/engines.js'
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

const node = new EngineClient(process.env.TEST_ENGINE_URL!)

beforeAll(async () => {
  await node.load(index, { mappings }, [{ id: 'x', source: document }])
})
afterAll(() => node.ask('DELETE', `/${index}`))

/** What the rules say of a body; undefined where it passes. */
function problemOf(body: object): string | undefined {
  const judgement = judge(JSON.stringify({ index, body }))
  return 'problems' in judgement ? judgement.problems.body?.[0] : undefined
}

const isTaken = async (body: object): Promise<boolean> =>
  (await node.search(index, body)).status === 200

/** The refused variants of all bodies that pass: one for each place and form. */
function refusedVariants() {
  const found = new Map<string, { form: string; problem: string; body: object }>()
  for (const { path, form, body } of legitimate.flatMap((one) => [...variantsOf(one.body)])) {
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
  expect(variants.length).toBeGreaterThan(1000)
  expect(unexplained).toEqual([])
  expect(reasons.map(({ why }) => why).filter((why) => !used.has(why))).toEqual([])
})

test.each(refusedOnPurpose)('is refused on purpose: %s: %j', async (_, body) => {
  expect(problemOf(body)).toBeDefined()
  expect(await isTaken(body)).toBe(true)
})
