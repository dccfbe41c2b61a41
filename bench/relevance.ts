import { parseArgs } from 'node:util'
import { answerHelp } from '../kit/process/command.js'
import { askAll, failuresOf, tableOf } from './relevance/ask.js'
import { byId, readExtracts } from './relevance/extracts.js'
import { isHeldOut, readKinds } from './relevance/questions.js'
import { openStage } from './relevance/stage.js'

answerHelp(`usage: npm run relevance [-- --tuning] [--failures]
  asks the questions of bench/relevance through a gateway, and prints how often the organization
  that is meant comes first, in the first three and in the first ten, by kind
  --tuning    only the half that may be looked at while the search is changed
  --failures  names the questions of that half whose first hit is wrong
environment:
  ORGANIZATIONS      folder of the IRS extracts of DC, RI, VT and WY (*.csv.gz)
  ELASTICSEARCH_URL  the node to load them into, instead of the embedded engine`)

/** Asks the questions on the stack that it starts. */
async function ask(folder: string, { tuning = false, failures = false }): Promise<void> {
  const organizations = await readExtracts(folder)
  const known = byId(organizations)
  const stage = await openStage(organizations)
  try {
    const kinds = readKinds().map((kind) => ({
      ...kind,
      questions: kind.questions.filter((one) => !tuning || !isHeldOut(one)),
    }))
    const asked = await askAll(stage, kinds, known)
    if (failures) for (const line of failuresOf(asked, known)) console.log(line)
    console.log(`${asked.length} questions, right in per cent:\n${tableOf(asked)}`)
  } finally {
    await stage.stop()
  }
}

const { values } = parseArgs({
  options: {
    tuning: { type: 'boolean' },
    failures: { type: 'boolean' },
  },
})
const folder = process.env.ORGANIZATIONS
if (!folder)
  console.log('relevance: ORGANIZATIONS names no folder of IRS extracts; nothing is asked')
else await ask(folder, values)
process.exit()
