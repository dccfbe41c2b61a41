import type { SearchRequest } from '../../../../plugins/kit/context.js'
import { backendOf } from '../../../../plugins/search/backend.js'
import type { SearchParams } from '../../../../plugins/search/policy-params.js'

const params: SearchParams = {
  nodes: 'http://127.0.0.1:9',
  version: 'v9',
  timeoutMs: 1000,
  maxResponseBytes: 1024,
  readyWithoutEngine: true,
  slots: 4,
  expensiveSlots: 1,
  expensiveShare: 0.1,
}
const gatewayView = () => ({ serviceEndpoints: {}, routes: [], pipelines: [] })

test('steps of one YAML with equal parameters share slots and connections, others do not', () => {
  const yaml = gatewayView()
  const first = backendOf(params, yaml)
  expect(backendOf({ ...params }, yaml)).toBe(first)
  expect(backendOf({ ...params, slots: 5 }, yaml).queue).not.toBe(first.queue)
  expect(backendOf(params, gatewayView()).queue).not.toBe(first.queue)
})

test('configurations with the former name of expensiveShare go on working', () => {
  const request = { cost: { total: 20, maxCost: 100 }, counts: { hits: 1 } } as SearchRequest
  const { queue } = backendOf(params, gatewayView())
  expect(queue.isExpensive(request)).toBe(true)
  const earlier = backendOf({ ...params, dearShare: 0.5 }, gatewayView())
  expect(earlier.queue.isExpensive(request)).toBe(false)
})
