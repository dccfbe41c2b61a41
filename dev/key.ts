import { parseArgs } from 'node:util'
import { renderCauses } from '../kit/log/causes.js'
import { answerHelp } from '../kit/process/command.js'
import { createKey, gatewayUrl, logIn } from './demo-calls.js'

answerHelp(`usage: KEY=$(npm run --silent key)
  creates an API key for the demo user of the running npm start, and prints it alone`)

async function main(): Promise<void> {
  parseArgs() // refuses all options
  const url = gatewayUrl()
  console.log(await createKey(url, await logIn(url), 'npm run key'))
}

main().catch((error: Error) => {
  console.error(renderCauses(error))
  process.exit(1)
})
