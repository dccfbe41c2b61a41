import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import type { Came, Job } from '../generator.js'
import { atMost } from '../goals.js'
import { median } from '../latencies.js'
import { childrenOf, loadOf } from '../process-load.js'
import { wireRequest } from '../wire-client.js'
import type { Caller } from './caller.js'
import type { Field } from './field.js'
import { seconds } from './length.js'
import { searchOf, searchPath } from './measure.js'
import type { Table } from './table.js'

const rounds = 3

const columns = [
  ...['load', '1 worker, CPU µs', '2 workers', '2 gateways', '2 workers of 1', '2 gateways of 1'],
  ...['1 worker, searches/s', '2 workers, searches/s', '2 gateways, searches/s'],
]

/** What all are asked: as much as they can answer, and an even rate that leaves each time. */
const loads: Record<string, Job['load']> = {
  '64 connections': { connections: 64 },
  '1,000 a second': { perSecond: 1000 },
}

/** Growth can be measured from a start's after this many minutes. */
const leastMinutes = 5

/**
 * Two workers next to one, and next to two gateways that know nothing of each other, which shows
 * what the machine makes of two processes: CPU of a search, with the primaries that lead the
 * workers; then the memory of each worker over MINUTES (0.5).
 */
export async function workers(
  { gateway, startOther, token }: Field,
  caller: Caller,
): Promise<Table[]> {
  const two = await startOther('gateway, 2 workers', { WORKERS: '2' })
  const second = await startOther('second gateway', {})
  const requests = [wireRequest(searchPath, searchOf(10), token)]
  const sides = [[gateway], [two], [gateway, second]]
  await caller.warm([gateway, two, second, two], requests) // each worker has half of it
  const rows: (string | number)[][] = []
  for (const [name, load] of Object.entries(loads)) {
    const found: Came[][] = []
    for (let round = 0; round < rounds; round++) {
      const came: Came[] = []
      for (const programs of sides)
        came.push(await caller.run({ programs, requests, seconds, load }))
      found.push(came)
    }
    const of = (figure: (one: Came, side: Came) => number) =>
      sides.map((_, i) => median(found.map((came) => figure(came[0]!, came[i]!))))
    const [, ratio, ratioApart] = of((one, side) => side.cpu / one.cpu) as [number, number, number]
    rows.push([
      name,
      ...of((_, side) => side.cpu),
      ratio,
      ratioApart,
      ...of((_, side) => side.perSecond),
    ])
    if ('connections' in load) atMost('2 workers: CPU of a search, of that with one', ratio, 1.1)
  }
  const memory = await memoryOf(two.pid, (forSeconds) =>
    caller.run({ programs: [two], requests, seconds: forSeconds, load: { perSecond: 500 } }),
  )
  return [{ title: 'Two workers', columns, rows }, memory]
}

/** What a process had resident at a moment. */
interface Look {
  /** Minutes since it was asked first. */
  atMinute: number
  /** MB. */
  memory: number
}

const peak = (looks: readonly Look[]) => Math.max(...looks.map(({ memory }) => memory))

/**
 * MB a minute by which the peak of the last third of the time is above that of the second; in the
 * first a process still gives back what it took at saturation. Peaks, because memory goes up and
 * down by 15 MB from one collection of all garbage to the next, two or three minutes later.
 */
function growth(looks: readonly Look[]): number {
  const minutes = looks.at(-1)!.atMinute / 3
  const third = (n: number) =>
    looks.filter(({ atMinute }) => Math.min(Math.floor(atMinute / minutes), 2) === n)
  return (peak(third(2)) - peak(third(1))) / minutes
}

/** Looks at each worker while it is asked. */
async function memoryOf(
  leader: number,
  ask: (seconds: number) => Promise<unknown>,
): Promise<Table> {
  const minutes = amount('MINUTES', 0.5)
  const pids = childrenOf(leader)
  const looks = pids.map(() => [] as Look[])
  const beganAt = performance.now()
  let isOver = false
  const asked = ask(minutes * 60).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await wait(1000)
    const atMinute = (performance.now() - beganAt) / 60_000
    for (const [i, pid] of pids.entries()) looks[i]!.push({ atMinute, memory: loadOf(pid).memory })
  }
  await asked
  const rows = looks.map((all, i) => [`worker ${i + 1}`, all[0]!.memory, peak(all), growth(all)])
  const worst = (column: number) => Math.max(...rows.map((row) => Number(row[column])))
  atMost('2 workers: memory of each', worst(2), 130, 'MB')
  if (minutes >= leastMinutes)
    atMost('2 workers: memory of each grows a minute by', worst(3), 0.5, 'MB')
  const columns = ['Process', 'MB at first', 'MB at most', 'MB a minute']
  return { title: `Memory at 500 searches a second, ${minutes} minutes`, columns, rows }
}
