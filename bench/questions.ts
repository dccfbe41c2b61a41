import { randomFrom } from '../dev/samples/random.js'
import { answerHelp } from '../kit/process/command.js'
import { amount } from './amount.js'
import { answerTo, callOf } from './relevance/ask.js'
import { readExtracts } from './relevance/extracts.js'
import { readKinds } from './relevance/questions.js'
import { openStage } from './relevance/stage.js'
import { spread } from './report.js'

/**
 * How long the questions of `npm run relevance` take through a gateway, one after the other:
 * `npm run bench:questions`. To compare two builds, run them in turns on one node.
 */
answerHelp(`usage: npm run bench:questions
  asks questions of all kinds through a gateway, and prints how long the answers took
environment:
  ORGANIZATIONS      folder of the IRS extracts of DC, RI, VT and WY (*.csv.gz)
  ELASTICSEARCH_URL  the node to load them into, instead of the embedded engine
  QUESTIONS, WARM    how many count (1000), and how many are asked before them (300)
  SEED               of their order (1)`)

/** Questions of all kinds in random order, again from the first one when all were asked. */
function* mixedCalls(): Generator<string> {
  const calls = readKinds().flatMap((kind) => kind.questions.map((one) => callOf(kind, one)))
  const mixed = randomFrom(amount('SEED', 1)).shuffled(calls)
  while (true) yield* mixed
}

async function measure(folder: string): Promise<void> {
  const stage = await openStage(await readExtracts(folder))
  try {
    const calls = mixedCalls()
    const timesOf = async (count: number) => {
      const times: number[] = []
      for (let i = 0; i < count; i++) {
        const beganAt = performance.now()
        await answerTo(stage, calls.next().value)
        times.push(performance.now() - beganAt)
      }
      return times
    }
    await timesOf(amount('WARM', 300))
    const times = await timesOf(amount('QUESTIONS', 1000))
    console.log(`${times.length} questions: ${spread(times)}`)
  } finally {
    await stage.stop()
  }
}

const folder = process.env.ORGANIZATIONS
if (folder) await measure(folder)
else console.log('bench:questions: ORGANIZATIONS names no folder of IRS extracts; nothing is asked')
process.exit()
