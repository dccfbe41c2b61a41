import { parseArgs } from 'node:util'
import { renderCauses } from '../kit/log/causes.js'
import { answerHelp, endWhenUnread } from '../kit/process/command.js'
import { createKey, gatewayUrl, logIn, post } from './demo-calls.js'
import { firstLogin } from './demo-login.js'
import { demoCalls, firstSearch } from './quick-start.js'

answerHelp(`usage: npm run demo
  logs in at the running npm start, creates an API key and searches; prints each call as a line of
  curl with its answer`)
endWhenUnread()

/** Prints each call before its answer, secrets shortened. */
async function main(): Promise<void> {
  parseArgs() // refuses all options
  const url = gatewayUrl()
  const [login, creation, search] = demoCalls(url, firstLogin())

  console.log(`# 1. log in\n${login}\n`)
  const token = await logIn(url, show)
  console.log(`# 2. create a key\n${creation}\n`)
  const key = await createKey(url, token, 'first key', show)
  console.log(`# 3. search\n${search}\n`)
  await post(`${url}/api/v1/organizations/search`, { 'x-api-key': key }, firstSearch, show)
}

function show(envelope: object): void {
  console.log(`${JSON.stringify(envelope, shortenSecrets, 2)}\n`)
}

function shortenSecrets(name: string, value: unknown): unknown {
  const secret = name === 'accessToken' || name === 'refreshToken' || name === 'key'
  return secret && typeof value === 'string' ? `${value.slice(0, 16)}…` : value
}

main().catch((error: Error) => {
  console.error(renderCauses(error))
  process.exit(1)
})
