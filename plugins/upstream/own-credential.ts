import type { IncomingMessage } from 'node:http'
import { secretName } from '../../kit/config/secret-forms.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { unavailable } from './failure.js'
import { credentials, plainName } from './header-names.js'
import type { WrittenHeaders } from './header-rules.js'

/** The gateway's user at the service; empty: none. */
export interface BasicAuth {
  username?: string
  password?: string
}

/** The parameters of a step that concern credentials. */
interface CredentialParams {
  headers: WrittenHeaders
  basicAuth: BasicAuth
  forwardCredentials: boolean
}

/** The header of basic authentication (RFC 7617), or none. */
export function basicHeader({ username, password }: BasicAuth): Record<string, string> {
  if (username === undefined) return {}
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/**
 * Whether the operator has set a credential of the gateway's own: then 401 and 403 of the service
 * are about it.
 */
export function hasOwnCredential({ headers, basicAuth }: CredentialParams): boolean {
  const names = Object.keys(headers.request?.set ?? {})
  return basicAuth.username !== undefined || names.some((name) => secretName.test(name))
}

/** Own credentials that are invalid, duplicate, or combined with forwarding the caller's. */
export function credentialMistakes({
  headers,
  basicAuth,
  forwardCredentials,
}: CredentialParams): Diagnostic[] {
  const set = Object.keys(headers.request?.set ?? {})
  const places = [
    ...set
      .filter((name) => credentials.includes(plainName(name)))
      .map((name) => ['headers', 'request', 'set', name]),
    ...(Object.keys(basicAuth).length > 0 ? [['basicAuth']] : []),
  ]
  const found: Diagnostic[] = []
  if (forwardCredentials) {
    const message =
      '"forwardCredentials" forwards the credential of the caller, and this would replace it'
    const remedy = 'remove one of the two'
    found.push(...places.map((path) => ({ path, rule: 'credential-twice', message, remedy })))
  }
  const authorization = set.find((name) => plainName(name) === 'authorization')
  if (basicAuth.username !== undefined && authorization !== undefined) {
    const message = '"basicAuth" and Authorization are one header'
    found.push({
      path: ['basicAuth'],
      rule: 'credential-twice',
      message,
      remedy: 'remove one of the two',
    })
  }
  if ((basicAuth.username === undefined) !== (basicAuth.password === undefined)) {
    const message = '"basicAuth" is incomplete'
    found.push({
      path: ['basicAuth'],
      rule: 'wrong-value',
      message,
      remedy: 'write username and password',
    })
  }
  if (basicAuth.username?.includes(':')) {
    const message = 'the user name of "basicAuth" must not contain a colon'
    found.push({
      path: ['basicAuth', 'username'],
      rule: 'wrong-value',
      message,
      remedy: 'use a user name without one',
    })
  }
  return found
}

/**
 * @throws ApiError UPSTREAM_UNAVAILABLE when the service refuses the gateway's own credential: the
 * caller can do nothing about it.
 */
export function checkOwnCredential(
  service: string,
  { statusCode: status = 0 }: IncomingMessage,
): void {
  if (status !== 401 && status !== 403) return
  const cause = new Error(
    `service "${service}" answered ${status} to the credential that its upstream step sets`,
  )
  throw unavailable('credential-refused', { cause })
}
