import { setTimeout as wait } from 'node:timers/promises'
import { computeElsewhere, ready, startChild } from '../child.js'
import { count, failures, type Measured, outcomesText } from '../pace.js'
import { atMost, expectNone, median, percentile, spread } from '../report.js'
import { WireClient } from '../wire-client.js'

/** Sends a request; an answer of any kind counts. */
type Send = (request: string) => Promise<void>

/** In a process of its own: many callers at once. Tells its parent every half second what came. */
export async function flood(
  url: string,
  callers: number,
  call: (send: Send) => Promise<void>,
): Promise<void> {
  computeElsewhere(process.pid)
  ready('flood')
  const client = new WireClient(url)
  const outcomes = new Map<string, number>()
  setInterval(() => process.send?.(outcomesText(outcomes)), 500)
  const send: Send = async (request) => count(outcomes, await client.send(request, true))
  await Promise.all(Array.from({ length: callers }, () => call(send)))
}

interface Flooded {
  /** Name of the flood, for the report. */
  flood: string
  /** The module that floods when it is started with `flood` and these options. */
  module: string
  options: object
  rounds: number
  /** Most that the p99 of good callers may be, in times of that without the flood. */
  atMost: number
  /** Good callers for a while. */
  measure(): Promise<Measured>
}

/** Measures good callers alone and next to a flood, by turns, and compares. */
export async function besideFlood(flooded: Flooded): Promise<void> {
  const { flood, module, options, rounds, measure } = flooded
  const times: number[] = []
  let failed = 0
  for (let round = 1; round <= rounds; round++) {
    const alone = await measure()
    const { process: child } = await startChild(module, {
      args: ['flood', JSON.stringify(options)],
    })
    let came = 'no answer yet'
    child.on('message', (text: string) => {
      came = text
    })
    const beside = await measure()
    child.kill()
    await wait(3000) // what the engine still runs of it
    console.log(`  alone: ${spread(alone.latenciesMs)}; ${outcomesText(alone.outcomes)}`)
    console.log(`  beside: ${spread(beside.latenciesMs)}; ${outcomesText(beside.outcomes)}`)
    console.log(`  of the flood: ${came}`)
    times.push(percentile(beside.latenciesMs, 0.99) / percentile(alone.latenciesMs, 0.99))
    failed += failures(beside.outcomes)
  }
  const all = times.map((one) => one.toFixed(2)).join(', ')
  atMost(
    `${flood}: p99 of others, times that alone, median of ${all}`,
    median(times),
    flooded.atMost,
  )
  expectNone(`${flood}: searches of others not answered with 200`, failed)
}
