import { machineryOf, type Params } from '../../../../plugins/search/machinery.js'

const params: Params = {
  nodes: 'http://127.0.0.1:9',
  version: 'v9',
  timeoutMs: 1000,
  maxResponseBytes: 1024,
  readyWithoutEngine: true,
  slots: 4,
  dearShare: 0.1,
}
const surroundings = () => ({ serviceEndpoints: {}, paths: [] })

test('steps of one YAML with equal parameters share slots and connections, others do not', () => {
  const yaml = surroundings()
  const first = machineryOf(params, yaml)
  expect(machineryOf({ ...params }, yaml)).toBe(first)
  expect(machineryOf({ ...params, slots: 5 }, yaml).queue).not.toBe(first.queue)
  expect(machineryOf(params, surroundings()).queue).not.toBe(first.queue)
})
