import type { SettingDiagnostic } from '../kit/config/yaml/diagnostics.js'
import type { DataNode, EngineFacts, SearchedIndex } from './engine-facts.js'

const [gib, million] = [2 ** 30, 1_000_000]

/** The rules of docs/elasticsearch.md. */
export const sizing = {
  /** Heap of a node, in GiB. */
  heapGib: 1,
  /** Organizations that one shard of each family holds without being slow. */
  organizationsOfShard: 2 * million,
}

/** What an engine has less of than the rules of docs/elasticsearch.md say. Pure. */
export function sizeWarnings({ organizations, nodes, indices }: EngineFacts): SettingDiagnostic[] {
  return [
    ...nodes.flatMap(heapWarnings),
    ...nodes.flatMap((node) => diskWarnings(node, indices)),
    ...indices.flatMap((index) => replicaWarnings(index, nodes.length)),
    ...indices.flatMap((index) => shardWarnings(index, organizations)),
  ]
}

function heapWarnings({ name, heap }: DataNode): SettingDiagnostic[] {
  if (heap >= sizing.heapGib * gib) return []
  const message = `the node ${name} has a heap of ${gibs(heap)} GiB`
  return [warning('engine-heap', message, `give it ${sizing.heapGib} GiB`)]
}

/** `--replace` writes a second copy of all indices before it removes the first. */
function diskWarnings(
  { name, freeDisk }: DataNode,
  indices: readonly SearchedIndex[],
): SettingDiagnostic[] {
  const size = indices.reduce((sum, one) => sum + one.size, 0)
  if (freeDisk >= 2 * size) return []
  const message = `the node ${name} has ${gibs(freeDisk)} GiB of disk left, and all indices take ${gibs(size)}`
  return [warning('engine-disk', message, 'leave twice as much free, for a load with --replace')]
}

function replicaWarnings({ name, replicas }: SearchedIndex, nodes: number): SettingDiagnostic[] {
  if (replicas > 0 || nodes < 2) return []
  const message = `${name} has no replica on ${nodes} nodes: searches fail when the node that has it fails`
  const remedy = 'set index.auto_expand_replicas to 0-1, or number_of_replicas to 1'
  return [warning('engine-replicas', message, remedy)]
}

function shardWarnings(
  { name, shards }: SearchedIndex,
  organizations: number,
): SettingDiagnostic[] {
  const wanted = Math.max(1, Math.ceil(organizations / sizing.organizationsOfShard))
  if (shards <= wanted) return []
  const message = `${name} has ${shards} shards for ${amount(organizations)} organizations`
  return [
    warning('engine-shards', message, `load again with ${wanted}: each search queries all shards`),
  ]
}

function warning(rule: string, message: string, remedy: string): SettingDiagnostic {
  const more = `${remedy} (docs/elasticsearch.md)`
  return { setting: 'ELASTICSEARCH_URL', severity: 'warning', rule, message, remedy: more }
}

const amount = (count: number) => count.toLocaleString('en')
const gibs = (bytes: number) => (bytes / gib).toFixed(1)
