import { isIPv6 } from 'node:net'
import { request } from 'undici'
import { requiredSetting, setting } from '../kit/config/settings.js'
import { firstLogin, readPassword } from './demo-login.js'

interface Envelope {
  status: string
  data: Record<string, unknown>
  error: { code: string; message: string }
}

/** Receives each answer as it arrives, also those of refused calls. */
export type OnAnswer = (envelope: object) => void

/** Addresses that stand for every one of a machine, and those to call it by. */
const loopback = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

/** Where the gateway listens, by the settings of this shell. */
export function gatewayUrl(): string {
  const bound = requiredSetting('HOST')
  const host = loopback.get(bound) ?? bound
  const scheme = setting('TLS_CERT') === undefined ? 'http' : 'https'
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${requiredSetting('PORT')}`
}

/** The access token of the first account. @throws Error as `post` and `passwordOf`. */
export async function logIn(url: string, onAnswer?: OnAnswer): Promise<string> {
  const login = firstLogin()
  const credentials = { email: login.email, password: readPassword(login) }
  const { accessToken } = await post(`${url}/api/v1/auth/login`, {}, credentials, onAnswer)
  return accessToken as string
}

/** A new API key with the default scopes. @throws Error as `post`. */
export async function createKey(
  url: string,
  token: string,
  name: string,
  onAnswer?: OnAnswer,
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const { key } = await post(`${url}/api/v1/api-keys`, headers, { name }, onAnswer)
  return key as string
}

/** `data` of the answer. @throws Error when nothing answers, or the call is refused. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
  onAnswer?: OnAnswer,
): Promise<Record<string, unknown>> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).catch(({ code }: NodeJS.ErrnoException) => {
    const { origin } = new URL(url)
    throw new Error(
      `nothing answers at ${origin} (${code}). Run \`npm start\` in another terminal, with the same ` +
        'HOST and PORT as here',
    )
  })
  const envelope = (await answer.body.json()) as Envelope
  onAnswer?.(envelope)
  if (envelope.status === 'success') return envelope.data
  const { code, message } = envelope.error
  throw new Error(`the gateway refused the call with HTTP ${answer.statusCode} ${code}: ${message}`)
}
