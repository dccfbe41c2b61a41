import { parseInstant } from '../../kit/api/dates.js'
import type {
  ChangeRow,
  ChangesPage,
  KeyAllowList,
  KeyVerification,
  PublicKeyRow,
  PublicKeysAnswer,
} from '../../kit/api/internal-answers.js'
import { isObject } from '../../kit/config/objects.js'
import { isNetwork } from '../../kit/http/networks.js'

/** The auth service gave no usable answer. Its message holds no secret. */
export class AuthServiceUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`auth service: ${reason}`, options)
    this.name = 'AuthServiceUnavailable'
  }
}

/**
 * `data` of an answer. The auth service's URL is not trusted: only what is validated here is used
 * or passed on.
 */
type AnswerData = Record<string, unknown>

/** @throws AuthServiceUnavailable when the data has another form. */
export function parsePublicKeys({ issuer, audience, keys }: AnswerData): PublicKeysAnswer {
  if (!isText(issuer) || !isText(audience))
    throw new AuthServiceUnavailable('it reports no issuer or no audience')
  return { issuer, audience, keys: parseRows(keys, parsePublicKey) }
}

/** @throws AuthServiceUnavailable when the data has another form. */
export function parseVerification({
  state,
  asOf,
  id,
  ownerId,
  scopes,
  plan,
  allow,
  expiresAt,
}: AnswerData): KeyVerification {
  if (typeof asOf !== 'number') throw new AuthServiceUnavailable('unreadable answer')
  if (state === 'expired' || state === 'revoked' || state === 'unknown') return { state, asOf }
  if (
    state !== 'active' ||
    !isText(id) ||
    !isText(ownerId) ||
    !isScopes(scopes) ||
    !(plan === undefined || isText(plan)) ||
    !(allow === undefined || isAllowList(allow)) ||
    !isDate(expiresAt)
  ) {
    throw new AuthServiceUnavailable('unreadable answer')
  }
  const optional = { ...(plan !== undefined && { plan }), ...(allow !== undefined && { allow }) }
  return { state, asOf, id, ownerId, scopes, ...optional, expiresAt }
}

/** @throws AuthServiceUnavailable when the data has another form. */
export function parseChanges({
  cursor,
  asOf,
  full,
  keys,
  sessions,
  users,
  signingKeys,
}: AnswerData): ChangesPage {
  if (!isText(cursor) || typeof asOf !== 'number' || typeof full !== 'boolean') {
    throw new AuthServiceUnavailable('unreadable changes')
  }
  return {
    cursor,
    asOf,
    full,
    keys: parseRows(keys, parseChange),
    sessions: parseRows(sessions, parseChange),
    users: parseRows(users, parseChange),
    signingKeys: parseRows(signingKeys, parseChange),
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isScopes(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((scope) => typeof scope === 'string')
}

/** One that cannot be read, or is empty, must not let a key pass everywhere. */
function isAllowList(value: unknown): value is KeyAllowList {
  if (!isObject(value)) return false
  const { addresses = [], origins = [], ...others } = value
  const isKnown = Object.keys(others).length === 0
  const isEmpty = Object.keys(value).length === 0
  return (
    isKnown && !isEmpty && isScopes(addresses) && addresses.every(isNetwork) && isScopes(origins)
  )
}

function parsePublicKey({ kid, key }: AnswerData): PublicKeyRow {
  if (!isText(kid) || !isText(key)) throw new AuthServiceUnavailable('unreadable public key')
  return { kid, key }
}

function parseChange({ id, kind, at, plan, until }: AnswerData): ChangeRow {
  if (!isText(id) || (kind !== 'ended' && kind !== 'changed') || typeof at !== 'number') {
    throw new AuthServiceUnavailable('unreadable change')
  }
  return {
    id,
    kind,
    at,
    ...(isText(plan) && { plan }),
    ...(typeof until === 'number' && { until }),
  }
}

function parseRows<Row>(list: unknown, rowOf: (row: AnswerData) => Row): Row[] {
  if (!Array.isArray(list) || !list.every(isObject))
    throw new AuthServiceUnavailable('unreadable list')
  return list.map(rowOf)
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && parseInstant(value) !== undefined
}
