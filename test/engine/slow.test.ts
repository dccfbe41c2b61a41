import { setTimeout as sleep } from 'node:timers/promises'
import { sampleOrganizations } from '../../dev/samples/organizations.js'
import { type LoadTarget, openTarget } from '../../loader/target.js'
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
