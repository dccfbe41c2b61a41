import { randomFrom } from '../dev/samples/random.js'
import { answerHelp } from '../kit/process/command.js'
import { defaultMaxCost, validatorOf } from '../packages/query-guard/src/index.js'
import { costAttacks } from '../packages/query-guard/test/cases/cost-attacks.js'
import { expensiveCases } from '../packages/query-guard/test/cases/expensive.js'
import { legitimate } from '../packages/query-guard/test/cases/legitimate.js'
import { fieldCatalogOf } from '../plugins/kit/field-catalog.js'
import { until } from '../test/support/until.js'
import { amount } from './amount.js'
import { changed, halved } from './cost/climb.js'
import { Lab, type Measured } from './cost/lab.js'

/**
 * Whether the cost of queries bounds what a search does to a real node: `npm run bench:cost`.
 * Measures the legitimate searches, the attacks halved until the rules accept them, and the
 * accepted searches of a hill climb. DOCUMENTS, MINUTES of the climb and SEED may be set. Exit code
 * 1 when an accepted search takes more than 2 s of CPU or 128 MiB of heap, or when a legitimate one
 * is refused.
 */
answerHelp(`usage: npm run bench:cost
  looks for accepted searches that harm a real node; needs Java, ORGANIZATIONS names the extracts`)

interface Search {
  name: string
  index?: string | undefined
  body: object
}

const most = { cpu: 2, heap: 128 }
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const maxCost = defaultMaxCost
const random = randomFrom(amount('SEED', 1))
const lab = await new Lab().start(amount('DOCUMENTS', 22_000))
const catalog = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
await until(() => indexPrefixes.every((prefix) => catalog.documents(prefix) > 0))
const validate = validatorOf({ indexPrefixes, maxCost }, catalog)
let found: (Measured & { name: string; cost: number })[] = []

const namesPlaces = (body: object) => JSON.stringify(body).includes('"location"')

/** An accepted search as it is sent, and its cost. */
function accepted({
  body,
  index = namesPlaces(body) ? 'map-serp' : 'organization-entity',
}: Search) {
  const result = validate(JSON.stringify({ index, body }))
  if ('problems' in result) return undefined
  return { index, cost: result.search.cost.total, sent: JSON.parse(result.search.body) as object }
}

/** How close an accepted search comes to the bounds; 0 for a refused one. */
async function harmOf(search: Search): Promise<number> {
  const one = accepted(search)
  if (!one) return 0
  const measured = await lab.measure(one.index, one.sent)
  found.push({ ...measured, name: search.name, cost: one.cost })
  return Math.max(measured.cpu / most.cpu, measured.heap / most.heap)
}

function report(title: string, count: number): void {
  const times = found.sort((one, other) => other.cpu - one.cpu)
  const over = times.filter(({ cpu, heap }) => cpu > most.cpu || heap > most.heap)
  const heap = Math.max(0, ...times.map((one) => one.heap))
  console.log(
    `${title}: ${count}, accepted ${times.length}, over the bounds ${over.length}; longest ` +
      `${(times[0]?.cpu ?? 0).toFixed(2)} s, greatest heap ${heap.toFixed(0)} MiB`,
  )
  for (const { name, cost, cpu, heap, outcome } of new Set([...over, ...times.slice(0, 8)]))
    console.log(`  cost ${cost}, ${cpu.toFixed(2)} s, ${heap.toFixed(0)} MiB, ${outcome}: ${name}`)
  if (over.length > 0) process.exitCode = 1
  found = []
}

/** An attack in its largest form that the rules accept. */
function shrunk(attack: Search): Search {
  let { body } = attack
  for (let i = 0; i < 30 && !accepted({ ...attack, body }); i++) body = halved(body, i % 3)
  return { ...attack, body }
}

/** Changes searches into more expensive ones that are still accepted. @returns the steps taken. */
async function climb(seeds: readonly Search[], minutes: number): Promise<number> {
  let best = seeds.map((search) => ({ search, harm: 0 }))
  let steps = 0
  for (const end = Date.now() + minutes * 60_000; Date.now() < end; steps++) {
    const { search } = random.pick(random.chance(0.5) ? best.slice(0, 12) : best)
    const next = nearLimit(search)
    const harm = next ? await harmOf(next) : 0
    if (!next || harm === 0) continue
    best.push({ search: next, harm })
    best = best.sort((one, other) => other.harm - one.harm).slice(0, 150)
  }
  return steps
}

/** A changed search whose cost is near the limit. */
function nearLimit(search: Search): Search | undefined {
  let next: Search | undefined
  for (let i = 0; i < 40; i++) {
    const { index, body } = next ?? search
    const more = changed(body, random)
    const one = { name: JSON.stringify(more).slice(0, 600), index, body: more }
    const cost = accepted(one)?.cost
    if (cost !== undefined) next = one
    if (cost !== undefined && cost > maxCost / 2) return one
  }
  return next
}

try {
  const everyday = legitimate.filter(({ lacks }) => lacks === undefined)
  for (const search of everyday) await harmOf(search)
  if (found.length < everyday.length) process.exitCode = 1
  report('legitimate searches', everyday.length)
  const further = Object.entries(costAttacks).map(([name, body]): Search => ({ name, body }))
  const all = [...expensiveCases, ...further]
  for (const attack of all) await harmOf(attack)
  report('attacks', all.length)
  const attacks = all.map(shrunk)
  for (const attack of attacks) await harmOf(attack)
  report('attacks, halved until accepted', attacks.length)
  const seeds = [...attacks, ...everyday].filter((search) => accepted(search))
  report('steps of the climb', await climb(seeds, amount('MINUTES', 5)))
} finally {
  await lab.stop()
}
process.exit()
