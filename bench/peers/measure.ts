import type { Pool } from 'undici'
import { cpuTime } from '../cpu-time.js'
import { percentile } from '../latencies.js'
import { childrenOf, loadOf } from '../process-load.js'
import { Random } from '../random.js'

export const searchPath = '/api/v1/organizations/search'

/** A program under measurement. */
export interface Program {
  name: string
  url: string
  /** With its children it is all that the program is. */
  pid: number
  pool: Pool
}

/** What a program is asked: the same for all that are compared. */
export interface Load {
  name: string
  hits: number
  /** The search, as by `searchOf`; without it an everyday one for the hits. */
  body?: string
  /** The credential of the next request. */
  headersFor(program: Program): Record<string, string>
}

/** What a program took for one load. */
export interface Row {
  load: string
  hits: number
  program: string
  /** Microseconds of CPU of one request: median, and the quarters next to it. */
  cpu: { low: number; median: number; high: number }
  /** Median over the rounds of its CPU as a multiple of the first program's in the same round. */
  ofFirst: number
  requestsPerSecond: number
  memoryMb: number
}

export interface Length {
  rounds: number
  requests: number
  connections: number
}

/**
 * Blocks that a program is asked before its first load: V8 compiles what has most code, the
 * gateway, for the last time after some 35,000 searches.
 */
const firstBlocks = 100

/** Blocks that it is asked before each further load. */
export const warmingBlocks = 20

const warmed = new WeakSet<Program>()

/**
 * Measures programs in blocks that take turns, so that a busy machine slows all alike, in another
 * order each round: what a program leaves to its successor, such as cold caches and garbage that
 * its threads still collect, meets all alike too. The first is what the others are compared with.
 */
export async function measure(
  load: Load,
  programs: readonly Program[],
  length: Length,
): Promise<Row[]> {
  const { body = JSON.stringify(searchOf(load.hits)) } = load
  const taken = programs.map(() => ({ cpu: [] as number[], wall: [] as number[] }))
  for (const program of programs) {
    await check(program, load, body)
    const blocks = warmed.has(program) ? warmingBlocks : firstBlocks
    const requests = blocks * length.requests
    await block(program, { ...length, requests }, () => search(program, load, body))
    warmed.add(program)
  }
  const random = new Random(1)
  for (let round = 0; round < length.rounds; round++) {
    for (const [i, program] of random.shuffled([...programs.entries()])) {
      const { cpu, wall } = await block(program, length, () => search(program, load, body))
      taken[i]!.cpu.push(cpu)
      taken[i]!.wall.push(wall)
    }
  }
  return programs.map(({ name, pid }, i) => {
    const { cpu, wall } = taken[i]!
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => percentile(cpu, share)) as [
      number,
      number,
      number,
    ]
    const ratios = cpu.map((time, round) => time / taken[0]!.cpu[round]!)
    return {
      ...{ load: load.name, hits: load.hits, program: name, cpu: { low, median, high } },
      ofFirst: percentile(ratios, 0.5),
      requestsPerSecond: 1_000_000 / percentile(wall, 0.5),
      memoryMb: [pid, ...childrenOf(pid)].reduce((sum, one) => sum + loadOf(one).memory, 0),
    }
  })
}

/**
 * A search for this many hits.
 * @param filters In addition to the everyday one.
 */
export function searchOf(
  hits: number,
  filters: readonly object[] = [],
): { index: string; body: object } {
  const filter = [{ range: { founded_year: { gte: 1990 } } }, ...filters]
  const query = { bool: { must: [{ match: { name: 'food bank' } }], filter } }
  return { index: 'organization-serp*', body: { query, size: hits } }
}

/**
 * Microseconds of one request: of CPU, with all processes of a program; and by the clock, with all
 * connections at work.
 */
export async function block(
  program: Program,
  { requests, connections }: Omit<Length, 'rounds'>,
  ask: () => Promise<unknown>,
): Promise<{ cpu: number; wall: number }> {
  const [cpu, wall] = [cpuTime(program.pid), performance.now()]
  let left = requests
  const caller = async () => {
    while (left-- > 0) await ask()
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return {
    cpu: (cpuTime(program.pid) - cpu) / requests,
    wall: (1000 * (performance.now() - wall)) / requests,
  }
}

/**
 * @throws Error when the answer is not the right one: the envelope, or the engine's own of who only
 * forwards.
 */
async function check(program: Program, load: Load, body: string): Promise<void> {
  const text = await search(program, load, body)
  const { data, hits } = JSON.parse(text) as {
    data?: { results: { name: string }[]; total: number }
    hits?: { hits: { _source: { name: string } }[]; total: { value: number } }
  }
  const names =
    data?.results.map(({ name }) => name) ?? hits?.hits.map(({ _source }) => _source.name)
  const total = data?.total ?? hits?.total.value
  if (
    names?.length !== load.hits ||
    total !== 10_000 ||
    names.at(-1) !== `Organization ${load.hits - 1}`
  ) {
    throw new Error(`${program.name} answers ${text.slice(0, 300)}`)
  }
}

async function search(program: Program, load: Load, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', ...load.headersFor(program) }
  const answer = await program.pool.request({ method: 'POST', path: searchPath, headers, body })
  const text = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`${program.name} answers ${answer.statusCode} ${text.slice(0, 300)}`)
  return text
}
