import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { amount } from '../amount.js'
import { addressOf } from '../call.js'
import { count, outcomesText, saturate } from '../pace.js'
import { atLeast, atMost, median, spread } from '../report.js'
import { makeKeys, startStack } from '../running.js'
import { wireSearch } from '../searches.js'
import { WireClient } from '../wire-client.js'

/**
 * What overload does: the whole product with the embedded engine is asked as fast as it can answer
 * (closed loop), then twice as often (open loop, from several users), then hardly at all, in turns
 * that end with the first: a machine's peak differs by a third within a minute. Prints the peaks,
 * what was served and shed at twice the peak before, and how soon a single search is as quick as
 * before. SECONDS (60, of all turns), TURNS (6), TIMES (2), USERS (8), CONNECTIONS (2000).
 */

const seconds = amount('SECONDS', 60)
const turns = amount('TURNS', 6)
const times = amount('TIMES', 2)
const callers = 64
/**
 * Requests under way, each over a connection of its own: callers have no more, and hold back what
 * is beyond.
 */
const connections = amount('CONNECTIONS', 2000)

interface Outcome {
  what: string
  ms: number
}

const stack = await startStack()
const client = new WireClient(stack.addresses.gateway.url)
try {
  const emails = Array.from({ length: amount('USERS', 8) }, (_, i) => `user${i}@example.org`)
  const requests = (await makeKeys(stack, emails)).map((key, i) => wireSearch(key, addressOf(i)))
  const ask = async (i: number): Promise<Outcome> => {
    const startedAt = performance.now()
    const what = await client.send(requests[i % requests.length]!, true)
    return { what, ms: performance.now() - startedAt }
  }
  await peakOf(ask) // warms both
  const base = await baseline(ask)
  console.log(`alone a search takes ${base.toFixed(1)} ms (median)`)
  let peak = await peakOf(ask)
  console.log(`at most ${peak.toFixed(0)} searches a second`)
  const shares: number[] = []
  const recoveries: number[] = []
  for (let i = 0; i < turns; i++) {
    const served = await overload(ask, peak, seconds / turns)
    recoveries.push(await recovery(ask, base))
    const later = await peakOf(ask)
    shares.push((served / ((peak + later) / 2)) * 100)
    console.log(
      `  ${served.toFixed(0)} a second; at most ${later.toFixed(0)} afterwards: ` +
        `${shares.at(-1)?.toFixed(0)} %`,
    )
    peak = later
  }
  atMost(
    'overload: as quick as before (within twice the median) after',
    Math.max(...recoveries),
    2000,
    'ms',
  )
  atLeast('overload: served of the mean of the peaks around it, median', median(shares), 80, '%')
} finally {
  client.close()
  await stack.stop()
}

/** One after the other. @returns the median, in milliseconds. */
async function baseline(ask: (i: number) => Promise<Outcome>): Promise<number> {
  const all: number[] = []
  for (let i = 0; i < 200; i++) all.push((await ask(i)).ms)
  return median(all)
}

/** Searches a second that are served, with as many callers as keep it busy. */
async function peakOf(ask: (i: number) => Promise<Outcome>): Promise<number> {
  const seconds = 5
  const { outcomes } = await saturate(callers, { seconds }, async (i) => (await ask(i)).what)
  return (outcomes.get('200') ?? 0) / seconds
}

/** @returns searches served a second. */
async function overload(
  ask: (i: number) => Promise<Outcome>,
  peak: number,
  forSeconds: number,
): Promise<number> {
  const outcomes = new Map<string, number>()
  const served: number[] = []
  const shed: number[] = []
  const began = performance.now()
  let underWay = 0
  let heldBack = 0
  const one = async (i: number) => {
    underWay++
    const { what, ms } = await ask(i)
    underWay--
    count(outcomes, what)
    if (what === '200') served.push(ms)
    else shed.push(ms)
  }
  let servedInTime = 0
  for (let i = 0; performance.now() - began < forSeconds * 1000; ) {
    const due = Math.floor(((performance.now() - began) / 1000) * times * peak)
    // what is held back costs no more than its count: the generator shares the processors with what
    // it measures
    for (; i < due; i++) {
      if (underWay < connections) void one(i)
      else heldBack++
    }
    servedInTime = served.length
    await wait(1)
  }
  while (underWay > 0) await wait(1)
  outcomes.set('held back', heldBack)
  console.log(
    `${(times * peak).toFixed(0)} a second for ${forSeconds} s: ${outcomesText(outcomes)}`,
  )
  if (shed.length > 0) console.log(`  shed: ${spread(shed)}`)
  console.log(`  served: ${spread(served)}`)
  return servedInTime / forSeconds
}

/** Milliseconds until ten searches in a row are quick again. */
async function recovery(ask: (i: number) => Promise<Outcome>, base: number): Promise<number> {
  const endedAt = performance.now()
  let quickSince = performance.now()
  for (let inRow = 0; inRow < 10 && performance.now() - endedAt < 30_000; ) {
    const { what, ms } = await ask(0)
    if (what === '200' && ms <= 2 * base) inRow++
    else {
      inRow = 0
      quickSince = performance.now()
    }
  }
  return quickSince - endedAt
}
