import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mode } from '../test/support/fault-engine.js'
import {
  type AskingStep,
  askingSteps,
  modes,
  type Outcome,
  outcomeOf,
  outcomeOfAnswer,
} from '../test/support/fault-outcomes.js'
import { amount } from './amount.js'
import { type Faulty, startFaulty } from './faulty.js'
import { atMost, expectNone } from './goals.js'
import { count, outcomesText } from './pace.js'
import { loadOf } from './process-load.js'

/**
 * What callers and the gateway's process notice of a failing engine and a failing upstream: every
 * fault mode, many requests at once. A table shows of each how many answers were right, how many
 * came later than the deadline + 250 ms, and what became of descriptors and resident memory.
 *
 * `npm run build && node dist/bench/faults.js [mode …]`. REQUESTS (500), AT_ONCE (50), DEADLINE_MS
 * (1000), STEPS (search, passthrough, envelope: all) may be set.
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
const steps = askingSteps.filter((step) => (process.env.STEPS ?? step).includes(step))
const selectedModes =
  process.argv.length > 2 ? modes.filter((mode) => process.argv.includes(mode)) : modes

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

const agent = new Agent({ keepAlive: true, maxSockets: atOnce })

/** Asks once. @returns what came of it. */
function send({
  url,
  method,
  headers,
  body,
}: Faulty['questions'][AskingStep]): Promise<Outcome | 'no answer'> {
  return new Promise((resolve) => {
    const question: ClientRequest = request(url, { method, headers, agent })
    question.setTimeout(deadlineMs + 10_000, () => question.destroy())
    let isBegun = false
    question.on('error', () => resolve(isBegun ? 'breaks off' : 'no answer'))
    question.once('response', (answer: IncomingMessage) => {
      isBegun = true
      let text = ''
      answer.on('data', (chunk) => {
        if (text.length < lookedAt) text += chunk
      })
      answer.once('error', () => resolve('breaks off'))
      answer.once('end', () => resolve(outcomeOfAnswer(answer.statusCode!, text)))
    })
    question.end(body)
  })
}

async function measure(
  { pid, questions, order }: Faulty,
  step: AskingStep,
  mode: Mode,
): Promise<Row> {
  const expected = outcomeOf(step, mode)
  const row: Row = { mode, right: 0, hung: 0, slowestMs: 0, peakMb: 0, wrong: new Map() }
  await order(mode)
  const residentMb = loadOf(pid).memory
  const sampling = setInterval(() => {
    row.peakMb = Math.max(row.peakMb, loadOf(pid).memory - residentMb)
  }, 20)
  let left = requests
  const caller = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      const outcome = await send(questions[step])
      const tookMs = performance.now() - startedAt
      row.slowestMs = Math.max(row.slowestMs, tookMs)
      if (tookMs > deadlineMs + graceMs) row.hung++
      if (outcome === expected || (mode === largeChunked && outcome === tooManyLarge)) row.right++
      else count(row.wrong, outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  clearInterval(sampling)
  await order('good')
  return row
}

/** Open descriptors once all kept connections have been closed, here and to the target. */
async function idleDescriptors(pid: number): Promise<number> {
  agent.destroy()
  await wait(idleMs)
  return loadOf(pid).files
}

console.log(
  `node ${process.version}: ${requests} requests of each mode, ${atOnce} at once, deadline ` +
    `${deadlineMs} ms`,
)
const faulty = await startFaulty(deadlineMs)
try {
  for (const step of steps) await measure(faulty, step, 'good') // warm, with its connections open
  const [descriptors, idleMb] = [await idleDescriptors(faulty.pid), loadOf(faulty.pid).memory]
  for (const step of steps) {
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
    const peakMb = (isLarge: boolean) => {
      const ofKind = rows.filter(({ mode }) => (mode === largeChunked) === isLarge)
      return Math.max(0, ...ofKind.map((row) => row.peakMb))
    }
    const [right, hung] = [sum((row) => row.right), sum((row) => row.hung)]
    const kept = (await idleDescriptors(faulty.pid)) - descriptors
    // some modes do not show how long a connection is kept, and the client of Elasticsearch keeps
    // those for ten minutes
    await faulty.order('gone')
    await wait(hangUpMs)
    const left = loadOf(faulty.pid).files - descriptors
    await faulty.order('back')
    console.log(
      `  ${rows.length * requests} requests; ` +
        `${(loadOf(faulty.pid).memory - idleMb).toFixed(0)} MB over idle now; ${kept} ` +
        'connections kept',
    )
    expectNone(`faults, ${step}: other answers than the right one`, rows.length * requests - right)
    expectNone(`faults, ${step}: answers later than the deadline and ${graceMs} ms`, hung)
    atMost(`faults, ${step}: open files more than before`, left, 5)
    atMost(`faults, ${step}: memory that a mode takes`, peakMb(false), mostMb, 'MB')
    atMost(`faults, ${step}: memory of ${largeChunked}`, peakMb(true), mostLargeMb, 'MB')
  }
} finally {
  agent.destroy()
  await faulty.stop()
}
