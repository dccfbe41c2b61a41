import { grammarSamples } from '../../support/grammar-samples.js'
import { documentsOf, organizationIndex, organizations } from './corpus.js'
import { isNotKnown } from './differences.js'
import { EmbeddedEngine, EngineClient } from './engines.js'

const { ELASTICSEARCH_URL: url } = process.env

if (url === undefined) throw new Error('set ELASTICSEARCH_URL to a node that may be written to')

const real = new EngineClient(url)
const index = 'grammar-differential'
let embedded: EmbeddedEngine

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  const documents = documentsOf(await organizations(undefined, 600))
  for (const engine of [real, embedded]) await engine.load(index, organizationIndex, documents)
}, 120_000)

afterAll(async () => {
  await embedded.stop()
  await real.ask('DELETE', `/${index}`)
})

test('each parameter of the grammar that the embedded engine knows is taken or refused as by the node', async () => {
  const differences: string[] = []
  const counts = { taken: 0, refused: 0, unknown: 0 }
  for (const { construct, body } of grammarSamples()) {
    const ours = await embedded.search(index, body)
    if (isNotKnown(ours)) {
      counts.unknown++
      continue
    }
    const theirs = await real.search(index, body)
    if (theirs.status !== ours.status) {
      differences.push(
        `${construct}: status ${theirs.status} / ${ours.status}: ${JSON.stringify(body)}`,
      )
    } else if (ours.status === 200) counts.taken++
    else counts.refused++
  }
  console.log(
    `grammar: ${counts.taken + counts.refused} samples compared, ${counts.taken} taken, ` +
      `${counts.refused} refused, ` +
      `${differences.length} different, ${counts.unknown} not compared: the embedded engine ` +
      'does not know them',
  )
  expect(differences).toEqual([])
  expect(counts.taken).toBeGreaterThan(600)
}, 600_000)
