import { patientMs, probeEngines } from '../gateway/admin/backends.js'
import type { Loaded } from '../gateway/host/load.js'
import type { Access } from '../kit/elasticsearch/access.js'
import { searchFamily, tableOf, totalIn } from '../kit/elasticsearch/ask.js'

/** A node that holds data. Sizes are in bytes. */
export interface DataNode {
  name: string
  heap: number
  freeDisk: number
}

/** An index that callers can search. */
export interface SearchedIndex {
  name: string
  shards: number
  replicas: number
  /** Bytes of one copy. */
  size: number
}

/** What an engine says of itself; without the privilege `monitor` no nodes and no indices. */
export interface EngineFacts {
  /** Of the family that has the most. */
  organizations: number
  nodes: readonly DataNode[]
  indices: readonly SearchedIndex[]
}

/** What the engines of the configuration say, and the faults of those that do not serve us. */
export async function engineFacts(
  backends: Loaded['backends'],
): Promise<{ facts: EngineFacts[]; faults: string[] }> {
  const prefixes = new Map<string, Set<string>>()
  for (const { searched } of backends) {
    if (!searched) continue
    const engine = JSON.stringify(searched.engine)
    prefixes.set(engine, new Set([...(prefixes.get(engine) ?? []), ...searched.prefixes]))
  }
  const facts = [...prefixes].map(([engine, ofIt]) => factsOf(JSON.parse(engine), [...ofIt]))
  const all = await Promise.all(facts)
  return {
    facts: all.flatMap((one) => (Array.isArray(one) ? [] : [one])),
    faults: all.flatMap((one) => (Array.isArray(one) ? one : [])),
  }
}

async function factsOf(
  engine: Access,
  prefixes: readonly string[],
): Promise<EngineFacts | string[]> {
  const [probed = []] = await probeEngines([{ engine }], patientMs)
  if (!probed.some(({ fault }) => fault === undefined))
    return probed.map(({ url, fault }) => `${url} ${fault}`)
  const nothing = () => []
  const [counts, nodes, indices] = await Promise.all([
    Promise.all(prefixes.map((prefix) => countOf(engine, prefix).catch(() => 0))),
    nodesOf(engine).catch(nothing),
    indicesOf(engine, prefixes).catch(nothing),
  ])
  return { organizations: Math.max(0, ...counts), nodes, indices }
}

async function countOf(engine: Access, prefix: string): Promise<number> {
  return totalIn(await searchFamily(engine, prefix, { size: 0, track_total_hits: true }))
}

async function nodesOf(engine: Access): Promise<DataNode[]> {
  const rows = await tableOf(engine, 'nodes', ['name', 'node.role', 'heap.max', 'disk.avail'])
  return rows
    .filter((row) => /[dshwc]/.test(String(row['node.role'])))
    .map((row) => ({
      name: String(row.name),
      heap: Number(row['heap.max']),
      freeDisk: Number(row['disk.avail']),
    }))
}

async function indicesOf(engine: Access, prefixes: readonly string[]): Promise<SearchedIndex[]> {
  const names = prefixes.map((prefix) => `${prefix}*`)
  const columns = ['index', 'pri', 'rep', 'pri.store.size']
  const rows = await tableOf(engine, `indices/${names}`, columns)
  return rows.map((row) => ({
    name: String(row.index),
    shards: Number(row.pri),
    replicas: Number(row.rep),
    size: Number(row['pri.store.size']),
  }))
}
