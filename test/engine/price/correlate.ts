import { writeFileSync } from 'node:fs'
import { registerOf } from '../../../kit/register.js'
import { judgeOf } from '../../../plugins/search-rules/judge.js'
import { Generator, kinds, randomOf } from './generator.js'
import type { Json } from './json.js'
import { Lab } from './lab.js'
import { organizationsFrom } from './organizations.js'
import { spearman } from './spearman.js'

/** `correlate.js DATA OUT COUNT [SEED]`: prices of generated queries beside the CPU time of the node's process. */
const [data = '', out = '', count = '1000', seed = '1'] = process.argv.slice(2)
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const generator = new Generator(randomOf(Number(seed)), await organizationsFrom(data, 22_000))
const lab = await new Lab({ data }).start()
const register = registerOf({ nodes: [lab.target.url] }, indexPrefixes)
/** By the limits alone: what is dear is compared, too. */
const judge = judgeOf({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER }, register)
const rows: Json[] = []

function clauseCount(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, item) => sum + clauseCount(item), Array.isArray(value) ? 0 : 1)
}

try {
  for (let i = 0; i < 300; i++)
    await lab.measure('organization-entity*', { query: { match_all: {} }, aggs: { s: { sum: { field: 'revenue' } } } })
  for (let i = 0; rows.length < Number(count); i++) {
    const kind = kinds[i % kinds.length]!
    const { index, body } = generator.body(kind)
    const text = JSON.stringify({ index, body })
    const verdict = judge(text)
    if ('problems' in verdict) continue
    const sent = JSON.parse(verdict.search.body)
    const price = verdict.search.cost.passes
    let measured = await lab.measure(index, sent, { deadline: 10_000 })
    const failed = /too_many|too_complex|illegal|parsing|search_phase|array_index|status|query_shard|circuit/.test(
      measured.outcome,
    )
    if (failed) continue // the engine's own refusal: no cost to compare
    // the least of several: small ones are disturbed by code that is still being compiled
    const again = measured.outcome !== 'ok' || measured.cpu > 0.3 ? 0 : measured.cpu > 0.05 ? 2 : 7
    for (let run = 0; run < again; run++) {
      const next = await lab.measure(index, sent)
      if (next.cpu < measured.cpu) measured = next
    }
    const cpu = measured.outcome === 'died' ? 30 : measured.cpu
    rows.push({
      kind,
      index,
      price,
      bytes: text.length,
      clauses: clauseCount(body),
      cpu,
      outcome: measured.outcome.slice(0, 60),
      body,
    })
    if (rows.length % 50 === 0) {
      console.log(rows.length, 'deaths', lab.deaths)
      writeFileSync(out, JSON.stringify(rows))
    }
  }
} finally {
  await lab.stop()
  writeFileSync(out, JSON.stringify(rows))
}

const table = (name: string, chosen: Json[]) => {
  const cpu = chosen.map((row) => row.cpu)
  const rho = (of: string) =>
    spearman(
      chosen.map((row) => row[of]),
      cpu,
    ).toFixed(3)
  console.log(
    `${name.padEnd(14)} n ${String(chosen.length).padStart(5)}  price ${rho('price')}  bytes ${rho('bytes')}  clauses ${rho('clauses')}`,
  )
}
table('all', rows)
for (const kind of kinds)
  table(
    kind,
    rows.filter((row) => row.kind === kind),
  )
for (const cap of [400, 800, 1200, 1600, 2000]) {
  const dearest = [...rows].sort((a, b) => b.cpu - a.cpu).slice(0, Math.ceil(rows.length / 100))
  const share = (list: Json[], of: string) =>
    ((100 * list.filter((row) => row[of] > cap).length) / list.length).toFixed(1)
  const over = rows.filter((row) => row.cpu > 2)
  console.log(
    `cap ${cap}: of the dearest 1 % refused ${share(dearest, 'price')} %; of those over 2 s ${share(over, 'price')} % (${over.length}); of all ${share(rows, 'price')} %`,
  )
}
