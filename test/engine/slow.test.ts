import { setTimeout as sleep } from 'node:timers/promises'
import { sampleOrganizations } from '../../dev/samples/organizations.js'
import { type LoadTarget, openTarget } from '../../loader/target.js'
import { beginExport, keptOf, restOf, rowsIn } from '../support/exports.js'
import { until } from '../support/until.js'
import { type Door, openDoor } from './door.js'
import { fill } from './families.js'
import { ElasticsearchNode } from './node/node.js'

const deadlineMs = 1000
/** A short deadline, and a cap that lets so expensive a search pass. */
const withDeadline = (text: string) =>
  text
    .replace(/(?<=version: v9.*\n +timeoutMs: )\d+/, String(deadlineMs))
    .replace(/maxCost: \d+/, 'maxCost: 1000000')
    .replace('search: *search #', 'search: { <<: *search, timeoutMs: 30000 } #') // of exports
/**
 * Copies of the sample, each with a name of its own, so that a pattern has many names to look at.
 */
const copies = 80

/** Several times the deadline, on a fast machine too: 800 patterns over 48,000 names. */
const slowQuery = {
  query: {
    bool: {
      should: Array.from({ length: 800 }, (_, i) => ({
        wildcard: { 'name.keyword': `*${letter(i)}*${letter(i + 7)}*${letter(i + 13)}*${i}*` },
      })),
    },
  },
  size: 1,
}

function letter(i: number): string {
  return String.fromCharCode(97 + (i % 26))
}

let node: ElasticsearchNode
let target: LoadTarget
let door: Door

beforeAll(async () => {
  node = await new ElasticsearchNode().start()
  target = openTarget(node.url, {})
  const sample = sampleOrganizations()
  await fill(
    target,
    Array.from({ length: copies }, (_, i) =>
      sample.map(({ id, name, ...rest }) => ({
        ...rest,
        id: `${id}-${i}`,
        name: `${name} ${id}-${i}`,
      })),
    ).flat(),
  )
  door = await openDoor(node.url, { config: { 'gateway.config.yml': withDeadline } })
})
afterAll(async () => {
  await door?.close()
  await target?.close()
  await node.stop()
})

/** A search as the node's own list of tasks has it. */
interface Task {
  cancelled: boolean
}

async function runningSearches(): Promise<Task[]> {
  const { body } = await target.send('GET', '/_tasks?actions=indices:data/read/search')
  const nodes = (body as { nodes: Record<string, { tasks: Record<string, Task> }> }).nodes
  return Object.values(nodes).flatMap(({ tasks }) => Object.values(tasks))
}

/** Waits until the running searches are as wanted. */
async function untilRunning(wanted: (running: Task[]) => boolean): Promise<void> {
  await until(async () => wanted(await runningSearches()), {
    withinMs: 30_000,
    context: () => `${wanted}`,
  })
}

const isEmpty = (running: Task[]) => running.length === 0
/**
 * Elasticsearch looks at the mark now and then: some seconds later in the middle of 800 patterns.
 */
const isCancelled = (running: Task[]) => running.every(({ cancelled }) => cancelled)

test('a query over the deadline is ELASTICSEARCH_UNAVAILABLE, ends in the node, and harms no other search', async () => {
  const slow = door.search('organization-serp*', slowQuery)
  let isOver = false
  void slow.then(() => {
    isOver = true
  })
  while (!isOver) {
    expect(
      (await door.search('organization-serp*', { query: { match: { name: 'water' } } })).status,
    ).toBe(200)
    await sleep(50)
  }
  const { status, body } = await slow
  expect([status, body.error?.code]).toEqual([503, 'ELASTICSEARCH_UNAVAILABLE'])
  await untilRunning(isCancelled)
  await untilRunning(isEmpty)
  expect(await door.nodes()).toEqual([{ url: node.url, healthy: true }])
  expect(door.stack.output()).not.toContain('engine node is unavailable')
})

test('a caller that hangs up ends its search in the node', async () => {
  const ending = new AbortController()
  let isOtherOver = false
  const other = fetch(`${node.url}/organization-serp*/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slowQuery),
    signal: ending.signal,
  }).then(() => {
    isOtherOver = true
  })
  const hangUp = new AbortController()
  const search = door.search('organization-serp*', slowQuery, hangUp.signal)
  await untilRunning((running) => running.length === 2)
  hangUp.abort()
  await expect(search).rejects.toThrow(/abort/i)
  await untilRunning((running) => running.filter(({ cancelled }) => !cancelled).length <= 1)
  expect(isOtherOver).toBe(false) // the same search, begun before, still runs
  ending.abort()
  await expect(other).rejects.toThrow(/abort/i)
})

/** What the node keeps for exports: points in time. */
async function openContexts(): Promise<number> {
  const { body } = await target.send('GET', '/_nodes/stats/indices/search')
  const { nodes } = body as { nodes: Record<string, { indices: { search: Counts } }> }
  return Object.values(nodes).reduce((sum, { indices }) => sum + indices.search.open_contexts, 0)
}

interface Counts {
  open_contexts: number
}

describe('an export of 48,000 organizations', () => {
  const index = 'organization-entity'
  let key: string
  let whole: string

  beforeAll(async () => {
    key = await door.stack.mintKey()
    const { bytes } = await restOf(await beginExport(door.stack.url, key, { query: { index } }))
    whole = bytes.toString()
  })

  test('holds each once, in order, and leaves no point in time', async () => {
    const ids = rowsIn(Buffer.from(whole)).map(({ id }) => String(id))
    expect(ids).toHaveLength(copies * sampleOrganizations().length)
    expect(ids).toEqual([...new Set(ids)].sort())
    await until(async () => (await openContexts()) === 0)
  })

  test('broken at 20 points and resumed, is the same bytes', async () => {
    for (let i = 1; i <= 20; i++) {
      const begun = await beginExport(door.stack.url, key, { query: { index } })
      const { bytes } = await restOf(begun, Math.floor((whole.length * i) / 21))
      const { text, cursor } = keptOf(bytes)
      const query = { index, cursor: cursor! }
      const rest = await restOf(await beginExport(door.stack.url, key, { query }))
      expect(text + rest.bytes.toString() === whole).toBe(true)
    }
    await until(async () => (await openContexts()) === 0)
  })

  test('a client that reads nothing is waited for, and its connection ends the point in time', async () => {
    const res = await beginExport(door.stack.url, key, { query: { index } })
    res.pause()
    await until(async () => (await openContexts()) > 0)
    res.destroy()
    await until(async () => (await openContexts()) === 0)
  })

  test('ends with a cursor when its index is removed', async () => {
    const res = await beginExport(door.stack.url, key, { query: { index } })
    res.pause()
    const { body } = await target.send('GET', `/_alias/${index}`)
    for (const name of Object.keys(body as object)) await target.send('DELETE', `/${name}`)
    const { bytes, trailers } = await restOf(res)
    expect(trailers['x-next-cursor']).toBe(rowsIn(bytes).at(-1)!._cursor)
    expect(whole.startsWith(bytes.toString())).toBe(true)
  })
})
