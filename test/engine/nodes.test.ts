import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { until } from '../support/until.js'
import { type Door, openDoor } from './door.js'
import { fillNode } from './families.js'
import { ElasticsearchNode } from './node/node.js'

const query = { query: { match: { name: 'water' } } }
const unavailable = {
  code: 'ELASTICSEARCH_UNAVAILABLE',
  message: 'The search engine cannot be reached. Try again shortly.',
  details: { version: 'v9', reason: 'unreachable' },
}

/** Two clusters with the same organizations, behind one gateway. */
let nodes: [ElasticsearchNode, ElasticsearchNode]
let door: Door

beforeAll(async () => {
  nodes = [new ElasticsearchNode(), new ElasticsearchNode()]
  for (const node of nodes) {
    await node.start()
    await fillNode(node.url)
  }
  const ELASTICSEARCH_URL = nodes.map(({ url }) => url).join(',')
  door = await openDoor({ env: { ELASTICSEARCH_URL } })
})
afterAll(async () => {
  await door?.close()
  for (const node of nodes) await node.stop()
})

/**
 * Sends 50 searches a second, whatever becomes of them, until `until` is done.
 * @returns the answers other than the right one, counted by kind
 */
async function wrongUnderLoad(until: Promise<unknown>): Promise<Record<string, number>> {
  const wrong: Record<string, number> = {}
  const { total } = (await door.search('organization-serp*', query)).body.data
  const one = async () => {
    const { status, body } = await door.search('organization-serp*', query)
    if (status === 200 && body.data.total === total) return
    const kind = `${status} ${body.error?.code ?? 'another total'}`
    wrong[kind] = (wrong[kind] ?? 0) + 1
  }
  let isOver = false
  const stop = () => {
    isOver = true
  }
  void until.then(stop, stop)
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  while (!isOver) {
    while (running.length < (performance.now() - startedAt) / 20) running.push(one())
    await sleep(5)
  }
  await Promise.all(running)
  await until
  return wrong
}

/**
 * Asks /status until it shows this health of the nodes; it gives a node 2 s to answer, which a busy
 * machine may exceed.
 */
async function untilHealthIs(first: boolean, second: boolean): Promise<void> {
  const wanted = [first, second].map((healthy, i) => ({ url: nodes[i]!.url, healthy }))
  const isSo = async () => isDeepStrictEqual(await door.nodes(), wanted)
  await until(isSo, { withinMs: 60_000 })
}

/** Makes an attempt again and again, for at most two minutes, until it is answered well. */
async function firstSuccess(attempt: () => Promise<{ status: number }>): Promise<void> {
  const isGood = () =>
    attempt().then(
      ({ status }) => status === 200,
      () => false,
    )
  await until(isGood, { withinMs: 120_000 })
}

test('one of two nodes is killed under 50 searches a second, and comes back: no search fails', async () => {
  const [first] = nodes
  const wrong = await wrongUnderLoad(
    (async () => {
      await sleep(2000)
      await untilHealthIs(true, true)
      await first.kill()
      await untilHealthIs(false, true)
      await first.start()
      await sleep(3000)
      await untilHealthIs(true, true)
    })(),
  )
  expect(wrong).toEqual({})
})

test('both hang: ELASTICSEARCH_UNAVAILABLE at the deadline; searches succeed after they go on', async () => {
  for (const { pid } of nodes) process.kill(pid!, 'SIGSTOP')
  // as many as one owner has slots: others would wait, and be told so
  const answers = await Promise.all([1, 2].map(() => door.search('organization-serp*', query)))
  const overdue = {
    ...unavailable,
    message: expect.stringMatching(/^The search engine has answered nothing for 10 s\. Try again/),
    details: { ...unavailable.details, reason: 'timeout' },
  }
  for (const { status, body } of answers) expect([status, body.error]).toEqual([503, overdue])

  for (const { pid } of nodes) process.kill(pid!, 'SIGCONT')
  await firstSuccess(() => door.search('organization-serp*', query))
  await untilHealthIs(true, true)
})

test('both are killed: ELASTICSEARCH_UNAVAILABLE; searches succeed after one is back', async () => {
  for (const node of nodes) await node.kill()
  for (let i = 0; i < 50; i++) {
    const { status, body } = await door.search('organization-serp*', query)
    expect([status, body.error]).toEqual([503, unavailable])
  }
  await untilHealthIs(false, false)

  const [, second] = nodes
  const starting = second.start()
  await firstSuccess(() => door.search('organization-serp*', query))
  await starting
  await untilHealthIs(false, true)
})
