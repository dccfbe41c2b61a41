import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { registerOf } from '../../../kit/register.js'
import { judgeOf } from '../../../plugins/search-rules/judge.js'
import { features } from '../../../plugins/search-rules/rule.js'
import { defaultMaxCost } from '../../../plugins/search-rules/settings.js'
import { attacks } from './attacks.js'
import { Generator, kinds, randomOf } from './generator.js'
import { addFromGrammar, analyzers } from './grammar-values.js'
import type { Json } from './json.js'
import { Lab } from './lab.js'
import { mutate } from './mutate.js'
import { organizationsFrom } from './organizations.js'

/**
 * `climb.js DATA OUT [STEPS] [CAP] [SEED] [RULES]`: looks for the accepted body that costs the node most: of a changed body the
 * dearer is kept, with new beginnings when nothing grows any more. DATA is a folder of IRS extracts, CAP the `maxCost` in force,
 * RULES `shipped` or `all`, which switches all features and some analyzers on. A step is a body that the node has run.
 */
const [data = '', out = '', steps = '2000', cap = `${defaultMaxCost}`, seed = '1', rules = 'shipped'] =
  process.argv.slice(2)
/** What no accepted query may take: seconds of CPU, MiB of heap. */
const bounds = { cpu: 2, heap: 128 }
const patience = 40
/** What the engine says of a query that it does not run. */
const isRefusal =
  /parsing|illegal|query_shard|too_many_clauses|too_many_nested|number_format|unsupported|not_x_content|class_cast|status/

interface Find {
  index: string
  body: Json
  cpu: number
  heap: number
  breaker: number
  outcome: string
  price: number
  /** Share of the bounds. */
  harm: number
  score: number
  step: number
}

const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const generator = new Generator(randomOf(Number(seed)), await organizationsFrom(data, 22_000))
const lab = await new Lab({ data }).start()
const register = registerOf({ nodes: [lab.target.url] }, indexPrefixes)
await sleep(5000) // until the fields are known
const opened = rules === 'all' ? { features: [...features], analyzers } : {}
const judge = judgeOf({ indexPrefixes, maxCost: Number(cap), ...opened }, register)
const finds: Find[] = []
let [refused, failed] = [0, 0]
let byRatio = false

/** Measures an accepted body; undefined when the rules or the engine refuse it. */
async function judged(index: string, body: Json, step: number): Promise<Find | undefined> {
  const verdict = judge(JSON.stringify({ index, body }))
  if ('problems' in verdict) {
    refused++
    return undefined
  }
  const price = verdict.search.cost.passes
  const sent = JSON.parse(verdict.search.body)
  let measured = await lab.measure(index, sent, { heap: true, deadline: 10_000 })
  // what is in use may be garbage of up to the young generation: look again at what lives
  if (measured.outcome !== 'died' && measured.heap > 100) {
    const alive = await lab.measure(index, sent, { alive: true, deadline: 10_000 })
    measured = alive.outcome === 'died' ? alive : { ...measured, heap: alive.heap }
  } else if (measured.outcome !== 'died')
    measured.heap = Math.min(measured.heap, Math.max(measured.breaker, measured.heap - 80))
  if (isRefusal.test(measured.outcome)) {
    failed++
    return undefined
  }
  const cpu = measured.outcome === 'died' ? 100 : measured.cpu
  const harm = Math.max(cpu / bounds.cpu, measured.heap / bounds.heap)
  // every other climb looks for what is dearer than its price says
  const score = byRatio && price > 30 ? (1000 * cpu + 8 * measured.heap) / price / 10 : harm
  return {
    index,
    body,
    cpu,
    heap: measured.heap,
    breaker: measured.breaker,
    outcome: measured.outcome.slice(0, 80),
    price,
    harm,
    score,
    step,
  }
}

function start(): { index: string; body: Json } {
  if (generator.chance(0.25)) {
    const { index = 'organization-entity*', body } = generator.pick(attacks)
    return { index, body: structuredClone(body) }
  }
  const generated = generator.body(generator.pick(kinds))
  for (let keys = generator.pick([0, 1, 3, 10]); keys > 0; keys--) addFromGrammar(generator, generated.body)
  return generated
}

function report(): void {
  const worst = [...finds].sort((a, b) => b.harm - a.harm).slice(0, 40)
  const under = finds
    .filter(({ price }) => price > 30)
    .sort((a, b) => (1000 * b.cpu + 8 * b.heap) / b.price - (1000 * a.cpu + 8 * a.heap) / a.price)
    .slice(0, 40)
  writeFileSync(
    out,
    JSON.stringify({ steps: finds.length, refused, failed, deaths: lab.deaths, worst, under }, null, 1),
  )
}

try {
  for (let i = 0; i < 200; i++) await lab.measure('organization-entity*', { query: { match_all: {} }, size: 10 })
  let current: Find | undefined
  let since = 0
  for (let step = 1, tries = 0; step <= Number(steps); tries++) {
    if (since > patience || (current === undefined && tries % 2 === 0)) [current, since] = [undefined, 0]
    if (current === undefined) byRatio = generator.chance(0.5)
    const next = current ? { index: current.index, body: mutate(generator, current.body) } : start()
    const found = await judged(next.index, next.body, step)
    since++
    if (!found) continue
    step++
    finds.push(found)
    if (!current || found.score > current.score) [current, since] = [found, 0]
    if (current.harm > 1 && since > 12) [current, since] = [undefined, 0] // found: another one
    if (step % 25 === 0) {
      report()
      const best = finds.reduce((a, b) => (b.harm > a.harm ? b : a))
      const over = finds.filter(({ harm }) => harm > 1).length
      console.log(
        `step ${step}: refused ${refused}, engine refused ${failed}, deaths ${lab.deaths}, over the bounds ${over}; worst cpu ${best.cpu.toFixed(2)} heap ${best.heap.toFixed(0)} price ${best.price.toFixed(0)}`,
      )
    }
  }
} finally {
  await lab.stop()
  report()
}
