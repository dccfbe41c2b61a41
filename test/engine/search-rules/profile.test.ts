import type { Organization } from '../../../loader/record/format.js'
import { samples } from '../../support/samples.js'
import { aggregationCases } from '../differential/aggregation-cases.js'
import { documentsOf, organizationIndex, someOrganizations } from '../differential/corpus.js'
import { EngineClient } from '../differential/engines.js'
import { searchCases } from '../differential/search-cases.js'
import { openSource, ProfileProof, profiles } from './profile.js'

/**
 * Searches under a plan with fields and a filter: whatever an answer holds is of the visible
 * documents and the open fields.
 */

const node = new EngineClient(process.env.TEST_ENGINE_URL!)
const all = 'organization-profile-all'
const twinOf = (i: number) => `organization-profile-twin-${i}`
let list: Organization[]

beforeAll(async () => {
  list = await someOrganizations(2000)
  await node.load(all, organizationIndex, documentsOf(list))
  await node.expect('POST', `/${all}/_forcemerge?max_num_segments=1`)
})
afterAll(() => node.ask('DELETE', `/${[all, ...profiles.map((_, i) => twinOf(i))]}`))

/**
 * What depends on the words of the whole index: expansions up to a number of words, and the best
 * documents by score.
 */
const dependsOnOthers = /fuzz|~|max_expansions|_prefix|"[^"]*\*/

test.each(profiles.map((profile, i) => [profile.name, profile, i] as const))(
  '%s',
  async (_, profile, i) => {
    const documents = documentsOf(list)
    const seen = documents
      .filter(({ source }) => profile.sees(source))
      .map(({ id, source }) => ({ id, source: openSource(profile, source) }))
    expect(seen.length).toBeGreaterThan(20)
    expect(seen.length).toBeLessThan(documents.length / 2)
    await node.load(twinOf(i), organizationIndex, seen)
    await node.expect('POST', `/${twinOf(i)}/_forcemerge?max_num_segments=1`)
    const visible = new Map(seen.map(({ id, source }) => [id, source]))
    const proof = new ProfileProof(node, profile, { all, twin: twinOf(i), visible })

    const counts = { refused: 0, failed: 0, compared: 0 }
    const wrong: string[] = []
    const searches = searchCases(list, samples(2)).flatMap(({ bodies }) => bodies)
    const bodies = [...searches, ...aggregationCases()].values()
    async function run(): Promise<void> {
      for (const body of bodies) {
        const text = JSON.stringify(body)
        const { kind, leaks, differs } = await proof.outcomeOf(body)
        counts[kind]++
        const unexplained = dependsOnOthers.test(text) ? [] : differs
        wrong.push(...[...leaks, ...unexplained].map((one) => `${one}: ${text}`.slice(0, 1500)))
      }
    }
    await Promise.all([run(), run(), run(), run()])
    expect(wrong.slice(0, 5)).toEqual([])
    expect(counts.failed).toBe(0)
    expect(counts.compared).toBeGreaterThan(150)
  },
)
