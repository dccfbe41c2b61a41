import type { EngineFacts } from '../../../check/engine-facts.js'
import { sizeWarnings } from '../../../check/sizing.js'

const gib = 2 ** 30
const node = { name: 'a', heap: gib, freeDisk: 10 * gib }
const index = { name: 'map-serp-000001', shards: 1, replicas: 1, size: 2 * gib }
const large: EngineFacts = {
  organizations: 1_900_000,
  nodes: [node, { ...node, name: 'b' }],
  indices: [index],
}

test.each<[string, Partial<EngineFacts>, string[]]>([
  ['what the rules say', {}, []],
  ['a small heap', { nodes: [{ ...node, heap: gib / 2 }] }, ['engine-heap']],
  ['a full disk', { nodes: [{ ...node, freeDisk: 3.9 * gib }] }, ['engine-disk']],
  ['no replica on two nodes', { indices: [{ ...index, replicas: 0 }] }, ['engine-replicas']],
  ['no replica on one node', { indices: [{ ...index, replicas: 0 }], nodes: [node] }, []],
  ['two shards', { indices: [{ ...index, shards: 2 }] }, ['engine-shards']],
  [
    'two shards for more',
    { indices: [{ ...index, shards: 2 }], organizations: 2_000_001, nodes: [] },
    [],
  ],
  ['no privilege monitor', { nodes: [], indices: [] }, []],
])('%s', (_, facts, rules) => {
  const found = sizeWarnings({ ...large, ...facts })
  expect(found.map(({ rule }) => rule)).toEqual(rules)
  for (const one of found)
    expect(one).toMatchObject({ setting: 'ELASTICSEARCH_URL', severity: 'warning' })
})
