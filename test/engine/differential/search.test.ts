import { samples } from '../../support/samples.js'
import { documentsOf, oddDocuments, oddIndex, organizationIndex, organizations } from './corpus.js'
import { Coverage, namesIn, promisedOfSearches } from './coverage.js'
import { difference, inOtherOrder, isNotKnown } from './differences.js'
import { EmbeddedEngine, EngineClient } from './engines.js'
import { differencesThroughGateway } from './gateway.js'
import { oddCases } from './odd-cases.js'
import { refusalCases } from './refusal-cases.js'
import { organizationCases, type SearchCase } from './search-cases.js'

/** The node to compare with, the folder of IRS extracts, and how many organizations. */
const {
  ELASTICSEARCH_URL: url,
  ORGANIZATIONS: folder,
  DIFFERENTIAL_SIZE: size = '5000',
} = process.env

if (url === undefined) throw new Error('set ELASTICSEARCH_URL to a node that may be written to')

/** Cases of each kind. */
const cases = samples(20)
const real = new EngineClient(url)
const prefix = 'eng-differential'
let embedded: EmbeddedEngine
const coverage = new Coverage()

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  const documents = documentsOf(await organizations(folder, Number(size)))
  const half = Math.ceil(documents.length / 2)
  for (const engine of [real, embedded]) {
    await engine.load(`${prefix}-organizations`, organizationIndex, documents)
    await engine.load(`${prefix}-half-1`, organizationIndex, documents.slice(0, half))
    await engine.load(`${prefix}-half-2`, organizationIndex, documents.slice(half))
    await engine.load(`${prefix}-odd`, oddIndex, oddDocuments)
  }
  await real.expect('POST', `/${prefix}-*/_forcemerge?max_num_segments=1`)
  await real.expect('POST', `/${prefix}-*/_refresh`)
}, 300_000)

afterAll(async () => {
  await embedded.stop()
  await real.ask(
    'DELETE',
    `/${prefix}-organizations,${prefix}-half-1,${prefix}-half-2,${prefix}-odd`,
  )
})

const groups: readonly [string, () => Promise<SearchCase[]>][] = [
  [
    'organizations',
    async () =>
      organizationCases(
        `${prefix}-organizations`,
        await organizations(folder, Number(size)),
        cases,
      ),
  ],
  [
    'two indices',
    async () =>
      organizationCases(
        `${prefix}-half-*`,
        await organizations(folder, Number(size)),
        Math.ceil(cases / 8),
      ),
  ],
  ['odd documents', async () => oddCases(`${prefix}-odd`)],
  ['refusals', async () => refusalCases(`${prefix}-organizations`)],
]

test.each(groups)(
  '%s: both engines answer alike',
  async (name, make) => {
    const differences: string[] = []
    const list = await make()
    let [hits, unknown] = [0, 0]
    for (const { index, body } of list) {
      const [ours, theirs] = await Promise.all([
        embedded.search(index, body),
        real.search(index, body),
      ])
      if (isNotKnown(ours)) {
        unknown++
        continue
      }
      const found =
        difference(theirs, ours) &&
        difference(theirs, await embedded.search(index, inOtherOrder(body)))
      if (found !== undefined) differences.push(`${JSON.stringify(body)}\n    ${found}`)
      if (!(theirs.body as { hits?: { hits: unknown[] } }).hits?.hits.length) continue
      hits++
      coverage.add(namesIn(body))
    }
    const compared =
      `${list.length - unknown} searches compared, ${hits} with hits, ${differences.length} ` +
      'different'
    console.log(
      `${name}: ${compared}, ${unknown} not compared: the embedded engine does not know them`,
    )
    expect(differences).toEqual([])
  },
  600_000,
)

test('a term that two misspelt words mean is scored as for one of them', async () => {
  const index = `${prefix}-organizations`
  const match = { name: { query: 'Fondatin Foendation', fuzziness: 1 } }
  const body = { query: { match } }
  const theirs = await real.search(index, body)
  const both = [body, inOtherOrder(body)]
  const ours = await Promise.all(both.map((one) => embedded.search(index, one)))
  expect(ours.map((one) => difference(theirs, one))).toContain(undefined)
})

test('through the gateway, each search is answered as the node asked directly', async () => {
  const indices = `${prefix}-organizations`
  const count = Math.ceil(cases / 4)
  const list = organizationCases(indices, await organizations(folder, Number(size)), count)
  const bodies = list.map(({ body }) => body)
  expect(await differencesThroughGateway(real, url, indices, bodies)).toEqual([])
}, 600_000)

test('each clause and sort was compared often enough where it found something', () => {
  console.log(`comparisons with hits: ${coverage.told(promisedOfSearches)}`)
  expect(coverage.lacking(promisedOfSearches)).toEqual([])
})
