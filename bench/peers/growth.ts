import { setTimeout as wait } from 'node:timers/promises'
import { atMost } from '../goals.js'
import { median } from '../latencies.js'
import { wireRequest } from '../wire-client.js'
import type { Caller } from './caller.js'
import { oneToken } from './cpu.js'
import type { Field } from './field.js'
import { length, seconds } from './length.js'
import { type Length, measure, type Program, type Row, searchOf, searchPath } from './measure.js'
import type { Table } from './table.js'

/** How the CPU time of a search grows with one thing at a time, from row to row. */

/** Blocks of this many searches take long enough, with answers or questions of this many KB. */
function blocksOf(kilobytes: number): Length {
  // An owner whose large answers lie unread in number gets no further one
  const connections = kilobytes >= 500 ? Math.min(4, length.connections) : length.connections
  const requests =
    Math.ceil(length.requests / Math.max(1, kilobytes / 12) / connections) * connections
  return { ...length, connections, requests: Math.min(length.requests, requests) }
}

/** Over hits of the answer, 0.6 KB each. HITS=10,1000 measures only these. */
export async function hits({ limit, peers, gateway, other, token }: Field): Promise<Table[]> {
  const rows: [number, Row[]][] = []
  for (const count of process.env.HITS?.split(',').map(Number) ?? [1, 10, 100, 1000]) {
    const programs = [limit, ...peers, gateway, ...other]
    rows.push([count, await measure(oneToken(token, count), programs, blocksOf(0.6 * count))])
  }
  const largest = rows
    .find(([count]) => count === 1000)?.[1]
    .find(({ program }) => program === 'gateway')
  if (largest) atMost('1,000 hits: of the Node limit', largest.ofFirst, 1)
  return [growthTable('Growth over hits of an answer', 'hits', rows)]
}

/** Over bytes of the question: identifiers that are looked for. */
export async function bodies({ limit, gateway, other, token }: Field): Promise<Table[]> {
  const rows: [number, Row[]][] = []
  for (const kilobytes of [0.3, 3, 30, 300]) {
    const codes = Array.from(
      { length: Math.round(30 * kilobytes) - 4 },
      (_, i) => `organization-of-tax-code-${10_000 + i}`,
    )
    const body = JSON.stringify(searchOf(10, [{ terms: { tax_code: codes } }]))
    const load = { ...oneToken(token, 10), body }
    rows.push([kilobytes, await measure(load, [limit, gateway, ...other], blocksOf(2 * kilobytes))])
  }
  return [growthTable('Growth over KB of a question', 'KB', rows)]
}

/** Over the time that the engine takes. */
export async function upstream(field: Field): Promise<Table[]> {
  const { limit, gateway, other, token } = field
  const rows: [number, Row[]][] = []
  for (const delayMs of [0, 10, 100]) {
    field.delayEngine(delayMs)
    rows.push([
      delayMs,
      await measure(oneToken(token, 10), [limit, gateway, ...other], {
        ...length,
        connections: 64,
      }),
    ])
  }
  field.delayEngine(0)
  return [growthTable('Growth over ms of the engine', 'ms', rows)]
}

/** Over connections, each with one search under way at any time. */
export async function connections(
  { limit, gateway, token }: Field,
  caller: Caller,
): Promise<Table[]> {
  const requests = [wireRequest(searchPath, searchOf(10), token)]
  const came = (program: Program, count: number) =>
    caller.run({ programs: [program], requests, seconds, load: { connections: count } })
  await caller.warm([limit, gateway], requests)
  const rows: number[][] = []
  for (const count of [1, 16, 64, 256, 1000]) {
    const rounds: number[][] = []
    for (let round = 0; round < 3; round++) {
      const [one, ours] = [await came(limit, count), await came(gateway, count)]
      rounds.push([one.cpu, ours.cpu, one.p99, ours.p99, ours.p99 / one.p99])
      await wait(100)
    }
    rows.push([
      count,
      ...rounds[0]!.map((_, column) => median(rounds.map((round) => round[column]!))),
    ])
  }
  atMost('1,000 connections: p99, of the Node limit', rows.at(-1)!.at(-1)!, 2)
  const columns = [
    'connections',
    'node-limit',
    'gateway',
    'node-limit, p99 ms',
    'gateway, p99 ms',
    'p99 of the first',
  ]
  return [{ title: 'Growth over connections', columns, rows }]
}

/** CPU µs of each program, and ours as a multiple of the first. */
function growthTable(title: string, what: string, rows: readonly [number, Row[]][]): Table {
  const programs = rows[0]![1].map(({ program }) => program)
  return {
    title,
    columns: [what, ...programs, 'gateway of the first'],
    rows: rows.map(([at, found]) => {
      const { ofFirst } = found.find(({ program }) => program === 'gateway')!
      return [at, ...found.map(({ cpu }) => cpu.median), ofFirst]
    }),
  }
}
