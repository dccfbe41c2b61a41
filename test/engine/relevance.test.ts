import { askAll, tableOf } from '../../bench/relevance/ask.js'
import { byId, fixture, readExtract, readExtracts } from '../../bench/relevance/extracts.js'
import { answerable, verdictOn } from '../../bench/relevance/judge.js'
import { type Kind, readKinds } from '../../bench/relevance/questions.js'
import type { Organization } from '../../directory/fields/organization.js'
import { openTarget } from '../../directory/loader/write/target.js'
import { belowFloors } from '../support/relevance/floors.js'
import { nameQuery } from '../support/relevance/name-query.js'
import { EngineClient } from './differential/engines.js'
import { openDoor } from './door.js'
import { fill } from './families.js'
import { ElasticsearchNode } from './node/node.js'

/**
 * Whether the searches find who is meant, on a node of its own that holds all organizations of the
 * extracts, or those of the fixture where there are none.
 */

jest.setTimeout(1_800_000) // a thousand questions, on a busy machine too

const { ORGANIZATIONS: folder } = process.env
const node = new ElasticsearchNode()
let engine: EngineClient
let organizations: ReadonlyMap<string, Organization>
let kinds: Kind[]

beforeAll(async () => {
  const list = await (folder ? readExtracts(folder) : readExtract(fixture))
  organizations = byId(list)
  kinds = answerable(readKinds(), organizations)
  await node.start()
  const target = openTarget(node.url, {})
  await fill(target, list)
  await target.close()
  engine = new EngineClient(node.url, {})
})
afterAll(() => node.stop())

async function idsOf(index: string, query: object): Promise<string[]> {
  const { body } = await engine.search(index, { query, size: 10, _source: false })
  return (body as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id)
}

test('questions are right as often as kinds.yml demands', async () => {
  const door = await openDoor({ engine: node.url })
  try {
    const { url, mintKey } = door.stack
    const asked = await askAll({ url, key: await mintKey() }, kinds, organizations)
    console.log(`${organizations.size} organizations\n${tableOf(asked)}`)
    expect(belowFloors(asked, folder ? 'extracts' : 'fixture')).toEqual([])
  } finally {
    await door.close()
  }
})

/** The first query of docs/queries.md. */
test.each(['full names', 'typos'])('the query for names finds %s', async (name) => {
  const { questions } = kinds.find((kind) => kind.name === name)!
  let first = 0
  for (const question of questions) {
    const hits = await idsOf('organization-serp', nameQuery(question.text))
    if (verdictOn(question, { hits, meta: {} }, organizations).first) first++
  }
  expect(first).toBeGreaterThanOrEqual(0.9 * questions.length)
})
