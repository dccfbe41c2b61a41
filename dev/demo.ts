import { request } from 'undici'
import { setting } from '../kit/settings.js'
import { quickStart } from './banner.js'
import { firstLogin, passwordOf } from './demo-login.js'

/** `npm run demo`: logs in, mints a key, searches; prints each curl line before its answer, secrets shortened. */
async function main(): Promise<void> {
  const host = setting('HOST') === '0.0.0.0' ? '127.0.0.1' : setting('HOST')
  const url = `${setting('TLS_CERT') ? 'https' : 'http'}://${host}:${setting('PORT')}`
  const login = firstLogin()
  const [first, second, third] = quickStart(url, login)

  console.log(`# 1. log in\n${first!.curl}\n`)
  const credentials = { email: login.email, password: passwordOf(login) }
  const tokens = await call(`${url}/api/v1/auth/login`, {}, credentials)
  console.log(`# 2. mint a key\n${second!.curl}\n`)
  const authorization = `Bearer ${tokens.accessToken as string}`
  const { key } = await call(`${url}/api/v1/api-keys`, { authorization }, { name: 'first key' })
  console.log(`# 3. search\n${third!.curl}\n`)
  const search = { index: 'organization-serp*', body: { query: { match: { name: 'water' } }, size: 2 } }
  await call(`${url}/api/v1/organizations/search`, { 'x-api-key': key as string }, search)
}

async function call(url: string, headers: Record<string, string>, body: object): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(`nothing answers at ${url}. Is \`npm start\` running (HOST and PORT as here)?`)
  })
  const envelope = (await answer.body.json()) as { status: string; data: Record<string, unknown> }
  console.log(`${JSON.stringify(envelope, shortenSecrets, 2)}\n`)
  if (envelope.status !== 'success') throw new Error(`the call was refused with HTTP ${answer.statusCode}`)
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
