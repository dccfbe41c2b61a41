import { samples } from '../../support/samples.js'
import { documentsOf, organizationIndex, organizations } from '../differential/corpus.js'
import { type Document, EmbeddedEngine, EngineClient } from '../differential/engines.js'
import { Generator, kinds, randomOf } from '../price/generator.js'
import { openSource, type Profile, ProfileProof, profiles } from './profile.js'

/**
 * Generated searches under a plan with fields and a filter: whatever an answer holds is of the
 * visible documents and the open fields.
 */

const { ELASTICSEARCH_URL: url, ORGANIZATIONS: folder, PROFILE_SEED: seed = '42' } = process.env

if (url === undefined) throw new Error('set ELASTICSEARCH_URL to a node that may be written to')

const size = 2000
/** Searches that are compared on each engine under each plan. */
const most = samples(100)
const all = 'organization-profile-all'
const real = new EngineClient(url)
let embedded: EmbeddedEngine
let documents: Document[]

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  documents = documentsOf(await organizations(folder, size))
  for (const engine of [real, embedded]) await engine.load(all, organizationIndex, documents)
  await real.expect('POST', `/${all}/_forcemerge?max_num_segments=1`)
}, 300_000)

afterAll(async () => {
  await embedded?.stop()
  await real.ask('DELETE', '/organization-profile-*')
})

const twinOf = (i: number) => `organization-profile-twin-${i}`

async function proofOf(engine: EngineClient, profile: Profile, i: number): Promise<ProfileProof> {
  const seen = documents
    .filter(({ source }) => profile.sees(source))
    .map(({ id, source }) => ({ id, source: openSource(profile, source) }))
  expect(seen.length).toBeGreaterThan(20)
  expect(seen.length).toBeLessThan(documents.length / 2)
  const twin = twinOf(i)
  await engine.load(twin, organizationIndex, seen)
  if (engine === real) await engine.expect('POST', `/${twin}/_forcemerge?max_num_segments=1`)
  const visible = new Map(seen.map(({ id, source }) => [id, source]))
  return new ProfileProof(engine, profile, { all, twin, visible })
}

/**
 * What depends on the words of the whole index: expansions up to a number of words, and the best
 * documents by score. And digests, which estimate: their result depends on the order and the blocks
 * in which documents are read.
 */
const dependsOnOthers =
  /fuzz|~|max_expansions|_prefix|sampler|"[^"]*\*|percentile|median_absolute_deviation/

const engines: [string, () => EngineClient][] = [
  ['the node', () => real],
  ['the embedded engine', () => embedded],
]
const rows = engines.flatMap(([name, engine]) =>
  profiles.map((profile, i) => [name, profile.name, engine, profile, i] as const),
)

test.each(rows)(
  '%s: %s',
  async (_, __, engine, profile, i) => {
    const proof = await proofOf(engine(), profile, i)
    const generator = new Generator(randomOf(Number(seed) + i), await organizations(folder, size))
    const counts = { searches: 0, refused: 0, failed: 0, compared: 0 }
    const seen = { hits: 0, buckets: 0, differing: 0 }
    const leaks: string[] = []
    const differing: string[] = []
    async function run(): Promise<void> {
      while (counts.compared < most) {
        counts.searches++
        const { body } = generator.body(kinds[counts.searches % kinds.length]!)
        const text = JSON.stringify(body)
        const { kind, hits, buckets, ...found } = await proof.outcomeOf(body)
        counts[kind]++
        seen.hits += hits
        seen.buckets += buckets
        leaks.push(...found.leaks.map((leak) => `${leak}: ${text}`))
        if (found.differs.length === 0) continue
        seen.differing++
        if (!dependsOnOthers.test(text))
          differing.push(...found.differs.map((one) => `${one}: ${text}`))
      }
    }
    await Promise.all([run(), run(), run(), run()])
    console.info(`profile: ${JSON.stringify({ ...counts, ...seen })}`)
    const short = (list: string[]) => list.slice(0, 5).map((one) => one.slice(0, 1500))
    expect(short(leaks)).toEqual([])
    expect(short(differing)).toEqual([])
    expect(counts.refused).toBeLessThan(0.7 * counts.searches)
  },
  3_600_000,
)
