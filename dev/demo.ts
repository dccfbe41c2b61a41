import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import { request } from 'undici'
import { requiredSetting, setting } from '../kit/config/settings.js'
import { answerHelp, endWhenUnread } from '../kit/process/command.js'
import { firstLogin, passwordOf } from './demo-login.js'
import { quickStart } from './quick-start.js'

answerHelp(`usage: npm run demo
  logs in at the running npm start, creates an API key and searches; prints each call as a line of
  curl with its answer`)
endWhenUnread()

/**
 * `npm run demo`: logs in, mints a key, searches; prints each curl line before its answer, secrets
 * shortened.
 */
async function main(): Promise<void> {
  parseArgs() // refuses all options
  const url = gatewayUrl()
  const login = firstLogin()
  const [first, second, third] = quickStart(url, login)

  console.log(`# 1. log in\n${first!.curl}\n`)
  const credentials = { email: login.email, password: passwordOf(login) }
  const tokens = await call(`${url}/api/v1/auth/login`, {}, credentials)
  console.log(`# 2. mint a key\n${second!.curl}\n`)
  const authorization = `Bearer ${tokens.accessToken as string}`
  const { key } = await call(`${url}/api/v1/api-keys`, { authorization }, { name: 'first key' })
  console.log(`# 3. search\n${third!.curl}\n`)
  const search = {
    index: 'organization-serp*',
    body: { query: { match: { name: 'water' } }, size: 2 },
  }
  await call(`${url}/api/v1/organizations/search`, { 'x-api-key': key as string }, search)
}

/** Addresses that stand for every one of a machine, and those to call it by. */
const loopback = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Where the gateway listens, by the settings of this shell. */
function gatewayUrl(): string {
  const bound = requiredSetting('HOST')
  const host = loopback.get(bound) ?? bound
  const scheme = setting('TLS_CERT') === undefined ? 'http' : 'https'
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${requiredSetting('PORT')}`
}

async function call(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      `nothing answers at ${url} (${code}). Is \`npm start\` running (HOST and PORT as here)?`,
    )
  })
  const envelope = (await answer.body.json()) as { status: string; data: Record<string, unknown> }
  console.log(`${JSON.stringify(envelope, shortenSecrets, 2)}\n`)
  if (envelope.status !== 'success')
    throw new Error(`the call was refused with HTTP ${answer.statusCode}`)
  return envelope.data
}

function shortenSecrets(name: string, value: unknown): unknown {
  const secret = name === 'accessToken' || name === 'refreshToken' || name === 'key'
  return secret && typeof value === 'string' ? `${value.slice(0, 16)}…` : value
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
