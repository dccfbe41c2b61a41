import { askAll, tableOf } from '../../bench/relevance/ask.js'
import { byId, fixture, readExtract, readExtracts } from '../../bench/relevance/extracts.js'
import { answerable } from '../../bench/relevance/judge.js'
import { type Kind, readKinds } from '../../bench/relevance/questions.js'
import type { Organization } from '../../directory/fields/organization.js'
import { openTarget } from '../../directory/loader/write/target.js'
import { belowFloors } from '../support/relevance/floors.js'
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
})
afterAll(() => node.stop())

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
