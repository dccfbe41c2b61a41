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

const rounds = 3

/** Of saturation. */
const shares = [0.25, 0.5, 0.75]

/** Milliseconds of a search at one rate, and what they are made of. */
const columns: Record<string, (program: Came, engine: Came) => number> = {
  'p50 ms': (program) => program.p50,
  'p99 ms': (program) => program.p99,
  'engine p50': (_, engine) => engine.p50,
  'engine p99': (_, engine) => engine.p99,
  'added p50': (program, engine) => program.p50 - engine.p50,
  'added p99': (program, engine) => program.p99 - engine.p99,
  'sent late, p99': (program) => program.lateP99,
}

/**
 * How long a search takes at an even rate, a share of what the program answers at most. The engine is asked directly at the same
 * rate in turn with it, so that it can be told what the program adds.
 */
export async function latency({ engine, limit, gateway, other, token }: Field, caller: Caller): Promise<Table[]> {
  const search = searchOf(10)
  const direct: Asked = { programs: [engine], requests: [wireRequest(`/${search.index}/_search`, search.body)] }
  const rows: (string | number)[][] = []
  const requests = [wireRequest(searchPath, search, token)]
  await caller.warm([limit, gateway, ...other], requests)
  for (const program of [limit, gateway, ...other]) {
    const asked: Asked = { programs: [program], requests }
    const most = await saturation(asked, caller)
    for (const share of shares) {
      const load = { perSecond: share * most }
      const came: [Came, Came][] = []
      for (let round = 0; round < rounds; round++) {
        const alone = await caller.run({ ...direct, seconds, load })
        came.push([await caller.run({ ...asked, seconds, load }), alone])
      }
      const times = Object.values(columns).map((figureOf) => median(came.map((one) => figureOf(...one))))
      rows.push([program.name, `${100 * share} %`, load.perSecond, ...times])
    }
  }
  const table = { title: 'Latency', columns: ['Program', 'of saturation', 'searches/s', ...Object.keys(columns)], rows }
  judge(table)
  return [table]
}

/** Searches a second that are answered when 64 connections ask again at once. */
export async function saturation(asked: Asked, caller: Caller): Promise<number> {
  const peaks: number[] = []
  for (let round = 0; round < rounds; round++) {
    peaks.push((await caller.run({ ...asked, seconds, load: { connections: 64 } })).perSecond)
  }
  return median(peaks)
}

function judge({ columns, rows }: Table): void {
  const row = rows.find(([program, share]) => program === 'gateway' && share === '50 %')!
  const seen = (column: string) => Number(row[columns.indexOf(column)])
  atMost('half of saturation: added to the engine, p50', seen('added p50'), 1, 'ms')
  atMost('half of saturation: added to the engine, p99', seen('added p99'), 4, 'ms')
  atMost('half of saturation: the generator itself was late, p99', seen('sent late, p99'), 1, 'ms')
}
