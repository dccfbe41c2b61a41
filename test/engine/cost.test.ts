import { type ValidatedSearch, validatorOf } from '../../packages/query-guard/src/index.js'
import { fieldCatalogOf } from '../../plugins/kit/field-catalog.js'
import { until } from '../support/until.js'
import { type Asked, attacks } from './cost/attacks.js'
import { expensive } from './cost/expensive.js'
import { Lab } from './cost/lab.js'

/** What no accepted search may take: seconds of CPU, MiB of heap. */
const most = { cpu: 2, heap: 128 }
const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
let lab: Lab
let validate: (text: string) => ValidatedSearch

beforeAll(async () => {
  lab = await new Lab().start()
  const catalog = fieldCatalogOf({ nodes: [lab.target.url] }, indexPrefixes)
  await until(() => indexPrefixes.every((prefix) => catalog.fields(prefix)))
  validate = validatorOf({ indexPrefixes }, catalog)
})
afterAll(() => lab?.stop())

/** What an accepted search takes of the node; undefined when the rules refuse it. */
async function taken({ index = 'organization-entity*', body }: Asked) {
  const verdict = validate(JSON.stringify({ index, body }))
  if ('problems' in verdict) return undefined
  const sent = JSON.parse(verdict.search.body)
  const measured = await lab.measure(index, sent, { heap: 'used', deadline: 10_000 })
  // what is in use may be garbage of up to the young generation: look again at what lives
  if (measured.heap <= 100) return measured
  return lab.measure(index, sent, { heap: 'alive', deadline: 10_000 })
}

test.each([
  ['attack', attacks, 30],
  ['expensive search', expensive, 1],
])('no %s that the rules accept takes more than its bounds', async (_, searches, refused) => {
  const over: string[] = []
  let accepted = 0
  for (const search of searches) {
    const found = await taken(search)
    if (!found) continue
    accepted++
    const told = `${search.name}: CPU ${found.cpu.toFixed(2)} s, heap ${found.heap.toFixed(0)} MiB`
    console.log(`${told}, ${found.outcome}`)
    // what the engine refuses itself has its cost measured too
    if (found.cpu > most.cpu || found.heap > most.heap) over.push(told)
  }
  expect(over).toEqual([])
  expect(searches.length - accepted).toBeGreaterThanOrEqual(refused)
})
