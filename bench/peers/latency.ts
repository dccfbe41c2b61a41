import type { Came, Job } from '../generator.js'
import { atMost } from '../goals.js'
import { median } from '../latencies.js'
import { wireRequest } from '../wire-client.js'
import type { Caller } from './caller.js'
import type { Field } from './field.js'
import { seconds } from './length.js'
import { searchOf, searchPath } from './measure.js'
import type { Table } from './table.js'

/** A program, and what it is asked. */
type Asked = Omit<Job, 'load' | 'seconds'>

const rounds = 5

/** Of saturation. */
const shares = [0.25, 0.5, 0.75]

/** A program at one rate next to the engine asked directly at the same, in one round. */
interface Pair {
  name: string
  share: number
  perSecond: number
  program: Came
  engine: Came
}

/** Searches a second, their milliseconds, and what these are made of. */
const columns: Record<string, (pair: Pair) => number> = {
  'searches/s': ({ perSecond }) => perSecond,
  'p50 ms': ({ program }) => program.p50,
  'p99 ms': ({ program }) => program.p99,
  'engine p50': ({ engine }) => engine.p50,
  'engine p99': ({ engine }) => engine.p99,
  'added p50': ({ program, engine }) => program.p50 - engine.p50,
  'added p99': ({ program, engine }) => program.p99 - engine.p99,
  'sent late, p99': ({ program }) => program.lateP99,
}

/**
 * How long a search takes at an even rate, a share of what the program answers at most. The engine
 * is asked directly at the same rate in turn with it, to measure what the program adds.
 * What it answers at most is measured again in each round: the machine may be twice as fast in one
 * minute as in the next, and half of what was is all of what is.
 */
export async function latency(
  { engine, limit, gateway, other, token }: Field,
  caller: Caller,
): Promise<Table[]> {
  const search = searchOf(10)
  const direct: Asked = {
    programs: [engine],
    requests: [wireRequest(`/${search.index}/_search`, search.body)],
  }
  const requests = [wireRequest(searchPath, search, token)]
  const programs = [limit, gateway, ...other]
  await caller.warm(programs, requests)
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round++) {
    for (const program of programs) {
      const asked: Asked = { programs: [program], requests }
      const most = await saturation(asked, caller)
      for (const share of shares) {
        const load = { perSecond: share * most }
        const alone = await caller.run({ ...direct, seconds, load })
        const came = await caller.run({ ...asked, seconds, load })
        pairs.push({ name: program.name, share, ...load, program: came, engine: alone })
      }
    }
  }
  const rows = programs.flatMap(({ name }) => {
    const own = pairs.filter((pair) => pair.name === name)
    return shares.map((share) => [
      name,
      `${100 * share} %`,
      ...figures(own.filter((pair) => pair.share === share)),
    ])
  })
  const table = {
    title: 'Latency',
    columns: ['Program', 'of saturation', ...Object.keys(columns)],
    rows,
  }
  compareWithGoals(table)
  return [table]
}

function figures(pairs: readonly Pair[]): number[] {
  return Object.values(columns).map((figureOf) => median(pairs.map(figureOf)))
}

/** Searches a second that are answered when 64 connections ask again at once. */
async function saturation(asked: Asked, caller: Caller): Promise<number> {
  return (await caller.run({ ...asked, seconds, load: { connections: 64 } })).perSecond
}

function compareWithGoals({ columns, rows }: Table): void {
  const row = rows.find(([program, share]) => program === 'gateway' && share === '50 %')!
  const seen = (column: string) => Number(row[columns.indexOf(column)])
  atMost('half of saturation: added to the engine, p50', seen('added p50'), 1, 'ms')
  atMost('half of saturation: added to the engine, p99', seen('added p99'), 4, 'ms')
  atMost('half of saturation: the generator itself was late, p99', seen('sent late, p99'), 1, 'ms')
}
