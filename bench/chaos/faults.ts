import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mode } from '../../test/support/fault-engine.js'
import {
  type AskingStep,
  askingSteps,
  modes,
  type Outcome,
  outcomeOf,
  outcomeOfAnswer,
} from '../../test/support/fault-outcomes.js'
import { amount } from '../amount.js'
import { count, outcomesText, pace, saturate } from '../pace.js'
import { loadOf } from '../process-load.js'
import { atMost, expectNone, percentile } from '../report.js'
import { type Faulty, type StepRequest, startFaulty } from './faulty.js'

/**
 * What callers and the gateway's process notice of a failing engine and a failing upstream: every
 * fault mode, many requests at once, and a steady load while what is asked is gone for some
 * seconds. A table shows of each mode how many answers were right, how many came later than the
 * deadline + 250 ms, and what became of resident memory. REQUESTS (500), AT_ONCE (50), DEADLINE_MS
 * (1000), STEPS (search, passthrough, envelope: all), MODE (the beginning of a name: those alone),
 * RATE (200 requests a second) and GONE (5 seconds).
 */

interface Row {
  mode: Mode
  right: number
  hung: number
  slowestMs: number
  peakMb: number
  wrong: Map<string, number>
}

const requests = amount('REQUESTS', 500)
const atOnce = amount('AT_ONCE', 50)
const deadlineMs = amount('DEADLINE_MS', 1000)
const [rate, goneSeconds] = [amount('RATE', 200), amount('GONE', 5)]
const steps = askingSteps.filter((step) => (process.env.STEPS ?? step).includes(step))
const selectedModes = modes.filter((mode) => mode.startsWith(process.env.MODE ?? ''))

/** Later than this after the deadline an answer counts as hung. */
const graceMs = 250

/** Longer than the gateway keeps an idle connection to what it asks. */
const idleMs = 7000

/** In which the gateway notices that its kept connections have been closed. */
const hangUpMs = 1000

/** An answer's text is looked at so far: an envelope is shorter. */
const lookedAt = 65_536

/** All large answers together may take as much memory as two of the largest; others get this. */
const largeChunked: Mode = '300 MB, chunked'
const tooManyLarge = 'OVERLOADED'

/** Two of the largest take 32 MB, and again as much in each collection that is still due. */
const [mostMb, mostLargeMb] = [64, 128]

const agent = new Agent({ keepAlive: true })

/** Asks once. @returns what came of it. */
function send({ url, method, headers, body }: StepRequest): Promise<Outcome | 'no answer'> {
  return new Promise((resolve) => {
    const sent: ClientRequest = request(url, { method, headers, agent })
    sent.setTimeout(deadlineMs + 10_000, () => sent.destroy())
    let isBegun = false
    sent.on('error', () => resolve(isBegun ? 'breaks off' : 'no answer'))
    sent.once('response', (answer: IncomingMessage) => {
      isBegun = true
      let text = ''
      answer.on('data', (chunk) => {
        if (text.length < lookedAt) text += chunk
      })
      answer.once('error', () => resolve('breaks off'))
      answer.once('end', () => resolve(outcomeOfAnswer(answer.statusCode!, text)))
    })
    sent.end(body)
  })
}

async function measure({ pid, calls, order }: Faulty, step: AskingStep, mode: Mode): Promise<Row> {
  const expected = outcomeOf(step, mode)
  const row: Row = { mode, right: 0, hung: 0, slowestMs: 0, peakMb: 0, wrong: new Map() }
  await order(mode)
  const residentMb = loadOf(pid).memory
  const sampling = setInterval(() => {
    row.peakMb = Math.max(row.peakMb, loadOf(pid).memory - residentMb)
  }, 20)
  const { latenciesMs } = await saturate(atOnce, { calls: requests }, async () => {
    const outcome = await send(calls[step])
    if (outcome === expected || (mode === largeChunked && outcome === tooManyLarge)) row.right++
    else count(row.wrong, outcome)
    return outcome
  })
  clearInterval(sampling)
  row.hung = latenciesMs.filter((ms) => ms > deadlineMs + graceMs).length
  row.slowestMs = Math.max(...latenciesMs)
  await order('good')
  return row
}

/** Open descriptors once all kept connections have been closed, here and to the target. */
async function idleDescriptors(pid: number): Promise<number> {
  agent.destroy()
  await wait(idleMs)
  return loadOf(pid).files
}

/** All modes of a step. @param descriptors Open before. */
async function allModes(faulty: Faulty, step: AskingStep, descriptors: number): Promise<void> {
  console.log(`\n${step.padEnd(31)} right %   hung  max ms   +MB  expected`)
  const rows: Row[] = []
  for (const mode of selectedModes) {
    const row = await measure(faulty, step, mode)
    rows.push(row)
    const figures = [
      ((100 * row.right) / requests).toFixed(1).padStart(7),
      String(row.hung).padStart(6),
      row.slowestMs.toFixed(0).padStart(7),
      row.peakMb.toFixed(0).padStart(5),
    ]
    const wrong = row.wrong.size > 0 ? `; instead: ${outcomesText(row.wrong)}` : ''
    console.log(`  ${mode.padEnd(30)}${figures.join(' ')}  ${outcomeOf(step, mode)}${wrong}`)
  }
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  const peakMb = (isLarge: boolean) =>
    Math.max(
      0,
      ...rows.filter(({ mode }) => (mode === largeChunked) === isLarge).map((row) => row.peakMb),
    )
  await idleDescriptors(faulty.pid)
  // some modes do not show how long a connection is kept, and the client of Elasticsearch keeps
  // those for ten minutes
  await faulty.order('gone')
  await wait(hangUpMs)
  const left = loadOf(faulty.pid).files - descriptors
  await faulty.order('back')
  const wrong = rows.length * requests - sum((row) => row.right)
  expectNone(`faults, ${step}: other answers than the right one`, wrong)
  expectNone(
    `faults, ${step}: answers later than the deadline and ${graceMs} ms`,
    sum((row) => row.hung),
  )
  atMost(`faults, ${step}: open files more than before`, left, 5)
  atMost(`faults, ${step}: memory that a mode takes`, peakMb(false), mostMb, 'MB')
  atMost(`faults, ${step}: memory of ${largeChunked}`, peakMb(true), mostLargeMb, 'MB')
}

/** A steady load while what a step asks is gone: how fast it fails, and how soon it succeeds. */
async function gone({ calls, order }: Faulty, step: AskingStep): Promise<void> {
  const seen: { startedAt: number; endedAt: number; outcome: string }[] = []
  const load = pace(rate, 4 + goneSeconds, async () => {
    const startedAt = performance.now()
    const outcome = await send(calls[step])
    seen.push({ startedAt, endedAt: performance.now(), outcome })
    return outcome
  })
  await wait(2000)
  await order('gone')
  const goneAt = performance.now()
  await wait(goneSeconds * 1000)
  await order('back')
  const backAt = performance.now()
  await load
  const meanwhile = seen.filter((one) => one.startedAt > goneAt && one.endedAt < backAt)
  const failedMs = meanwhile.map(({ startedAt, endedAt }) => endedAt - startedAt)
  const successes = seen.filter((one) => one.endedAt > backAt && one.outcome === 'data')
  const what = `faults, ${step} gone for ${goneSeconds} s`
  atMost(`${what}: answered meanwhile within, p99`, percentile(failedMs, 0.99), 100, 'ms')
  const firstMs = Math.min(...successes.map(({ endedAt }) => endedAt)) - backAt
  atMost(`${what}: first success after its return`, firstMs, 1000, 'ms')
}

const faulty = await startFaulty(deadlineMs)
try {
  for (const step of steps) await measure(faulty, step, 'good') // warm, with its connections open
  const descriptors = await idleDescriptors(faulty.pid)
  for (const step of steps) await allModes(faulty, step, descriptors)
  for (const step of steps.filter((one) => one !== 'passthrough')) await gone(faulty, step)
} finally {
  agent.destroy()
  await faulty.stop()
}
