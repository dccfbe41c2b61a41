import type { ApiKey, NewApiKey, User } from '../../../packages/client/src/types.js'
import { call, ifOffered, session } from '../kit/api.js'

/** Who is signed in, and what they may do. */
export interface Account extends User {
  /** Absent: the default one. */
  plan?: string
}

/** Where a key may be used; everywhere if absent. */
export interface Allowed {
  addresses?: string[]
  origins?: string[]
}

export interface OwnKey extends ApiKey {
  plan?: string
  allow?: Allowed
}

/** What a key is created with, or changed to. */
export interface KeyDraft {
  name: string
  scopes: string[]
  /** Null removes the lists. */
  allow: Allowed | null
  /** Days; for a new key. */
  expiresIn?: number
}

export interface Limit {
  name?: string
  unit: string
  by: string
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
  /** The calls that it counts, such as `POST /api/v1/organizations/search`. */
  calls: string[]
}

export interface LimitsAnswer {
  plan: string
  /** What the user may do, and grant to a key. */
  scopes?: string[]
  limits: Limit[]
}

export interface UsageRow {
  /** With `by=day`, `by=hour`, and `by=key`; null: not by a key. */
  day?: string
  hour?: string
  key?: string | null
  requests: number
  cost: number
  /** By their codes. */
  errors: Record<string, number>
  bytes: number
}

export type UsageStep = 'day' | 'hour' | 'key'

const auth = '/api/v1/auth'
const keys = '/api/v1/api-keys'
const keyPath = (id: string) => `${keys}/${encodeURIComponent(id)}`

export const me = (signal?: AbortSignal) => call<Account>('GET', `${auth}/me`, undefined, signal)
export const register = (person: { email: string; name: string; password: string }) =>
  call('POST', `${auth}/register`, person)
export const accept = (token: string, person: { name: string; password: string }) =>
  call<User>('POST', `${auth}/accept`, { token, ...person })
export const verify = (token: string, password: string) =>
  call<User>('POST', `${auth}/verify`, { token, password })
export const recover = (email: string) => call('POST', `${auth}/recover`, { email })
export const reset = (token: string, password: string) =>
  call('POST', `${auth}/reset`, { token, password })
export const changePassword = (currentPassword: string, newPassword: string) =>
  call('POST', `${auth}/password`, { currentPassword, newPassword })
export async function signOutEverywhere(): Promise<void> {
  await call('POST', `${auth}/logout-all`)
  session.forget()
}
export async function deleteAccount(password: string): Promise<void> {
  await call('POST', `${auth}/delete`, { password })
  session.forget()
}

export const listKeys = (signal: AbortSignal) =>
  call<{ keys: OwnKey[]; total: number }>('GET', `${keys}?limit=1000`, undefined, signal)
export const createKey = (draft: Partial<KeyDraft>) => call<NewApiKey>('POST', keys, draft)
export const changeKey = (id: string, draft: Partial<KeyDraft>) => call('PATCH', keyPath(id), draft)
export const revokeKey = (id: string) => call('DELETE', keyPath(id))
export const rotateKey = (id: string, graceSeconds: number) =>
  call<NewApiKey>('POST', `${keyPath(id)}/rotate`, { graceSeconds })

export const limits = (signal: AbortSignal) =>
  ifOffered(call<LimitsAnswer>('GET', '/api/v1/limits', undefined, signal))
export function usage(from: Date, to: Date, by: UsageStep, signal: AbortSignal) {
  const asked = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), by })
  const path = `/api/v1/usage?${asked}`
  return ifOffered(call<{ rows: UsageRow[] }>('GET', path, undefined, signal))
}
