import type { Came } from '../generator.js'
import { figureOf } from '../report.js'
import { wireRequest } from '../wire-client.js'
import type { Caller } from './caller.js'
import type { Field, Program } from './field.js'
import { length, measure, requestOf, saturation, searchOf } from './measure.js'

/** Figures as they are printed. */
export interface Table {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

const all = ({ leanest, others, gateway }: Field) => [leanest, ...others, gateway]

/** CPU time of one search of 10 hits for each program; of the gateway also by an API key. */
export async function cpu(field: Field, caller: Caller): Promise<Table> {
  const byToken = all(field).map((program) => [program, requestOf(field, 10)] as const)
  const byKey = { ...field.gateway, name: 'gateway, API key' }
  const programs = [...byToken, [byKey, requestOf(field, 10, field.key)] as const]
  const found = await measure(caller, programs, 10)
  return {
    title: 'CPU of a search of 10 hits',
    columns: ['Program', 'CPU µs', 'of the leanest', 'searches/s', 'MB'],
    rows: found.map(({ program, cpu, ofFirst, perSecond, memoryMb }) => [
      ...[program.name, figureOf(cpu), figureOf(ofFirst), figureOf(perSecond), String(memoryMb)],
    ]),
  }
}

/** CPU time over the hits of an answer, 0.6 KB each. */
export async function hits(field: Field, caller: Caller): Promise<Table> {
  const rows: string[][] = []
  for (const count of [1, 10, 100, 1000]) {
    const programs = all(field).map((program) => [program, requestOf(field, count)] as const)
    const found = await measure(caller, programs, count, Math.min(1, 20 / count))
    rows.push([
      String(count),
      ...found.map(({ cpu }) => figureOf(cpu)),
      figureOf(found.at(-1)!.ofFirst),
    ])
  }
  const names = all(field).map(({ name }) => name)
  return {
    title: 'CPU µs of a search over the hits of its answer',
    columns: ['hits', ...names, 'gateway of the leanest'],
    rows,
  }
}

/**
 * How long a search takes at an even rate, half of what the program answers at most, which is
 * measured again in each round. The engine is asked directly at the same rate in turn with it, so
 * that what the program adds shows.
 */
export async function latency(field: Field, caller: Caller): Promise<Table> {
  const search = searchOf(10)
  const direct = wireRequest(`/${search.index}/_search`, search.body)
  const request = requestOf(field, 10)
  const rows: string[][] = []
  for (const program of all(field)) {
    const pairs: { perSecond: number; engine: Came; came: Came }[] = []
    for (let round = 0; round <= length.rounds / 3; round++) {
      const perSecond = (await saturation(caller, program, request)).perSecond / 2
      const at = ({ url, pid }: Program, text: string) =>
        caller.run({ url, pid, requests: [text], load: { perSecond, seconds: length.seconds } })
      pairs.push({
        perSecond,
        engine: await at(field.engine, direct),
        came: await at(program, request),
      })
    }
    const figures: ((pair: (typeof pairs)[number]) => number)[] = [
      ({ perSecond }) => perSecond,
      ({ came }) => came.p50,
      ({ came }) => came.p99,
      ({ came, engine }) => came.p50 - engine.p50,
      ({ came, engine }) => came.p99 - engine.p99,
      ({ came }) => came.lateP99,
    ]
    // the first round warms
    rows.push([program.name, ...figures.map((of) => figureOf(pairs.slice(1).map(of)))])
  }
  return {
    title: 'Latency at half of saturation, in ms',
    columns: ['Program', 'searches/s', 'p50', 'p99', 'added p50', 'added p99', 'sent late, p99'],
    rows,
  }
}
