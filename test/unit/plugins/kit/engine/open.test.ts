import { openEngine } from '../../../../../plugins/kit/engine/open.js'
import type { SearchParams } from '../../../../../plugins/kit/engine/params.js'

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
  const first = openEngine(yaml, params)
  expect(openEngine(yaml, { ...params })).toBe(first)
  expect(openEngine(yaml, { ...params, slots: 5 }).queue).not.toBe(first.queue)
  expect(openEngine(gatewayView(), params).queue).not.toBe(first.queue)
})
