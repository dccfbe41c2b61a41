import { validatorOf } from '../../../packages/query-guard/src/index.js'
import { fieldCatalogOf } from '../../../plugins/kit/field-catalog.js'
import { until } from '../../support/until.js'
import { attacks } from './attacks.js'
import { expensive } from './expensive.js'
import { Lab } from './lab.js'

/**
 * `measure.js [NAME PART]`: what each attack and each expensive search costs by the rules,
 * and what it does to a real node, sent as the gateway would send it without a limit of its cost.
 */
const [part = ''] = process.argv.slice(2)
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
const lab = await new Lab().start()
try {
  const catalog = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
  await until(() => indexPrefixes.every((prefix) => catalog.fields(prefix)))
  const validate = validatorOf({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER }, catalog)
  for (const { name, index = 'organization-entity*', body } of [...attacks, ...expensive]) {
    if (!name.includes(part)) continue
    const verdict = validate(JSON.stringify({ index, body }))
    if ('problems' in verdict) {
      console.log(`${name}: refused, ${JSON.stringify(verdict.problems).slice(0, 120)}`)
      continue
    }
    const { search } = verdict
    const limits = { deadline: 10_000, heap: 'used' } as const
    const measured = await lab.measure(index, JSON.parse(search.body), limits)
    console.log(
      `${name}: cost ${search.cost.total}, CPU ${measured.cpu.toFixed(2)} s, ` +
        `heap ${measured.heap.toFixed(0)} MiB, ${measured.outcome}`,
    )
  }
} finally {
  await lab.stop()
}
