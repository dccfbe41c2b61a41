import { existsSync } from 'node:fs'
import { fieldCatalogOf } from '../../plugins/kit/field-catalog.js'
import { type ValidatedSearch, validatorOf } from '../../plugins/search-rules/validate/request.js'
import { until } from '../support/until.js'
import { Climber } from './price/climber.js'
import { Generator, randomOf } from './price/generator.js'
import { Lab } from './price/lab.js'
import { organizationsFrom } from './price/organizations.js'
import { reviewed } from './price/reviewed.js'

/** Real organizations; test/engine/run.ts names them where they lie next to the checkout. */
const { ORGANIZATIONS: data = '' } = process.env
const isThere = existsSync(data)
if (!isThere) console.log('prices are not measured: ORGANIZATIONS names no folder of IRS extracts')

/** Steps of a climb here; `node dist/test/engine/price/climb.js DATA OUT 1000` takes more. */
const steps = 25
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
let lab: Lab
let validate: (text: string) => ValidatedSearch
const over: string[] = []

beforeAll(async () => {
  if (!isThere) return
  lab = await new Lab({ data }).start()
  const register = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
  await until(() => indexPrefixes.every((prefix) => register.fields(prefix)))
  validate = validatorOf({ indexPrefixes }, register)
}, 300_000)
afterAll(() => lab?.stop())

const measured = isThere ? test : test.skip

measured(
  'no accepted search of a review takes more than its bounds',
  async () => {
    const climber = new Climber(
      lab,
      validate,
      new Generator(randomOf(1), await organizationsFrom(data, 1000)),
    )
    for (const { name, index = 'organization-entity*', body } of reviewed) {
      const found = await climber.ask(index, body)
      if (found && found.harm > 1)
        over.push(`${name}: ${found.cpu} s, ${found.heap} MiB for ${found.price} passes`)
      if (found)
        console.log(
          `${name}: price ${found.price}, cpu ${found.cpu.toFixed(2)} s, heap ` +
            `${found.heap.toFixed(0)} MiB, ${found.outcome}`,
        )
    }
    console.log(
      `of ${reviewed.length} searches the rules refused ${climber.refused}, the engine ` +
        `${climber.failed}`,
    )
    expect(over).toEqual([])
    expect(climber.failed).toBe(0)
  },
  300_000,
)

measured(
  'no accepted search of a short climb takes more than its bounds',
  async () => {
    const climber = new Climber(
      lab,
      validate,
      new Generator(randomOf(7), await organizationsFrom(data, 22_000)),
    )
    for (let step = 0; step < steps; step++) await climber.step()
    const worst = climber.finds.reduce((a, b) => (b.harm > a.harm ? b : a))
    console.log(
      `${steps} steps: most of the bounds ${worst.harm.toFixed(2)}, ${climber.refused} ` +
        `refused, engine ${climber.failed}`,
    )
    expect(climber.finds.filter(({ harm }) => harm > 1)).toEqual([])
  },
  300_000,
)
