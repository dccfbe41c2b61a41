import { backendOf } from '../../../../plugins/search/backend.js'
import type { SearchParams } from '../../../../plugins/search/policy-params.js'

const params: SearchParams = {
  nodes: 'http://127.0.0.1:9',
  version: 'v9',
  timeoutMs: 1000,
  maxResponseBytes: 1024,
  readyWithoutEngine: true,
  slots: 3,
}
const gatewayView = () => ({ serviceEndpoints: {}, routes: [], pipelines: [] })

test('steps of one YAML with equal parameters share slots and connections, others do not', () => {
  const yaml = gatewayView()
  const first = backendOf(params, yaml)
  expect(backendOf({ ...params }, yaml)).toBe(first)
  expect(backendOf({ ...params, slots: 5 }, yaml).queue).not.toBe(first.queue)
  expect(backendOf(params, gatewayView()).queue).not.toBe(first.queue)
})
