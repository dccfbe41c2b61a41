import { renderPath } from '../../../packages/client/src/templates.js'
import type {
  ApiKey,
  CreatedApiKey,
  KeyChange,
  Limits,
  Usage,
  UsageQuery,
  User,
} from '../../../packages/client/src/types.js'
import { call, ifOffered, session } from '../kit/api.js'

/** What a key is created with, or changed to. */
export type KeyDraft = KeyChange & {
  /** Days until a new key expires. */
  expiresIn?: number
}

const auth = '/api/v1/auth'
const keys = '/api/v1/api-keys'
const keyPath = (id: string) => `${keys}/${encodeURIComponent(id)}`

export const loadUser = (signal?: AbortSignal) => call<User>('GET', `${auth}/me`, undefined, signal)
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
  call<{ keys: ApiKey[]; total: number }>('GET', `${keys}?limit=1000`, undefined, signal)
export const createKey = (draft: KeyDraft) => call<CreatedApiKey>('POST', keys, draft)
export const changeKey = (id: string, draft: KeyDraft) => call('PATCH', keyPath(id), draft)
export const revokeKey = (id: string) => call('DELETE', keyPath(id))
export const rotateKey = (id: string, graceSeconds: number) =>
  call<CreatedApiKey>('POST', `${keyPath(id)}/rotate`, { graceSeconds })

export const loadLimits = (signal: AbortSignal) =>
  ifOffered(call<Limits>('GET', '/api/v1/limits', undefined, signal))
export function loadUsage(from: Date, to: Date, by: UsageQuery['by'], signal: AbortSignal) {
  const query = { from: from.toISOString(), to: to.toISOString(), by }
  return ifOffered(call<Usage>('GET', renderPath('/api/v1/usage', query), undefined, signal))
}
