import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CatalogFields, fieldCatalogOf } from '../../../plugins/kit/field-catalog.js'
import { validatorOf } from '../../../plugins/search-rules/validate/request.js'
import { Generator, kinds, randomOf } from './generator.js'
import { Lab } from './lab.js'
import { organizationsFrom } from './organizations.js'
import { printRanks, type Ranked } from './ranks.js'

/**
 * `correlate.js DATA OUT [COUNT] [SEED] [DOCUMENTS] [HOME]`: prices of generated queries next to
 * the CPU time of the node's process. Every query is run once, which also warms the node; then all
 * cheap ones again, in rounds, each round in another order, so that what disturbs a moment falls on
 * other queries in each. What counts is the median of its rounds. OUT keeps what was measured:
 * `ranks.js OUT` prices it again.
 */
const [data = '', out = '', count = '1000', seed = '1', documents = '22000', home] =
  process.argv.slice(2)
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const random = randomOf(Number(seed))
const generator = new Generator(random, await organizationsFrom(data, 22_000))
const lab = await new Lab({ data, documents: Number(documents), home }).start()
const register = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
/** By the limits alone: what is expensive is compared, too. */
const validate = validatorOf({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER }, register)

/**
 * Runs that a sample is the average of last about so long; what takes longer than the second is
 * measured once; seconds of CPU.
 */
const [sampleTime, longest] = [0.02, 0.3]
const [rounds, roundsOfLong] = [9, 3]
/** Queries after which garbage is collected, outside of what is measured. */
const stretch = 50

const rows: Ranked[] = []
const sent: { row: Ranked; body: object; first: number }[] = []
try {
  await sleep(5000) // until the fields are known
  for (let i = 0; rows.length < Number(count); i++) {
    const kind = kinds[i % kinds.length]!
    const { index, body } = generator.body(kind)
    const verdict = validate(JSON.stringify({ index, body }))
    if ('problems' in verdict) continue
    const asSent = JSON.parse(verdict.search.body)
    const { outcome, cpu } = await lab.measure(index, asSent, { deadline: 10_000 })
    if (
      outcome !== 'ok' &&
      outcome !== 'cancelled' &&
      outcome !== 'died' &&
      outcome !== 'timed_out'
    )
      continue // refused by the engine
    const row = { kind, index, body, samples: [outcome === 'died' ? 30 : cpu] }
    rows.push(row)
    if (outcome === 'ok' && cpu < longest) sent.push({ row, body: asSent, first: cpu })
    if (rows.length % stretch === 0) await lab.collect()
    if (rows.length % 100 === 0) console.log(`${rows.length} made, deaths ${lab.deaths}`)
  }
  for (const { row } of sent) row.samples = []
  for (let round = 1; round <= rounds; round++) {
    const order = sent.map((one) => [random(), one] as const).sort(([a], [b]) => a - b)
    for (const [i, [, { row, body, first }]] of order.entries()) {
      if (i % stretch === 0) await lab.collect()
      if (first > sampleTime && round > roundsOfLong) continue
      row.samples.push(
        await lab.averageOf(row.index, body, Math.ceil(Math.min(8, sampleTime / first))),
      )
    }
    console.log(`round ${round}`)
  }
} finally {
  const fields = Object.fromEntries(
    indexPrefixes.map((prefix) => [prefix, [...(register.fields(prefix) as CatalogFields)]]),
  )
  writeFileSync(out, JSON.stringify({ fields, documents: Number(documents), rows }))
  await lab.stop()
}
printRanks(rows, register)
