import { readKinds } from '../../../bench/relevance/questions.js'
import type { Organization } from '../../../directory/fields/organization.js'
import { type Asked, searchOf } from '../../support/asked.js'
import { samples } from '../../support/samples.js'
import { documentsOf, organizationIndex, someOrganizations } from './corpus.js'
import { difference, inOtherOrder } from './differences.js'
import { type Answer, EmbeddedEngine, EngineClient } from './engines.js'

/**
 * What the embedded engine answers to the shipped search templates is what a real node answers. To
 * other queries it gives the answers that packages/embedded-engine/test has recorded of one.
 */

const real = new EngineClient(process.env.TEST_ENGINE_URL!)
/** The first index holds the samples of many countries, so that each knows other terms. */
const indices = ['same-answers-1', 'same-answers-2']
let embedded: EmbeddedEngine

/** As on each day of a month a load has changed some. */
const dated = (organization: Organization, i: number): Organization => ({
  ...organization,
  updated_at: new Date(Date.UTC(2026, 10, 1 + (i % 30))).toISOString(),
})

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  const documents = documentsOf((await someOrganizations(2500)).map(dated))
  const half = Math.ceil(documents.length / 2)
  for (const engine of [real, embedded]) {
    await engine.load(indices[0]!, organizationIndex, documents.slice(0, half))
    await engine.load(indices[1]!, organizationIndex, documents.slice(half))
  }
  await real.expect('POST', '/same-answers-*/_forcemerge?max_num_segments=1')
  await real.expect('POST', '/same-answers-*/_refresh')
})
afterAll(async () => {
  await embedded?.stop()
  await real.ask('DELETE', `/${indices}`)
})

type Body = Record<string, unknown>

/** Searches of one kind. */
interface Kind {
  name: string
  bodies: Body[]
}

/** Whether an answer holds a hit or a bucket. */
function hasFound({ body }: Answer): boolean {
  const { hits } = body as { hits?: { total?: { value: number }; hits: unknown[] } }
  return (hits?.total?.value ?? hits?.hits.length ?? 0) > 0
}

/** Asks both engines. @returns what differs, and the kinds of searches that found nothing */
async function compared(kinds: readonly Kind[]) {
  const differences: string[] = []
  const empty: string[] = []
  for (const { name, bodies } of kinds) {
    let found = 0
    for (const body of bodies) {
      const [ours, theirs] = await Promise.all(
        [embedded, real].map((engine) => engine.search('same-answers-*', body)),
      )
      const differs =
        difference(theirs!, ours!) &&
        difference(theirs!, await embedded.search('same-answers-*', inOtherOrder(body)))
      if (differs !== undefined) differences.push(`${JSON.stringify(body)}\n    ${differs}`)
      if (hasFound(theirs!)) found++
    }
    if (found === 0) empty.push(name)
  }
  return { differences, empty }
}

const filters: readonly Asked[] = [
  { region: 'rhode island', city: 'providence', sort: 'name' },
  { q: 'friends', legal_status: 'Corporation', size: '30' },
  { changed_since: '2026-11-26T08:00:00Z', sort: 'updated' },
  { activity: 'health care', founded_from: '1980', founded_to: '1999', sort: 'founded' },
  { q: 'foundation', revenue_min: '1000', revenue_max: '50000000', sort: '-revenue' },
  { near: '41.82,-71.41', sort: '-founded', activity_group: 'Education' },
  { region: 'VT', sort: '-assets', page: '2', size: '5' },
  { near: '41.82,-71.41', radius: '50', sort: 'distance' },
  { q: 'church', near: '41.82,-71.41', sort: 'relevance' },
  { q: 'food', facets: 'region,activity,legal_status,revenue,founded' },
  { sort: 'distance', facets: 'founded,revenue' },
  { box: '-72,41,-71,42', sort: 'name' },
  { q: 'food', facets: 'cells', zoom: '9', view: '-72.5,41,-71,44' },
]

test('hits, their order, totals, scores, fields, facets and highlights', async () => {
  const [find, suggest] = [searchOf('find'), searchOf('suggest')]
  const bodies = readKinds().flatMap(({ door, questions }) =>
    questions
      .slice(-samples(15))
      .map(({ text: q }) => (door === 'find' ? find({ q }) : suggest({ q })).body as Body),
  )
  const kinds = filters.map((asked) => ({
    name: JSON.stringify(asked),
    bodies: [find(asked).body as Body],
  }))
  const { differences, empty } = await compared([...kinds, { name: 'typed', bodies }])
  expect(differences).toEqual([])
  // the samples alone are of few regions
  if (process.env.ORGANIZATIONS !== undefined) expect(empty).toEqual([])
})
