import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fieldCatalogOf } from '../../../plugins/kit/field-catalog.js'
import { defaultMaxCost } from '../../../plugins/search-rules/grammar/settings.js'
import { features } from '../../../plugins/search-rules/rule/rule.js'
import { validatorOf } from '../../../plugins/search-rules/validate/request.js'
import { Climber } from './climber.js'
import { Generator, randomOf } from './generator.js'
import { analyzers } from './grammar-values.js'
import { Lab } from './lab.js'
import { organizationsFrom } from './organizations.js'

/**
 * `climb.js DATA OUT [STEPS] [CAP] [SEED] [RULES] [DOCUMENTS] [HOME]`: looks for the accepted body
 * that costs the node most, with new beginnings when nothing grows any more. DATA is a folder of
 * IRS extracts, CAP the `maxCost` in force, RULES `shipped` or `all`, which switches all features
 * and some analyzers on. A step is a body that the node has run.
 */
const [
  data = '',
  out = '',
  steps = '2000',
  cap = `${defaultMaxCost}`,
  seed = '1',
  rules = 'shipped',
  documents = '22000',
  home,
] = process.argv.slice(2)

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const generator = new Generator(randomOf(Number(seed)), await organizationsFrom(data, 22_000))
const lab = await new Lab({ data, documents: Number(documents), home }).start()
const register = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
await sleep(5000) // until the fields are known
const opened = rules === 'all' ? { features: [...features], analyzers } : {}
const climber = new Climber(
  lab,
  validatorOf({ indexPrefixes, maxCost: Number(cap), ...opened }, register),
  generator,
)

function report(): void {
  const { finds, refused, failed } = climber
  const worst = [...finds].sort((a, b) => b.harm - a.harm).slice(0, 40)
  const under = finds
    .filter(({ price }) => price > 30)
    .sort((a, b) => (1000 * b.cpu + 8 * b.heap) / b.price - (1000 * a.cpu + 8 * a.heap) / a.price)
    .slice(0, 40)
  writeFileSync(
    out,
    JSON.stringify(
      { steps: finds.length, refused, failed, deaths: lab.deaths, worst, under },
      null,
      1,
    ),
  )
  const [cpu, heap] = (['cpu', 'heap'] as const).map((of) =>
    Math.max(...finds.map((find) => find[of])),
  )
  const over = finds.filter(({ harm }) => harm > 1).length
  console.log(
    `step ${finds.length}: refused ${refused}, engine refused ${failed}, deaths ${lab.deaths}, ` +
      `over the bounds ${over}; ` +
      `most cpu ${cpu!.toFixed(2)} s, most heap ${heap!.toFixed(0)} MiB`,
  )
}

try {
  for (let i = 0; i < 200; i++)
    await lab.measure('organization-entity*', { query: { match_all: {} }, size: 10 })
  for (let step = 1; step <= Number(steps); step++) {
    await climber.step()
    if (step % 25 === 0) report()
  }
} finally {
  await lab.stop()
  report()
}
