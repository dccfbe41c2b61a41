import { type AggregationCase, aggregationCases } from './aggregation-cases.js'
import { differentAggregations } from './aggregation-differences.js'
import { compositeCases } from './composite-cases.js'
import { documentsOf, oddDocuments, oddIndex, organizationIndex, organizations } from './corpus.js'
import { Coverage, promisedOfAggregations, typesIn } from './coverage.js'
import { isNotKnown } from './differences.js'
import { EmbeddedEngine, EngineClient } from './engines.js'
import { differencesThroughGateway } from './gateway.js'
import { oddAggregationCases, refusedAggregations } from './odd-aggregation-cases.js'

const {
  ELASTICSEARCH_URL: url,
  ORGANIZATIONS: folder,
  DIFFERENTIAL_SIZE: size = '5000',
} = process.env

if (url === undefined) throw new Error('set ELASTICSEARCH_URL to a node that may be written to')

const real = new EngineClient(url)
const prefix = 'agg-differential'
/**
 * Parts of the sample: the first holds other countries than the others, so that each index knows
 * other terms.
 */
const parts = ['sample-1', 'sample-2', 'sample-3']
let embedded: EmbeddedEngine
const coverage = new Coverage()

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  const sample = documentsOf(await organizations(undefined, 600))
  const many = documentsOf(await organizations(folder, Number(size)))
  for (const engine of [real, embedded]) {
    for (const [i, part] of parts.entries()) {
      const documents = sample.filter((_, at) => (at < 90 ? i === 0 : i === 1 + (at % 2)))
      await engine.load(`${prefix}-${part}`, organizationIndex, documents)
    }
    await engine.load(`${prefix}-organizations`, organizationIndex, many)
    await engine.load(`${prefix}-odd`, oddIndex, oddDocuments)
  }
}, 300_000)

afterAll(async () => {
  await embedded.stop()
  const names = [...parts, 'organizations', 'odd'].map((name) => `${prefix}-${name}`)
  await real.ask('DELETE', `/${names.join(',')}`)
})

const groups: readonly [string, string, readonly AggregationCase[]][] = [
  // each aggregation with two of the four queries, then with the other two
  ['three indices', 'sample-*', aggregationCases.filter((_, i) => i % 2 === 1)],
  ['organizations', 'organizations', aggregationCases.filter((_, i) => i % 2 === 0)],
  ['composite', 'sample-*', compositeCases],
  ['composite, organizations', 'organizations', compositeCases],
  ['odd documents', 'odd', oddAggregationCases],
  ['refusals', 'sample-*', refusedAggregations],
]

test.each(groups)(
  '%s: both engines answer alike',
  async (name, index, cases) => {
    const differences: string[] = []
    let unknown = 0
    for (const one of cases) {
      const body = { size: 0, ...one }
      const [ours, theirs] = await Promise.all(
        [embedded, real].map((engine) => engine.search(`${prefix}-${index}`, body)),
      )
      if (isNotKnown(ours!)) {
        unknown++
        continue
      }
      coverage.add(typesIn(one.aggs, (theirs!.body as { aggregations?: unknown }).aggregations))
      const found = differentAggregations(one, theirs!, ours!)
      if (found !== undefined) differences.push(`${JSON.stringify(body)}\n    ${found}`)
    }
    const compared = `${cases.length - unknown} aggregations compared, ${differences.length} different`
    console.log(
      `${name}: ${compared}, ${unknown} not compared: the embedded engine does not know them`,
    )
    expect(differences).toEqual([])
  },
  600_000,
)

test('through the gateway, each aggregation is answered as by the node asked directly', async () => {
  const cases = [...aggregationCases, ...compositeCases].filter((_, i) => i % 10 === 0)
  const bodies = cases.map((one) => ({ size: 0, ...one }))
  expect(await differencesThroughGateway(real, url, `${prefix}-sample-*`, bodies)).toEqual([])
}, 600_000)

test('each aggregation was compared often enough where it found something', () => {
  console.log(`comparisons with a result: ${coverage.told(promisedOfAggregations)}`)
  expect(coverage.lacking(promisedOfAggregations)).toEqual([])
})
