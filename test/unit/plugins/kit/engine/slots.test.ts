import { readProcessors } from '../../../../../kit/elasticsearch/ask.js'
import { memoryStore, presenceMs, setRateLimitStore } from '../../../../../kit/rate-limit/store.js'
import { describeSlots, keepSlots, toSlots } from '../../../../../plugins/kit/engine/slots.js'
import { holdTimeouts } from '../../../../support/clock.js'
import { ofElasticsearch } from '../../../../support/fault-engine.js'
import { startService } from '../../../../support/service.js'
import { until } from '../../../../support/until.js'

const node = (allocated_processors: number, ...roles: string[]) => {
  return { roles, os: { allocated_processors } }
}
/** Two nodes with data, of ten processors together. */
const cluster = [node(8, 'data_content', 'ingest'), node(2, 'data'), node(4, 'master', 'ml')]

let nodes: object[] | undefined
let service: Awaited<ReturnType<typeof startService>>
const access = () => ({ nodes: [service.url] })
beforeEach(async () => {
  nodes = cluster
  service = await startService((_req, res) => {
    res.writeHead(nodes ? 200 : 403, ofElasticsearch).end(JSON.stringify({ nodes: { ...nodes } }))
  })
})
afterEach(async () => {
  jest.useRealTimers()
  await service.close()
})

test('one more than processors, divided by the processes, and two at least', () => {
  const shared = [toSlots(2, 1), toSlots(8, 1), toSlots(8, 2), toSlots(64, 6), toSlots(2, 4)]
  expect(shared).toEqual([3, 9, 5, 11, 2])
})

test('the processors are those that nodes with data may use', async () => {
  expect(await readProcessors(access())).toBe(10)
  nodes = [node(4, 'master')]
  await expect(readProcessors(access())).rejects.toThrow('names no data node')
})

test('slots follow the processors and the gateways, and what is known last stays', async () => {
  let gateways = 1
  setRateLimitStore({ ...memoryStore, countGateways: async () => gateways })
  const queue = { slots: 3 }
  holdTimeouts()
  await keepSlots(access(), queue)
  expect(queue.slots).toBe(11)
  gateways = 2
  jest.advanceTimersByTime(presenceMs / 2)
  await until(() => queue.slots === 6)
  nodes = undefined
  await keepSlots(access(), queue)
  expect(queue.slots).toBe(6)
})

test('operators are told what it comes to', async () => {
  expect(await describeSlots(access())).toBe(
    'slots: auto: 10 processors of data nodes, for this gateway alone: 11 in each worker',
  )
  nodes = undefined
  expect(await describeSlots(access())).toBe(
    'slots: auto: 3, the engine does not tell its processors (it answered 403): ' +
      'grant monitor, or write a number',
  )
})
