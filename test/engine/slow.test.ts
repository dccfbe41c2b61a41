import { beginExport, keptOf, restOf, rowsIn } from '../support/exports.js'
import { madeUpOrganizations } from '../support/made-up.js'
import { until } from '../support/until.js'
import { organizationIndex } from './differential/corpus.js'
import { EngineClient } from './differential/engines.js'
import { type Door, openDoor } from './door.js'

/** A short deadline, and a cap that lets so expensive a search pass. */
const withDeadline = (text: string) =>
  text
    .replace(/(?<=version: v9.*\n +timeoutMs: )\d+/, '2000')
    .replace(/maxCost: \d+/, 'maxCost: 1000000')
    .replace('search: *search #', 'search: { <<: *search, timeoutMs: 30000 } #') // of exports

/** An index that no template of `npm run load` touches, and no pattern of another test finds. */
const index = 'organization-serpslow'
const settings = { hidden: true, sort: { field: 'id' } }
/** Of the sample, each with names of its own, so that a pattern has many names to look at. */
const copies = 80
const sample = madeUpOrganizations()
const documents = Array.from({ length: copies }, (_, i) =>
  sample.map(({ id, name, ...rest }) => {
    const own = { id: `${id}-${i}`, name: `${name} ${id}-${i}` }
    return { id: own.id, source: { ...rest, ...own } }
  }),
).flat()

const letter = (i: number) => String.fromCharCode(97 + (i % 26))
/** Several times the deadline, on a fast machine too: 1,000 patterns over 48,000 names. */
const slowQuery = {
  query: {
    bool: {
      should: Array.from({ length: 1000 }, (_, i) => ({
        wildcard: { 'name.keyword': `*${letter(i)}*${letter(i + 7)}*${letter(i + 13)}*${i}*` },
      })),
    },
  },
  size: 1,
}

const node = new EngineClient(process.env.TEST_ENGINE_URL!)
let door: Door

beforeAll(async () => {
  await node.load(index, { ...organizationIndex, settings }, documents)
  door = await openDoor({ config: { 'gateway.config.yml': withDeadline } })
})
afterAll(async () => {
  await door?.close()
  await node.ask('DELETE', `/${index}`)
})

/** A search of the index as the node's list of tasks has it. */
interface Task {
  description: string
  cancelled: boolean
}

async function runningSearches(): Promise<Task[]> {
  const { body } = await node.ask('GET', '/_tasks?actions=indices:data/read/search&detailed')
  const { nodes } = body as { nodes: Record<string, { tasks: Record<string, Task> }> }
  return Object.values(nodes)
    .flatMap(({ tasks }) => Object.values(tasks))
    .filter(({ description }) => description.includes(index))
}

/** Waits until the running searches are as wanted. */
async function untilRunning(wanted: (running: Task[]) => boolean): Promise<void> {
  const isSo = async () => wanted(await runningSearches())
  await until(isSo, { withinMs: 60_000, context: () => `${wanted}` })
}

test('a query over the deadline is ELASTICSEARCH_UNAVAILABLE, ends in the node, and harms no other search', async () => {
  const slow = door.search(index, slowQuery)
  await untilRunning((running) => running.length === 1)
  const other = await door.search('organization-serp*', { query: { match: { name: 'water' } } })
  const { status, body } = await slow
  expect([status, body.error?.code]).toEqual([503, 'ELASTICSEARCH_UNAVAILABLE'])
  expect(other.status).toBe(200)
  // Elasticsearch looks at the mark now and then: some seconds later in the middle of the patterns
  await untilRunning((running) => running.every(({ cancelled }) => cancelled))
  await untilRunning((running) => running.length === 0)
  expect((await door.nodes()).map(({ healthy }) => healthy)).toEqual([true])
  expect(door.stack.output()).not.toContain('engine node is unavailable')
})

test('a caller that hangs up ends its search in the node', async () => {
  const ending = new AbortController()
  let isOtherOver = false
  const other = fetch(`${node.url}/${index}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slowQuery),
    signal: ending.signal,
  }).then(() => {
    isOtherOver = true
  })
  const hangUp = new AbortController()
  const search = door.search(index, slowQuery, hangUp.signal)
  await untilRunning((running) => running.length === 2)
  hangUp.abort()
  await expect(search).rejects.toThrow(/abort/i)
  await untilRunning((running) => running.filter(({ cancelled }) => !cancelled).length <= 1)
  expect(isOtherOver).toBe(false) // the same search, begun before, still runs
  ending.abort()
  await expect(other).rejects.toThrow(/abort/i)
})

/** Whether the node keeps points in time of the index: those of exports. */
async function isExporting(): Promise<boolean> {
  const { body } = await node.ask('GET', `/${index}/_stats/search`)
  const { _all } = body as { _all: { total: { search: { open_contexts: number } } } }
  return _all.total.search.open_contexts > 0
}

test('an export of 48,000 organizations holds each once, in order, also broken and resumed, and leaves no point in time', async () => {
  const key = await door.stack.mintKey()
  const begin = (cursor?: string) =>
    beginExport(door.stack.url, key, { query: { index, ...(cursor && { cursor }) } })
  const whole = (await restOf(await begin())).bytes.toString()
  const ids = rowsIn(Buffer.from(whole)).map(({ id }) => String(id))
  expect(ids).toHaveLength(documents.length)
  expect(ids).toEqual([...new Set(ids)].sort())
  const { bytes } = await restOf(await begin(), Math.floor(whole.length / 3))
  const { text, cursor } = keptOf(bytes)
  const rest = await restOf(await begin(cursor!))
  expect(text + rest.bytes.toString() === whole).toBe(true)
  await until(async () => !(await isExporting()))
})
